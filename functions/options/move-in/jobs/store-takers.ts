import { placementWordings } from '#shared/students/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { readLessonsOfTeacher } from '../../../people/records/store.ts';
import type { JobItem, JobRemark } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { findTermClosure, termLocksKey } from '../../../school/records/term-locks.ts';
import { writeJudgedAssignments } from '../../../subjects/assignment/assigning/write-assigning.ts';
import { judgeBatchStudents } from '../../../subjects/assignment/batch/judge-students.ts';
import { StudentSubjectAssignmentEntity, subjectKey, subjectUnlessDeleted } from '../../../subjects/records/store.ts';
import { hiddenPlace, keyOfPart, undoableMoves } from '../acts.ts';
import { authorshipOf, type GivenRow } from './rows-of-run.ts';

/** The act that keeps what a batch assigned, by the number of its first row. */
export const keyOfTakers = (runKey: string, n: number): string => keyOfPart(runKey, `takers ${n}`);

/** Gives the students of a batch a subject, in one transaction: those who do not take it so already. */
export async function storeTakers(rows: readonly GivenRow<'takers'>[], job: JobItem): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const { subjectId, employeeId } = first.move;
  const act = keyOfTakers(job.key, first.n);
  const numberOf = new Map(rows.map(({ n, move }) => [move.studentId, n]));
  const remark = (studentId: string, text: string): JobRemark => ({ row: String(numberOf.get(studentId)), text });
  return retryRefused({
    read: async () => {
      const { subject, current, register } = await readItems({
        subject: subjectKey(subjectId),
        current: currentPeriodKey(),
        register: termLocksKey(),
      });
      const year = current?.year ?? 0;
      const lessons = employeeId === null ? [] : await readLessonsOfTeacher(employeeId, year);
      const taughtIn = lessons.filter((lesson) => lesson.subjectId === subjectId).map(({ classId }) => classId);
      // The report of a closed term stays as it is.
      const term = current && !findTermClosure(register, current) ? current.term : null;
      const wanted = { subjectId, employeeId, year, term, taughtIn, formLevel: null, classId: null };
      const read = await judgeBatchStudents(
        rows.map(({ move }) => move.studentId),
        wanted,
      );
      return { isSubject: subjectUnlessDeleted(subject) !== undefined, wanted, ...read };
    },
    attempt: async ({ isSubject, wanted, students, judged }): Promise<JobRemark[] | 'refused'> => {
      if (!isSubject) return rows.map(({ move }) => remark(move.studentId, noSuchSubject));
      const known = new Set(students.map(({ studentId }) => studentId));
      const meant = judged.filter(
        ({ assigning: { kind }, assignment }) =>
          kind === 'new' || (kind === 'other teacher' && assignment && employeeId !== null),
      );
      if (meant.length > 0) {
        const outcome = await writeJudgedAssignments(meant, wanted, {
          act,
          undo: undoableMoves.keep({
            change: { kind: 'takers of a batch', details: { subjectId } },
            what: subjectId,
            place: hiddenPlace,
            key: act,
            of: [StudentSubjectAssignmentEntity],
          }),
          by: authorshipOf(job, first.n),
        });
        if (isRefused(outcome)) return 'refused';
      }
      return [
        ...rows
          .filter(({ move }) => !known.has(move.studentId))
          .map(({ move }) => remark(move.studentId, placementWordings.notOnRegister)),
        ...judged.flatMap(({ student, assigning }) =>
          assigning.kind === 'refused' ? [remark(student.studentId, assigning.reason)] : [],
        ),
      ];
    },
    what: 'these students',
  });
}
