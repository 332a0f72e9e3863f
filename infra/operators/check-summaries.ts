import { loadSchool } from '../school.ts';
import { useSchool } from './accounts/deployed-school.ts';
import { OperatorError, readOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run check-summaries -- --school <id> --year <start year>';

/**
 * Compares the class rosters, and what is kept of a year's classes and attendance, in a deployed school with the records, and corrects what is
 * wrong (ADR 0040, 0058).
 */
await runApp(async () => {
  const { school, year } = readOptions(usage, { school: { type: 'string' }, year: { type: 'string' } });
  if (school === undefined || !/^20\d\d$/.test(year ?? '')) throw new OperatorError(usage);
  await useSchool(school);
  const { correctClassEntries } = await import('#functions/marks/records/class-entries.ts');
  const { correctKeptDays } = await import('#functions/attendance/reports/day-facts.ts');
  const { correctRosters } = await import('#functions/students/records/rosters/correct-rosters.ts');
  const classIds = loadSchool(school).formClasses.map(({ id }) => id);
  let count = 0;
  for (const term of [1, 2, 3] as const) {
    for (const classId of await correctClassEntries({ year: Number(year), term, classIds })) {
      count += 1;
      console.log(`Term ${term}, ${classId}: corrected.`);
    }
  }
  for (const half of [`${year}H2`, `${Number(year) + 1}H1`]) {
    for (const kept of await correctKeptDays(half)) {
      count += 1;
      console.log(`Attendance, ${kept}: corrected.`);
    }
  }
  for (const studentId of await correctRosters()) {
    count += 1;
    console.log(`Class roster of student ${studentId}: corrected.`);
  }
  if (count === 0) console.log('What is kept of the classes equals the records.');
});
