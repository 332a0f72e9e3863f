import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarOff, FileText, Users, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { councilTitle } from '#shared/options/sign-off/council/menu-wordings.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { choosePeriod, type PeriodChoice, PeriodSelect } from '../../../features/term-reports/period-select.tsx';
import { useFocusInSameField } from '../../../features/term-reports/record/use-focus-in-same-field.ts';
import { AverageFrame, RecordBar } from '../../../features/term-reports/record-bar.tsx';
import type { Outbox } from '../../../outbox/outbox.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { FieldConflicts } from '../../../outbox/status/field-conflicts.tsx';
import { ClassesByForm } from '../../../pickers/classes-by-form.tsx';
import { ClosedTermBand, useClosedTermReason } from '../../../pickers/closed-term.tsx';
import { pickerWordings } from '../../../pickers/wordings.ts';
import { useSession } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { type SaveStatus, SaveStatusText } from '../../../ui/screen/save-status-text.tsx';
import styles from './council.module.css';
import { decisionTarget, meetingTarget, noteTarget } from './council-saves.ts';
import { MeetingPanel } from './meeting-panel.tsx';
import { MinutesWindow } from './minutes-window.tsx';
import { StudentPanel } from './student-panel.tsx';
import { SubjectsTable } from './subjects-table.tsx';
import { type LoadedCouncil, useCouncil, useCouncilQuery } from './use-council.ts';

/** The council of a class: its students one by one, a note and a decision of each, and the minutes. */
export default function ClassCouncilScreen() {
  const terms = useQuery(queryOf(termsContract.readTermOverview, {}));
  const place = useAddressState();
  const userId = useSession()?.id;
  const period = terms.data && choosePeriod(terms.data, { year: place.get('year'), term: place.get('term') });
  const councils = useQuery({
    ...queryOf(signOffContract.readClassCouncil, { year: String(period?.year), term: String(period?.term) }),
    enabled: Boolean(period),
  });
  if (terms.data && !period) {
    return (
      <>
        <ScreenHead title={councilTitle} />
        <EmptyState icon={CalendarOff} title={pickerWordings.noCurrentTerm} text={noCurrentTerm} />
      </>
    );
  }
  const choosePlace = (
    classId: string | null,
    of: { year: number; term?: PeriodChoice['term'] } = period ?? { year: 0 },
  ) => {
    const chosen = terms.data && choosePeriod(terms.data, { year: String(of.year), term: String(of.term) });
    const past = chosen && !chosen.isCurrent ? { year: chosen.year, term: chosen.term } : {};
    place.goTo({ class: classId, ...past });
  };
  const classes = councils.data?.classes ?? [];
  const index = classes.findIndex(({ class_id }) => class_id === place.get('class'));
  const classId = classes[index]?.class_id;
  const periodSelect = period && (
    <PeriodSelect period={period} onPeriod={(chosen) => choosePlace(place.get('class'), chosen)} />
  );
  if (period && classId !== undefined && userId !== undefined) {
    const next = classes[(index + 1) % classes.length]?.class_id;
    return (
      <CouncilOfClass
        key={`${classId} ${period.year} ${period.term}`}
        classId={classId}
        period={period}
        outbox={openOutboxOf(userId)}
        actions={
          <>
            {periodSelect}
            {next !== undefined && next !== classId && (
              <Button icon={ArrowRight} onClick={() => choosePlace(next)}>
                Next Class
              </Button>
            )}
            <IconButton label="Close Form" icon={X} onClick={() => choosePlace(null)} />
          </>
        }
      />
    );
  }
  return (
    <>
      <ScreenHead title={councilTitle} actions={periodSelect} />
      {councils.data && place.has('class') && (
        <Alert tone="warning">{wordings.notYours(place.get('class') ?? '')}</Alert>
      )}
      {!councils.data ? (
        <Loading queries={[terms, councils]} what="classes" />
      ) : classes.length === 0 ? (
        <EmptyState icon={Users} title={wordings.noClass} />
      ) : (
        <ClassesByForm
          classes={classes.map(({ class_id, form_level }) => ({ id: class_id, form_level }))}
          onPick={(picked) => choosePlace(picked)}
        />
      )}
    </>
  );
}

interface CouncilOfClassProps {
  classId: string;
  period: PeriodChoice;
  outbox: Outbox;
  actions: React.ReactNode;
}

