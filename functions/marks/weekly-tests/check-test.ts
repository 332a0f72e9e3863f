import { authRefusals } from '#shared/accounts/wordings.ts';
import { findTermOfDay } from '#shared/attendance/school-days.ts';
import { isWeekEndDate } from '#shared/marks/weekly-tests/week-end-date.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { toTermDates } from '../../attendance/records/school-calendar.ts';
import { isTaughtByTeacher } from '../../people/records/class-list.ts';
import { type LessonItem, readLessonsOfTeacher } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { formLevelOfClass, school } from '../../school/records/school.ts';
import { type ListedStudent, listStudentsOfSheet, readListSource } from '../../students/records/term-lists.ts';

/** The school's setting; 404 if the school has no weekly tests. */
export function requireWeeklyTests() {
  const { weeklyTests: setting } = school();
  if (!setting.isOn) throw new NotFoundError(weeklyTestWordings.off);
  return setting;
}

/** The term whose class list a test has. */
export interface TermOfTest {
  year: number;
  term: 1 | 2 | 3;
}

/**
 * The caller's lessons of a test, and its term: that of its date, else the current one. Refuses dates that are no test
 * days, and lessons of others.
 */
export async function authorizeTest(
  test: { week_end_date: string; form_class_id: string; subject_id?: string },
  caller: Caller,
): Promise<{ lessons: LessonItem[]; term: TermOfTest }> {
  if (!isWeekEndDate(test.week_end_date, requireWeeklyTests())) {
    throw new ValidationError({ week_end_date: [weeklyTestWordings.notThursday] });
  }
  const { periods, current } = await readAllPeriods();
  if (!current) throw new ForbiddenError(authRefusals.forbidden);
  const lessons = (await readLessonsOfTeacher(caller.accountId, current.year)).filter(
    ({ classId, subjectId }) =>
      classId === test.form_class_id && (test.subject_id === undefined || subjectId === test.subject_id),
  );
  if (lessons.length === 0) throw new ForbiddenError(authRefusals.forbidden);
  const { year, term } = findTermOfDay(test.week_end_date, periods.map(toTermDates)) ?? current;
  return { lessons, term: { year, term } };
}

interface Test {
  /** yyyy-MM-dd. */
  date: string;
  subjectId: string;
  classId: string;
  employeeId: string;
}

/**
 * The teacher's students of a test: those of class and subject in its term (rule 45) who had not left before it, and
 * those with a mark of it. Two requests; four or more after the end of the term.
 */
export async function listStudentsOfTest(
  { date, subjectId, classId, employeeId }: Test,
  { term, marked }: { term: TermOfTest; marked: readonly { studentId: string }[] },
): Promise<ListedStudent[]> {
  const sheet = { ...term, subjectId, formLevel: formLevelOfClass(classId) ?? 0, classIds: [classId] };
  const source = await readListSource(term);
  const entries = marked.map(({ studentId }) => ({ studentId, classId }));
  const students = await listStudentsOfSheet(sheet, { source, entries });
  const isMarked = new Set(marked.map(({ studentId }) => studentId));
  return students.filter(
    (student) =>
      isTaughtByTeacher(student, employeeId) &&
      (student.left === undefined || student.left >= date || isMarked.has(student.studentId)),
  );
}
