import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { editTermReportsAction } from '#shared/accounts/auth/permissions.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { decideReportPermissions, readOnlyPermissions } from '#shared/term-reports/permissions.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { queryOf } from '../../api/query.ts';
import { useSchool } from '../../api/school.ts';
import { onFieldFocusRequested } from '../../outbox/field-focus.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { FieldConflicts } from '../../outbox/status/field-conflicts.tsx';
import { ClosedTermBand, useClosedTermReason } from '../../pickers/closed-term.tsx';
import { type Session, useSession } from '../../session/session.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Panel, Stack } from '../../ui/layout/stack.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { type SaveStatus, SaveStatusText } from '../../ui/screen/save-status-text.tsx';
import { aboveRecord } from './above-record.ts';
import { type ClassOfTerm, ClassToolbar } from './class-toolbar.tsx';
import { PostedNote } from './posted-note.tsx';
import { computeLineTotal, computeReportAverage } from './record/line-totals.ts';
import { focusField, useFocusInSameField } from './record/use-focus-in-same-field.ts';
import { AverageBox, RecordBar } from './record-bar.tsx';
import { reportSubjectSaveKind } from './report-saves.ts';
import { StudentRecordView } from './student-record.tsx';
import styles from './term-reports.module.css';
import {
  findDataField,
  type LoadedClassReports,
  listOutboxIdsOfReport,
  useClassReportsQuery,
  useStudentRecords,
} from './use-class-records.ts';

interface ClassRecordsProps {
  of: ClassOfTerm;
  outbox: Outbox;
  /** The student shown, kept from term to term; null for the first. */
  studentId: string | null;
  /** The field to begin in (`data-field`), where a link led to one. */
  field: string | null;
  onStudent: (studentId: string) => void;
  /** What leads to another year or term, or to another class. */
  actions: ReactNode;
}

/** One class's term reports, one student at a time (product §2 "Edit / View Term Reports"). */
export function ClassRecords({ actions, ...shown }: ClassRecordsProps) {
  const { of, outbox } = shown;
  const { classId, year, term, terms } = of;
  const loaded = useClassReportsQuery({ classId, year, term, outbox });
  const termTitle = schoolFileTermTitle(terms, term);
  return (
    <>
      {/* The same head while the class loads and afterwards: an open list in it stays open. */}
      <ScreenHead
        title={`Term reports of ${classId}`}
        subtitle={`${termTitle}, ${academicYearTitle(year)}`}
        actions={actions}
      />
      {loaded.data && loaded.data.data.length > 0 ? (
        <OpenClass {...shown} loaded={loaded.data} onReload={() => void loaded.refetch()} />
      ) : loaded.data ? (
        <EmptyState icon={Users} title="No students" text={termReportWordings.nobodyInClass} />
      ) : (
        <Loading queries={[loaded]} what="term reports" lines={12} />
      )}
    </>
  );
}

interface OpenClassProps extends Omit<ClassRecordsProps, 'actions'> {
  loaded: LoadedClassReports;
  onReload: () => void;
}

