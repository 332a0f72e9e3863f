import { levelName } from '#shared/people/form-level.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { assignmentWordings } from '#shared/subjects/wordings.ts';
import { SubjectRecordEntity } from '../../marks/records/subject-record.ts';
import { listWeeklyTestsInSubject } from '../../marks/records/weekly-test.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { formLevelsOfSchool } from '../../school/records/school.ts';
import { StudentSubjectAssignmentEntity } from '../records/store.ts';
import { classesOfLevel, listLessonsOfSubject } from './assigning/lessons-of-subject.ts';

/**
 * Where a subject is used, a sentence for each kind of use; none means that it can go. Lessons of every year, students,
 * marks of every term, and weekly tests. A query for each class and year, each level, and each level and term: for
 * deleting, which is rare.
 */
export async function describeSubjectUses(subjectId: string): Promise<string[]> {
  const { periods, current } = await readAllPeriods();
  // Lessons of a year may be there before its terms are.
  const known = [...periods, ...(current ? [current, { year: current.year + 1 }] : [])].map(({ year }) => year);
  const years = [...new Set(known)].sort((a, b) => b - a);
  const found = await Promise.all([
    lessonsIn(subjectId, years),
    studentsIn(subjectId),
    marksIn(subjectId, periods),
    weeklyTestsIn(subjectId),
  ]);
  return found.flat();
}

async function lessonsIn(subjectId: string, years: readonly number[]): Promise<string[]> {
  const uses: string[] = [];
  for (const year of years) {
    const lessons = await listLessonsOfSubject({ subjectId, year }, classesOfLevel(null));
    const classIds = [...new Set(lessons.map(({ classId }) => classId))];
    if (classIds.length > 0) uses.push(assignmentWordings.lessonsOf(academicYearTitle(year), classIds.join(', ')));
  }
  return uses;
}

async function studentsIn(subjectId: string): Promise<string[]> {
  const taking = await Promise.all(
    formLevelsOfSchool().map(async (formLevel) => {
      const data = await StudentSubjectAssignmentEntity.queryBy(
        'roster',
        { subjectId, formLevel },
        { only: ['studentId'] },
      );
      return data.length > 0 ? [`${data.length} in ${levelName(formLevel)}`] : [];
    }),
  );
  return taking.flat().length > 0 ? [`Students: ${taking.flat().join(', ')}.`] : [];
}

async function marksIn(subjectId: string, periods: readonly { year: number; term: 1 | 2 | 3 }[]): Promise<string[]> {
  const terms: string[] = [];
  for (const { year, term } of periods) {
    const found = await Promise.all(
      formLevelsOfSchool().map((formLevel) =>
        SubjectRecordEntity.queryBy('sheet', { year, term, subjectId, formLevel }, { limit: 1 }),
      ),
    );
    if (found.flat().length > 0) terms.push(`${academicYearTitle(year)} Term ${term}`);
  }
  return terms.length > 0 ? [`Marks: ${terms.join(', ')}.`] : [];
}

async function weeklyTestsIn(subjectId: string): Promise<string[]> {
  const tests = await listWeeklyTestsInSubject(subjectId);
  const last = tests.at(-1);
  return last ? [assignmentWordings.testsOf(tests.length, last.classId, displayDate(last.date))] : [];
}
