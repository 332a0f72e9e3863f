import { useQuery } from '@tanstack/react-query';
import type { Output } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { studentSubjectsContract } from '#shared/student-subjects/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { ErrorRetry } from '../../../ui/display/error-retry.tsx';
import styles from './more-options.module.css';

type Subject = Output<typeof termReportsContract.changeClassSubjects>[number];

interface SubjectsOfLevelProps {
  studentId: string;
  from: { id: string; formLevel: number };
  to: { id: string; formLevel: number };
  /** Subjects that the student is to take up or give up with the change. */
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

/** The warning before a student goes to another level, with what is taught there and what is not. */
export function SubjectsOfLevel({ studentId, from, to, chosen, onChosen }: SubjectsOfLevelProps) {
  const subjects = useQuery({
    ...queryOf(termReportsContract.changeClassSubjects, { student_id: studentId, class_id: to.id }),
    staleTime: 0,
  });
  const session = useSession();
  const mayGive = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'studentSubjects');
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  const list = (title: string, some: readonly Subject[]) =>
    some.length > 0 && (
      <fieldset className={styles.subjects}>
        <legend>{title}</legend>
        {some.map(({ subject_id: id, title: name }) =>
          mayGive ? (
            <label key={id}>
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ) : (
            <span key={id}>{name}</span>
          ),
        )}
      </fieldset>
    );
  return (
    <>
      <Alert tone="warning">
        {from.id} is {levelName(from.formLevel)}, {to.id} is {levelName(to.formLevel)}. Marks and remarks go along; what
        the student takes stays as it is, except for what is chosen here.
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
          {!mayGive && <p className={styles.note}>Who may open Subjects gives and takes them there.</p>}
        </>
      )}
    </>
  );
}

/**
 * Gives the student the chosen subjects that were not taken, and takes those that were; each by itself, so that it can be undone by
 * itself, under Subjects.
 * @throws the first that was refused; those before it are done
 */
export async function changeSubjects(studentId: string, classId: string, chosen: ReadonlySet<string>): Promise<void> {
  if (chosen.size === 0) return;
  const subjects = await call(termReportsContract.changeClassSubjects, { student_id: studentId, class_id: classId });
  for (const { subject_id, taken } of subjects.filter((subject) => chosen.has(subject.subject_id))) {
    const of = { subject_id, students: [studentId] };
    if (taken) await call(studentSubjectsContract.deleteStudents, of);
    else await call(studentSubjectsContract.assignStudents, { ...of, employee_id: null });
  }
}