function OpenClass({ of, outbox, studentId, field, onStudent, loaded, onReload }: OpenClassProps) {
  const session = useSession();
  const { options } = useSchool();
  const subjects = useSubjects();
  const titleOf = (subjectId: string) => subjects.get(subjectId)?.title ?? subjectId;
  const records = useStudentRecords(loaded, { outbox, titleOf });
  useSubjectMessages(outbox);

  const ids = loaded.data.map((row) => row.student_id);
  const ranked = loaded.data.filter(({ left }) => left === undefined);
  const index = Math.max(ids.indexOf(studentId ?? ''), 0);
  const record = records.record(ids[index] ?? '');
  const isElsewhere = studentId !== null && !ids.includes(studentId);
  const { panels, leave } = useFocusInSameField(record?.student_id ?? '');
  const go = useCallback(
    (to: string) => {
      leave();
      onStudent(to);
    },
    [leave, onStudent],
  );
  const closed = useClosedTermReason({ year: of.year, term: of.term });
  const permissions = useMemo(() => {
    const granted = decideReportPermissions({ ...viewerOf(session), posts: loaded.posts });
    return closed === undefined ? granted : readOnlyPermissions(granted);
  }, [session, loaded, closed]);
  // Puts the first student into the address, so that a copied link shows the same one (rule 42).
  const first = studentId === null ? record?.student_id : undefined;
  useEffect(() => {
    if (first !== undefined) onStudent(first);
  }, [first, onStudent]);
  useEffect(() => {
    if (field !== null && panels.current) focusField(panels.current, field);
  }, [field, panels]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a student's fields are there from the first rendering on
  useEffect(() => {
    if (!record) return;
    return onFieldFocusRequested(
      (id) => listOutboxIdsOfReport(record).includes(id),
      ({ id, field }) => panels.current && focusField(panels.current, findDataField(record, id, field) ?? field),
    );
  }, [record?.student_id, panels]);
  if (!record) return null;

  return (
    <>
      <ClassToolbar
        of={of}
        record={record}
        records={loaded.data}
        permissions={permissions}
        isAdmin={session?.area === 'admin'}
        onReload={onReload}
      />
      <ClosedTermBand why={closed} />
      {isElsewhere && (
        <Alert tone="info">
          {`The student in this address is not in ${of.classId} in this term. The first student is shown.`}
        </Alert>
      )}
      <RecordBar
        record={record}
        records={loaded.data}
        classId={of.classId}
        onStudent={go}
        average={
          <AverageBox
            of={record.name}
            average={computeReportAverage(record.table2_records, loaded.subject_weightings)}
            explain={(rules) => [
              rules.explainAverage(
                record.table2_records.map((line) => ({
                  title: titleOf(line.subject_id),
                  total: computeLineTotal(line, loaded.subject_weightings),
                })),
              ),
              record.left === undefined
                ? rules.explainRank(
                    ranked.map((one) => computeReportAverage(one.table2_records, loaded.subject_weightings).text),
                    ranked.findIndex(({ student_id }) => student_id === record.student_id),
                  )
                : { figure: null, steps: [], notes: [termReportWordings.leaversAreNotRanked] },
            ]}
          />
        }
        status={<RecordSaveStatus key={record.student_id} outbox={outbox} ids={listOutboxIdsOfReport(record)} />}
      />
      {loaded.is_posted && <PostedNote key={`posting of ${record.student_id}`} record={record} outbox={outbox} />}
      <Suspense fallback={<AboveRecordRoom />}>
        {aboveRecord.of(options).map((Line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is that of the options
          <Line key={`${index} of ${record.student_id}`} record={record} outbox={outbox} />
        ))}
      </Suspense>
      <div ref={panels}>
        <StudentRecordView
          key={record.student_id}
          record={record}
          records={records}
          loaded={loaded}
          permissions={permissions}
          subjects={subjects}
          onReload={onReload}
        />
        <FieldConflicts
          key={`conflicts of ${record.student_id}`}
          outbox={outbox}
          fieldOf={(id, field) => findDataField(record, id, field)}
        />
      </div>
    </>
  );
}

const viewerOf = (session: Session | null) => {
  const isAdmin = session?.area === 'admin';
  return {
    isAdmin,
    canEditTermReports: isAdmin && session.permissions.some(({ action }) => action === editTermReportsAction),
  };
};

function useSubjects() {
  const { data } = useQuery({
    ...queryOf(termReportsContract.listReportSubjects, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => new Map(data?.map((subject) => [subject.id, subject])), [data]);
}

/** 'Record Updated' after each save of a subject row (product §8 "Messages"), for 3 seconds. */
function useSubjectMessages(outbox: Outbox): void {
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (event.kind === 'saved' && reportSubjectSaveKind.has(event.id)) {
          snackbar(termReportWordings.subjectUpdated, { duration: 3000 });
        }
      }),
    [outbox],
  );
}

interface RecordSaveStatusProps {
  outbox: Outbox;
  /** The outbox records of the student on the screen. */
  ids: readonly string[];
}

const words: Partial<Record<SaveStatus, string>> = { saved: termReportWordings.recordSaved };

/**
 * 'Saving...', 'Record Saved', 'Error Occured'. Renders whenever the outbox changes; mounted again for each student.
 */
function RecordSaveStatus({ outbox, ids }: RecordSaveStatusProps) {
  // Saves from before this student was shown are not announced again (product §2).
  const [since] = useState(() => outbox.version());
  const statuses = new Set(
    ids.map((id) => {
      const { status } = outbox.state(id);
      return status === 'saved' && !outbox.hasAnswerSince(id, since) ? 'idle' : status;
    }),
  );
  const status =
    (['error', 'refused', 'waiting', 'saving', 'saved'] as const).find((one) => statuses.has(one)) ?? 'idle';
  const isSubject = ids.some((id) => reportSubjectSaveKind.has(id) && outbox.state(id).status === 'error');
  const text = status === 'error' && isSubject ? termReportWordings.subjectFailedStatus : words[status];
  return <SaveStatusText status={status} text={text} live />;
}

/** Where an option's lines will be, while they are loaded: what is below does not move when they come. */
const AboveRecordRoom = () => (
  <Stack below={12}>
    <Panel inner>
      <div className={styles.lineAbove} />
    </Panel>
  </Stack>
);
