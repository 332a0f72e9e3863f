import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { isWeekEndDate, type TestWindow } from '#shared/marks/weekly-tests/week-end-date.ts';
import { toAcademicYearId } from '#shared/school/academic-year.ts';
import { readSchoolDays } from '../../attendance/records/school-calendar.ts';
import { readLessonsOfTeacher } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { requireWeeklyTests } from './check-test.ts';

export const listSubjectsOfTeacher = callHandler(weeklyTestsContract.listSubjectsOfTeacher, {
  handle: async ({ caller }) => {
    const window = requireWeeklyTests();
    const current = await readCurrentPeriod();
    if (!current) return { subjects: [], terms: [] };
    const [lessons, subjects, terms] = await Promise.all([
      readLessonsOfTeacher(caller.accountId, current.year),
      readSubjectNamesById(),
      readTermsWithTestDays(current, window),
    ]);
    return {
      subjects: lessons.map(({ subjectId, classId, formLevel }) => ({
        subject_id: subjectId,
        title: subjects.get(subjectId)?.title ?? subjectId,
        form_class_id: classId,
        form_level: formLevel,
      })),
      terms,
    };
  },
});

/** The terms of a year that have Thursdays of the window on which there is school, with these. */
async function readTermsWithTestDays({ year }: { year: number }, window: TestWindow) {
  const { days } = await readSchoolDays({ from: window.from, to: window.to });
  const ofTerms = Map.groupBy(
    days.filter((day) => day.year === year && isWeekEndDate(day.date, window)),
    ({ term }) => term,
  );
  return [...ofTerms.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            academic_year_id: toAcademicYearId(year),
            term: first.term,
            days: [first, ...others].map(({ date }) => date),
          },
        ]
      : [],
  );
}