function CouncilOfClass({ classId, period, outbox, actions }: CouncilOfClassProps) {
  const { year, term, terms } = period;
  const loaded = useCouncilQuery({ classId, year, term }, outbox);
  const [isPrinting, setPrinting] = useState(false);
  const title = `${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`;
  return (
    <>
      <ScreenHead
        title={wordings.councilOf(classId)}
        subtitle={title}
        actions={
          <Row gap={8} wrap>
            <Button icon={FileText} onClick={() => setPrinting(true)}>
              {wordings.minutes}
            </Button>
            {actions}
          </Row>
        }
      />
      {!loaded.data ? (
        <Loading queries={[loaded]} what="the class council" lines={12} />
      ) : (
        <OpenCouncil loaded={loaded.data} terms={terms} outbox={outbox} />
      )}
      {isPrinting && (
        <MinutesWindow classId={classId} year={year} term={term} of={title} onClose={() => setPrinting(false)} />
      )}
    </>
  );
}

interface OpenCouncilProps {
  loaded: LoadedCouncil;
  terms: PeriodChoice['terms'];
  outbox: Outbox;
}

function OpenCouncil({ loaded, terms, outbox }: OpenCouncilProps) {
  const place = useAddressState();
  const council = useCouncil(loaded, outbox);
  // Ahead of the address, which changes with a delay: the next key already belongs to the next student.
  const [shown, setShown] = useState<string | null>(null);
  const wanted = shown ?? place.get('student');
  const found = loaded.students.find(({ student_id }) => student_id === wanted);
  const stored = found ?? loaded.students[0];
  const { panels, leave } = useFocusInSameField(stored?.student_id ?? '');
  const { change } = place;
  const go = useCallback(
    (studentId: string) => {
      leave();
      setShown(studentId);
      change({ student: studentId }, { replace: true });
    },
    [leave, change],
  );
  const closed = useClosedTermReason({ year: loaded.year, term: loaded.term });
  // Puts the first student into the address, so that a copied link shows the same one (rule 42).
  const first = wanted === null ? stored?.student_id : undefined;
  useEffect(() => {
    if (first !== undefined) change({ student: first }, { replace: true });
  }, [first, change]);
  const { term_before: before, class_id } = loaded;
  const termNow = schoolFileTermTitle(terms, loaded.term);
  const termBefore = schoolFileTermTitle(terms, before.term);
  const titleBefore = before.year === loaded.year ? termBefore : `${termBefore} ${academicYearTitle(before.year)}`;
  const meetingPanel = <MeetingPanel loaded={loaded} council={council} disabled={closed !== undefined} />;
  if (!stored) {
    return (
      <>
        <ClosedTermBand why={closed} />
        {meetingPanel}
        <EmptyState icon={Users} title={wordings.nobody} />
      </>
    );
  }
  const student = council.student(stored);
  const targets = [noteTarget(loaded, student).id, decisionTarget(loaded, student).id];
  const meetingId = meetingTarget(loaded).id;
  return (
    <>
      <ClosedTermBand why={closed} />
      {wanted !== null && !found && <Alert tone="info">{wordings.studentElsewhere(class_id)}</Alert>}
      {meetingPanel}
      <RecordBar
        record={{ ...student, class_id }}
        records={loaded.students.map((one) => ({ ...one, class_id }))}
        classId={class_id}
        onStudent={go}
        average={
          <AverageFrame
            below={[
              student.rank === null ? wordings.notRanked : wordings.rank(student.rank),
              `${titleBefore}: ${student.before?.average ?? '--'}`,
            ].join(' · ')}
          >
            {student.average === null ? '--' : `${student.average} %`}
          </AverageFrame>
        }
        status={<CouncilSaveStatus key={student.student_id} outbox={outbox} ids={targets} />}
      />
      <div ref={panels} className={styles.panels}>
        <StudentPanel
          key={student.student_id}
          student={student}
          loaded={loaded}
          council={council}
          isClosed={closed !== undefined}
          termNow={termNow}
          termBefore={titleBefore}
        />
        <SubjectsTable student={student} termBefore={titleBefore} />
      </div>
      <FieldConflicts
        key={student.student_id}
        outbox={outbox}
        fieldOf={(id, field) => (targets.includes(id) || id === meetingId ? field : undefined)}
      />
    </>
  );
}

/** Whether what was typed about the student has reached the server. */
function CouncilSaveStatus({ outbox, ids }: { outbox: Outbox; ids: readonly string[] }) {
  const [since] = useState(() => outbox.version());
  const statuses = new Set(
    ids.map((id) => {
      const { status } = outbox.state(id);
      return status === 'saved' && !outbox.hasAnswerSince(id, since) ? 'idle' : status;
    }),
  );
  const order: readonly SaveStatus[] = ['error', 'refused', 'waiting', 'saving', 'saved'];
  return <SaveStatusText status={order.find((one) => statuses.has(one)) ?? 'idle'} live />;
}
