import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { countStudentsWithMarks } from '../../../marks/records/students-with-marks.ts';
import { EmployeeEntity, readLessonsOfTeacher } from '../../../people/records/store.ts';
import { lessonsAuditSubject, type TaughtSubject, writeLessons } from '../../../people/records/write-lessons.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { StudentSubjectAssignmentEntity } from '../../../subjects/records/store.ts';
import { authorshipOf, keyOfRow, type MoveUndo, type RowOf } from './rows-of-run.ts';

/** Takes back the lessons that the run gave a teacher and in which nothing was done since. */
export async function takeBackLessons(
  rows: readonly RowOf<'lessons'>[],
  { job, run, year }: MoveUndo,
): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const { employeeId } = first.move;
  const { given } = await readItems({
    given: auditKey(lessonsAuditSubject(employeeId, year), keyOfRow({ run }, first.n)),
  });
  const written = new Set(given?.changes.map(({ field }) => field));
  const meant = rows.filter(({ move }) => written.has(fieldOf(move)));
  return retryRefused({
    read: async () => ({
      teacher: await EmployeeEntity.get({ employeeId }),
      stored: await readLessonsOfTeacher(employeeId, year),
      reasons: await Promise.all(meant.map((row) => whyKept(row, { employeeId, year }))),
    }),
    attempt: async ({ teacher, stored, reasons }): Promise<JobRemark[] | 'refused'> => {
      if (!teacher) return [];
      const there = new Set(stored.map(fieldOf));
      const removed = meant
        .filter((row, index) => reasons[index] === null && there.has(fieldOf(row.move)))
        .map(({ move }) => move);
      if (removed.length > 0) {
        const outcome = await writeLessons({ teacher, year, added: [], removed, by: authorshipOf(job, first.n) });
        if (isRefused(outcome)) return 'refused';
      }
      return meant.flatMap(({ n }, index): JobRemark[] => {
        const reason = reasons[index] ?? null;
        return reason === null ? [] : [{ row: String(n), text: reason }];
      });
    },
    what: 'the lessons of this teacher',
  });
}

/** As the trail names a lesson. */
const fieldOf = ({ subjectId, classId }: TaughtSubject): string => `${subjectId} ${classId}`;

async function whyKept(
  { what, move: { subjectId, classId } }: RowOf<'lessons'>,
  { employeeId, year }: { employeeId: string; year: number },
): Promise<string | null> {
  if ((await countStudentsWithMarks({ year, subjectId, classIds: [classId] })) > 0)
    return wordings.undoFirst.marks(what);
  const taking = await StudentSubjectAssignmentEntity.queryBy('roster', {
    subjectId,
    formLevel: requireFormLevel(classId),
    classId,
  });
  return taking.some((one) => one.employeeId === employeeId) ? wordings.undoFirst.students(what) : null;
}
