import { Suspense } from 'react';
import type { CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { councilLimits, leavesWord, toPlanDecision } from '#shared/options/sign-off/council/limits.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { decisionText } from '#shared/school/promotion.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import { useSchool } from '../../../api/school.ts';
import { findingsOfStudents } from '../../../features/term-reports/findings-of-student.ts';
import { RemarkField, StudentNameContext } from '../../../features/term-reports/record/record-fields.tsx';
import { RefusedTextsContext } from '../../../features/term-reports/record/use-field-draft.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import styles from './council.module.css';
import { noteTarget } from './council-saves.ts';
import type { CouncilState, LoadedCouncil } from './use-council.ts';

interface StudentPanelProps {
  /** As it is shown. */
  student: CouncilStudent;
  loaded: LoadedCouncil;
  council: CouncilState;
  /** The term takes no changes. */
  isClosed: boolean;
  /** What the columns of the two terms are called. */
  termNow: string;
  termBefore: string;
}

/** What the council says of a student, and what the report says beside the marks. */
export function StudentPanel({ student, loaded, council, isClosed, termNow, termBefore }: StudentPanelProps) {
  const { options } = useSchool();
  return (
    <Panel as="section" flush lined shrinks aria-label={student.name}>
      <StudentNameContext value={student.name}>
        <Stack gap={12} className={styles.group}>
          {loaded.plan !== null && <Decision student={student} loaded={loaded} council={council} plan={loaded.plan} />}
          <RefusedTextsContext value={council.refused(noteTarget(loaded, student))}>
            <RemarkField
              name="note"
              label={wordings.note}
              value={student.note}
              limit={councilLimits.note}
              rows={4}
              disabled={isClosed}
              onValue={(value) => council.writeNote(student, value)}
            />
          </RefusedTextsContext>
        </Stack>
      </StudentNameContext>
      <AttendanceAndConduct student={student} loaded={loaded} termNow={termNow} termBefore={termBefore} />
      <Remark label={termReportFields.comments.label} text={student.comments} />
      <Remark label={termReportFields.dcomments.label} text={student.dcomments} />
      {student.cocurricular !== null && (
        <Remark label={termReportFields.cocurricular.label} text={student.cocurricular} />
      )}
      {findingsOfStudents.of(options).map((Findings, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the options of a school do not change
        <Suspense key={index}>
          <div className={styles.findings}>
            <Findings classId={loaded.class_id} year={loaded.year} term={loaded.term} studentId={student.student_id} />
          </div>
        </Suspense>
      ))}
    </Panel>
  );
}

interface DecisionProps extends Pick<StudentPanelProps, 'student' | 'loaded' | 'council'> {
  plan: NonNullable<LoadedCouncil['plan']>;
}

/** Where the student goes at the end of the year: a decision of the promotion plan. */
function Decision({ student, loaded: { class_id: classId }, council, plan }: DecisionProps) {
  const { decision, decided, proposal, left } = student;
  const isOutdated = decided !== null && decided.from_class !== classId;
  const isFixed = plan.closed !== null || left !== undefined;
  const others = plan.classes.filter((id) => id !== classId && id !== plan.next_class_id);
  const textOf = (to: string) => decisionText(toPlanDecision(to), classId);
  const options = [
    { value: '', label: wordings.notDecided },
    ...[...(plan.next_class_id === null ? [] : [plan.next_class_id]), classId, leavesWord, ...others].map((to) => ({
      value: to,
      label: textOf(to),
    })),
  ];
  return (
    <Stack gap={6}>
      {plan.closed !== null && <Alert tone="info">{plan.closed}</Alert>}
      {isOutdated && decision !== null && (
        <Alert tone="warning">
          {wordings.decidedElsewhere(decided.from_class, decisionText(toPlanDecision(decision), decided.from_class))}
        </Alert>
      )}
      <div data-field="decision">
        <Select
          label={wordings.decision}
          options={options}
          value={decision ?? ''}
          disabled={isFixed}
          onValueChange={(chosen) => council.decide(student, chosen === '' ? null : chosen)}
          hint={decided === null || decision === null ? undefined : `${decided.by}, ${momentText(decided.at)}`}
        />
      </div>
      {proposal !== null && (
        <Row justify="between" wrap gap={12} size="13on18" breaks>
          <span>
            {wordings.proposed}: <strong>{textOf(proposal.to)}</strong>
            {proposal.reasons.length > 0 && `. ${proposal.reasons.join('. ')}`}
          </span>
          {!isFixed && decision !== proposal.to && (
            <Button variant="quiet" onClick={() => council.decide(student, proposal.to)}>
              {wordings.asProposed}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}

const conductFields = ['auth', 'resp', 'coop'] as const;

function AttendanceAndConduct({
  student,
  loaded: { sessions, sessions_before: sessionsBefore },
  termNow,
  termBefore,
}: Pick<StudentPanelProps, 'student' | 'loaded' | 'termNow' | 'termBefore'>) {
  const { before } = student;
  const ofSessions = (absent: number | null | undefined, of: number | null) =>
    absent === null || absent === undefined ? '' : of === null ? String(absent) : `${absent} of ${of}`;
  const lines: readonly (readonly [label: string, now: string, before: string])[] = [
    [
      termReportFields.times_absent.label,
      ofSessions(student.times_absent, sessions),
      ofSessions(before?.times_absent, sessionsBefore),
    ],
    [termReportFields.times_late.label, String(student.times_late ?? ''), String(before?.times_late ?? '')],
    ...conductFields.map(
      (field) => [termReportFields[field].label, student[field] ?? '', before?.[field] ?? ''] as const,
    ),
  ];
  return (
    <div className={styles.group}>
      <table className={styles.facts} aria-label={wordings.attendanceAndConduct}>
        <thead>
          <tr>
            <th scope="col">{wordings.attendanceAndConduct}</th>
            <th scope="col">{termNow}</th>
            <th scope="col">{termBefore}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, now, last]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{now === '' ? '--' : now}</td>
              <td>{last === '' ? '--' : last}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Remark = ({ label, text }: { label: string; text: string | null }) => (
  <Stack gap={4} className={styles.group}>
    <Text as="h3" size="12on16" tone="muted">
      {label}
    </Text>
    {text === null ? (
      <Muted size="13on18">{wordings.nothingWritten}</Muted>
    ) : (
      <Text as="p" size="13on18" breaks className={styles.remark}>
        {text}
      </Text>
    )}
  </Stack>
);
