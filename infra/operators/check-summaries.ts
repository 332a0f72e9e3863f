import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSchool } from '../school.ts';
import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run check-summaries -- --school <id> --year <start year>';

/**
 * Compares a deployed school's class rosters, and what is kept of a year's classes and attendance, with the records,
 * and corrects what is wrong (ADR 0040, 0058).
 */
await runApp(async () => {
  const { school: id, year } = parseCommandOptions(usage, { school: { type: 'string' }, year: { type: 'string' } });
  if (id === undefined || !/^20\d\d$/.test(year ?? '')) throw new OperatorError(usage);
  const school = loadSchool(id);
  await setSchoolEnvironment(id);
  const folder = mkdtempSync(join(tmpdir(), 'formroom-'));
  process.env.SCHOOL_FILE = join(folder, 'school.json');
  try {
    writeFileSync(process.env.SCHOOL_FILE, JSON.stringify(school));
    const corrected = await correctAll(
      Number(year),
      school.formClasses.map((one) => one.id),
    );
    for (const line of corrected) console.log(`${line}: corrected.`);
    if (corrected.length === 0) console.log('Rosters and summaries equal the records.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function correctAll(year: number, classIds: readonly string[]): Promise<string[]> {
  const { repairRosters } = await import('#functions/students/records/rosters/repair-rosters.ts');
  const { repairClassEntries } = await import('#functions/marks/records/class-entries.ts');
  const { repairKeptDays } = await import('#functions/attendance/reports/day-facts.ts');
  const lines = (await repairRosters()).map((studentId) => `Class roster, student ${studentId}`);
  for (const term of [1, 2, 3] as const) {
    const wrong = await repairClassEntries({ year, term, classIds });
    lines.push(...wrong.map((classId) => `Marks of term ${term}, ${classId}`));
  }
  for (const half of [`${year}H2`, `${year + 1}H1`])
    for (const kept of await repairKeptDays(half)) lines.push(`Attendance, ${kept}`);
  return lines;
}
