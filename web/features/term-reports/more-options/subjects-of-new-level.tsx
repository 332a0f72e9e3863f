import { useQuery } from '@tanstack/react-query';
import type { Output } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { ErrorRetry } from '../../../ui/display/error-retry.tsx';
import { Muted } from '../../../ui/layout/muted.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './more-options.module.css';

type Subject = Output<typeof termReportsContract.changeClassSubjects>[number];

/** The chosen subjects: true to give it up, false to take it up. */
export type SubjectsToChange = ReadonlyMap<string, boolean>;

interface SubjectsOfNewLevelProps {
  studentId: string;
  from: { id: string; formLevel: number };
  to: { id: string; formLevel: number };
  /** Subjects that the student is to take up or give up with the change. */
  chosen: SubjectsToChange;
  onChosen: (chosen: SubjectsToChange) => void;
}

/** Warns before a student moves to another level, and offers the subjects to take up and give up. */
export function SubjectsOfNewLevel({ studentId, from, to, chosen, onChosen }: SubjectsOfNewLevelProps) {
  const subjects = useQuery({
    ...queryOf(termReportsContract.changeClassSubjects, { student_id: studentId, class_id: to.id }),
    staleTime: 0,
  });
  const session = useSession();
  const canGive = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'studentSubjects');
  const toggle = ({ subject_id: id, taken }: Subject) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, taken);
    onChosen(next);
  };
  const list = (title: string, some: readonly Subject[]) =>
    some.length > 0 && (
      <Row as="fieldset" align="stretch" wrap className={styles.subjects} size={13.5} gap={4} across={18}>
        <Muted as="legend" size={12.5} weight={600}>
          {title}
        </Muted>
        {some.map((subject) =>
          canGive ? (
            <Row as="label" key={subject.subject_id} gap={6}>
              <input type="checkbox" checked={chosen.has(subject.subject_id)} onChange={() => toggle(subject)} />
              {subject.title}
            </Row>
          ) : (
            <span key={subject.subject_id}>{subject.title}</span>
          ),
        )}
      </Row>
    );
  return (
    <>
      <Alert tone="warning">
        {from.id} is {levelName(from.formLevel)}, {to.id} is {levelName(to.formLevel)}. Marks and remarks move with the
        student. The subjects stay as they are, except for those chosen here.
      </Alert>
      {subjects.isError && (
        <ErrorRetry
          title={`The subjects of ${to.id} could not be loaded.`}
          detail={messageOf(subjects.error)}
          isRetrying={subjects.isFetching}
          onRetry={() => void subjects.refetch()}
        />
      )}
      {subjects.data && (
        <>
          {list(
            `Taught in ${to.id}: take up`,
            subjects.data.filter(({ taught, taken }) => taught && !taken),
          )}
          {list(
            `Not taught in ${to.id}: give up`,
            subjects.data.filter(({ taught, taken }) => taken && !taught),
          )}
          {!canGive && (
            <Muted size="12.5on18" breaks>
              {termReportWordings.changedInSubjects}
            </Muted>
          )}
        </>
      )}
    </>
  );
}

/** The chosen subjects as input of the call. */
export const toSubjectChanges = (chosen: SubjectsToChange) => ({
  ...(chosen.size > 0 && {
    take_up: [...chosen].filter(([, isTaken]) => !isTaken).map(([id]) => id),
    give_up: [...chosen].filter(([, isTaken]) => isTaken).map(([id]) => id),
  }),
});
