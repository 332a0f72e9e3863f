import { useQuery } from '@tanstack/react-query';
import { PenLine, Printer, Settings2, Users, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportMessages } from '#shared/term-reports/messages.ts';
import { editTermReports, mayEditAnything, permissionsOf } from '#shared/term-reports/permissions.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { places } from '../../session/places.ts';
import { type Session, useSession } from '../../session/session.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { ClassMarkSheetButton } from './documents/class-mark-sheet-button.tsx';
import { PrintSchoolButton } from './documents/print-school-button.tsx';
import { RankSheetButton } from './documents/rank-sheet-button.tsx';
import { MoreOptionsDialog } from './more-options/more-options-dialog.tsx';
import { RecordBar } from './record-bar.tsx';
import { ReportCardDialog, type ReportCardRequest } from './report-card-dialog.tsx';
import { StudentRecordView } from './student-record.tsx';
import styles from './term-reports.module.css';
import { type LoadedClass, useClass, useRecords } from './use-class-records.ts';

type Term = 1 | 2 | 3;

interface ClassRecordsProps {
  classId: string;
  /** Start year. */
  year: number;
  term: Term;
  terms: readonly { id: Term; title: string }[];
  outbox: Outbox;
  /** The student shown, kept from term to term; null for the first. */
  studentId: string | null;
  onStudent: (studentId: string) => void;
  /** Choices of year and term. */
  periodSelect: ReactNode;
  /** Undefined where there is no other class. */
  onNextClass: (() => void) | undefined;
  onClose: () => void;
}

/** One class's term reports, one student at a time (SPEC §2 "Edit / View Term Reports"). */
export function ClassRecords(props: ClassRecordsProps) {
  const { classId, year, term, terms, outbox } = props;
  const loaded = useClass({ classId, year, term, outbox });
  const termTitle = terms.find(({ id }) => id === term)?.title ?? `Term ${term}`;
  if (loaded.data && loaded.data.data.length > 0) {
    return <OpenClass {...props} loaded={loaded.data} termTitle={termTitle} onReload={() => void loaded.refetch()} />;
  }
  return (
    <>
      <ScreenHead
        title={`Term reports of ${classId}`}
        subtitle={`${termTitle}, ${academicYearTitle(year)}`}
        actions={<IconButton label="Close Form" icon={X} onClick={props.onClose} />}
      />
      {loaded.isError ? (
        <ErrorRetry
          title="The term reports could not be loaded."
          detail={messageOf(loaded.error)}
          isRetrying={loaded.isFetching}
          onRetry={() => void loaded.refetch()}
        />
      ) : loaded.data ? (
        <>
          <RecordBar {...props} position={null} search={null} status={null} />
          <EmptyState icon={Users} title="No students" text="There is nobody in this class this term." />
        </>
      ) : (
        <Skeleton lines={12} label="Loading term reports" />
      )}
    </>
  );
}

interface OpenClassProps extends ClassRecordsProps {
  loaded: LoadedClass;
  termTitle: string;
  onReload: () => void;
}

function OpenClass({ loaded, termTitle, onReload, ...props }: OpenClassProps) {
  const { classId, year, term, terms, outbox, studentId, onStudent, onNextClass, periodSelect, onClose } = props;
  const session = useSession();
  const navigate = useNavigate();
  const records = useRecords(loaded, outbox);
  const subjects = useSubjects();
  const [request, setRequest] = useState<ReportCardRequest | null>(null);
  const [isOptionsOpen, setOptionsOpen] = useState(false);
  useSubjectMessages(outbox);

  const ids = loaded.data.map((row) => row.student_id);
  const index = Math.max(ids.indexOf(studentId ?? ''), 0);
  const record = records.record(ids[index] ?? '');
  const permissions = useMemo(() => permissionsOf({ ...viewerOf(session), posts: loaded.posts }), [session, loaded]);
  if (!record) return null;

  const period = { year, term };
  const printOne = () =>
    setRequest({
      ...period,
      studentId: record.student_id,
      title: `Report card of ${record.name}`,
      fileName: `${record.name} Report Card`,
    });
  const printClass = () =>
    setRequest({ ...period, classId, title: `Report cards of ${classId}`, fileName: `${classId} Report Cards` });
  const isAdmin = session?.area === 'admin';
  const sheet = { classId, className: classId, year, term, terms };
  return (
    <>
      <ScreenHead
        title={`Term reports of ${classId}`}
        subtitle={`${termTitle}, ${academicYearTitle(year)}`}
        actions={
          <div className={styles.actions}>
            <Button
              icon={PenLine}
              disabled={!mayEditAnything(permissions)}
              onClick={() => void navigate(`${isAdmin ? places.adminArea : places.teacherArea}/enter-marks`)}
            >
              Enter Marks
            </Button>
            <ClassMarkSheetButton {...sheet} />
            <RankSheetButton {...sheet} />
            <Button icon={Printer} disabled={!record.registered} onClick={printOne}>
              Print One
            </Button>
            <Button icon={Printer} onClick={printClass}>
              Print Class
            </Button>
            {isAdmin && <PrintSchoolButton year={year} term={term} terms={terms} />}
            {permissions.moreOptions && (
              <Button icon={Settings2} onClick={() => setOptionsOpen(true)}>
                More Options
              </Button>
            )}
            <IconButton label="Close Form" icon={X} onClick={onClose} />
          </div>
        }
      />
      <StudentRecordView
        key={record.student_id}
        record={record}
        records={records}
        loaded={loaded}
        permissions={permissions}
        subjects={subjects}
        outbox={outbox}
        onReload={onReload}
        bar={(status) => (
          <RecordBar
            periodSelect={periodSelect}
            onNextClass={onNextClass}
            position={{ index, ids, onStudent }}
            search={{ classId, records: loaded.data }}
            status={status}
          />
        )}
      />
      {permissions.moreOptions && (
        <MoreOptionsDialog
          open={isOptionsOpen}
          record={record}
          classId={classId}
          year={year}
          term={term}
          onDone={onReload}
          onClose={() => setOptionsOpen(false)}
        />
      )}
      <ReportCardDialog request={request} onClose={() => setRequest(null)} />
    </>
  );
}

const viewerOf = (session: Session | null) => {
  const isAdmin = session?.area === 'admin';
  return {
    isAdmin,
    canEditTermReports: isAdmin && session.permissions.some(({ action }) => action === editTermReports),
  };
};

function useSubjects() {
  const { data } = useQuery({
    ...queryOf(termReportsContract.reportSubjects, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => new Map(data?.map((subject) => [subject.id, subject])), [data]);
}

/** 'Record Updated' after each save of a subject row (SPEC §8), for 3 seconds. */
function useSubjectMessages(outbox: Outbox): void {
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (event.kind === 'saved' && event.id.startsWith('reportSubject/')) {
          snackbar(termReportMessages.subjectUpdated, { duration: 3000 });
        }
      }),
    [outbox],
  );
}
