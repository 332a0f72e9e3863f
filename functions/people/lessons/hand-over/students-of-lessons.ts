import { termReportKey } from '../../../marks/records/term-report.ts';
import { readMany } from '../../../platform/table/table.ts';
import { listClassLeaversSince } from '../../../students/records/placement/earlier-classes.ts';
import { readStudents } from '../../../students/records/store.ts';
import { readRoster } from '../../../subjects/records/store.ts';
import { type HandedOverItem, termNumbers } from './handed-over.ts';

/** A line of lessons: its subject, and all its classes. */
type Lessons = Pick<HandedOverItem, 'subjectId' | 'formLevel' | 'year' | 'given' | 'shared'>;

/**
 * Ids of the students of lessons: those who take the subject in the classes, and those who have left the school from
 * one of them since they had a report in the year. Two queries, and requests for those who have left the classes since
 * the year before.
 */
export async function listStudentIdsOfLessons({ subjectId, formLevel, year, ...lessons }: Lessons): Promise<string[]> {
  const classIds = [...lessons.given, ...lessons.shared];
  const [roster, left] = await Promise.all([
    readRoster({ subjectId, formLevel, classIds }),
    listClassLeaversSince(String(year)),
  ]);
  const ids = [...new Set(classIds.flatMap((classId) => [...(left.get(classId) ?? [])]))];
  const leavers = (await readLeavers(ids)).filter(({ classId }) => classIds.includes(classId));
  const reports = await readMany(
    leavers.flatMap(({ studentId }) => termNumbers.map((term) => termReportKey({ studentId, year, term }))),
    ['studentId'],
  );
  return [...new Set([...roster, ...reports].map(({ studentId }) => studentId))];
}

/**
 * Those of the students who have left the school, with the last class and with the teacher of each subject on leaving.
 */
export async function readLeavers(studentIds: readonly string[]) {
  const students = await readStudents(studentIds, ['studentId', 'classId', 'status', 'ownTeachers']);
  return students.flatMap(({ studentId, classId, status, ownTeachers = {} }) =>
    status === 'archived' ? [{ studentId, classId, ownTeachers }] : [],
  );
}
