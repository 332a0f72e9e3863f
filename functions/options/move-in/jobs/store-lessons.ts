import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { noSuchTeacher } from '#shared/people/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { EmployeeEntity, employeeName, readLessonsOfTeacher } from '../../../people/records/store.ts';
import { writeLessons } from '../../../people/records/write-lessons.ts';
import type { JobItem, JobRemark } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { authorshipOf, type GivenRow } from './rows-of-run.ts';

/** Gives one teacher the lessons of a batch, in one transaction: those that the teacher has not. */
export async function giveLessons(
  rows: readonly GivenRow<'lessons'>[],
  { job, year }: { job: JobItem; year: number },
): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const { employeeId } = first.move;
  const leave = (some: readonly GivenRow<'lessons'>[], text: string) =>
    some.map(({ n }): JobRemark => ({ row: String(n), text }));
  return retryRefused({
    read: async () => ({
      teacher: await EmployeeEntity.get({ employeeId }),
      stored: await readLessonsOfTeacher(employeeId, year),
      subjects: await readSubjectNamesById(),
    }),
    attempt: async ({ teacher, stored, subjects }): Promise<JobRemark[] | 'refused'> => {
      if (!teacher) return leave(rows, job.name === 'move-in' ? wordings.teacherOfOtherFile : noSuchTeacher);
      if (isArchivedTeacher(teacher)) return leave(rows, wordings.archived(employeeName(teacher)));
      const unknown = rows.filter(({ move }) => !subjects.has(move.subjectId));
      const added = rows
        .filter((row) => !unknown.includes(row))
        .map(({ move: { subjectId, classId } }) => ({ subjectId, classId }))
        .filter(
          (one) => !stored.some(({ subjectId, classId }) => subjectId === one.subjectId && classId === one.classId),
        );
      if (added.length > 0) {
        const outcome = await writeLessons({ teacher, year, added, removed: [], by: authorshipOf(job, first.n) });
        if (isRefused(outcome)) return 'refused';
      }
      return leave(unknown, noSuchSubject);
    },
    what: 'the lessons of this teacher',
  });
}
