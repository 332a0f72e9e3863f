import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { countStudentsWithMarks } from '../../../marks/records/students-with-marks.ts';
import { EmployeeEntity, readLessonsOfTeacher } from '../../../people/records/store.ts';
import { lessonsAuditSubject, type TaughtSubject, writeLessons } from '../../../people/records/write-lessons.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { StudentSubjectAssignmentEntity } from '../../../subjects/records/store.ts';
import { authorshipOf, type GivenRow, keyOfRow, type MoveUndo } from './rows-of-run.ts';

/** Takes back the lessons that the run gave a teacher and in which nothing was done since. */
export async function takeBackLessons(
  rows: readonly GivenRow<'lessons'>[],
  { job, run, year }: MoveUndo,
): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const meant = await listWrittenLessons(rows, { run, year });
  return removeLessons(meant, { year, by: authorshipOf(job, first.n), why: wordings.undoFirst });
}

/** The lessons of a batch, all of one teacher, that the run wrote: its act in the trail has their names. */
export async function listWrittenLessons<R extends Pick<LessonRow, 'n' | 'move'>>(
  rows: readonly R[],
  { run, year }: Pick<MoveUndo, 'run' | 'year'>,
): Promise<R[]> {
  const [first] = rows;
  if (!first) return [];
  const subject = lessonsAuditSubject(first.move.employeeId, year);
  const { act } = await readItems({ act: auditKey(subject, keyOfRow({ run }, first.n)) });
  const written = new Set(act?.changes.map(({ field }) => field));
  return rows.filter(({ move }) => written.has(fieldOf(move)));
}

interface LessonRow {
  n: number;
  what: string;
  move: TaughtSubject & { employeeId: string };
}

/** Takes lessons from one teacher in which nothing was done, in one transaction. Says of the others why they stay. */
export async function removeLessons(
  meant: readonly LessonRow[],
  { year, by, why }: { year: number; by: Authorship; why: Pick<typeof wordings.undoFirst, 'marks' | 'students'> },
): Promise<JobRemark[]> {
  const [first] = meant;
  if (!first) return [];
  const { employeeId } = first.move;
  return retryRefused({
    read: async () => ({
      teacher: await EmployeeEntity.get({ employeeId }),
      stored: await readLessonsOfTeacher(employeeId, year),
      reasons: await Promise.all(meant.map((row) => whyKept(row, { year, why }))),
    }),
    attempt: async ({ teacher, stored, reasons }): Promise<JobRemark[] | 'refused'> => {
      if (!teacher) return [];
      const there = new Set(stored.map(fieldOf));
      const removed = meant
        .filter((row, index) => reasons[index] === null && there.has(fieldOf(row.move)))
        .map(({ move }) => move);
      if (removed.length > 0) {
        const outcome = await writeLessons({ teacher, year, added: [], removed, by });
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
  { what, move: { employeeId, subjectId, classId } }: LessonRow,
  { year, why }: { year: number; why: Pick<typeof wordings.undoFirst, 'marks' | 'students'> },
): Promise<string | null> {
  if ((await countStudentsWithMarks({ year, subjectId, classIds: [classId] })) > 0) return why.marks(what);
  const taking = await StudentSubjectAssignmentEntity.queryBy('roster', {
    subjectId,
    formLevel: requireFormLevel(classId),
    classId,
  });
  return taking.some((one) => one.employeeId === employeeId) ? why.students(what) : null;
}
