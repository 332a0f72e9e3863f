import { expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';

const office = schoolForTests().as('A1');
restoreAfterEach();

/** What is missing in 1B, where nothing is entered: [students of each row of the board], and who is listed before posting. */
async function missingIn1B() {
  const { body: board } = await office.call(termReportsContract.readCompleteness, {
    ...{ year: String(year), term: String(term) },
  });
  const { body: check } = await office.call(termReportsContract.checkPosting, {
    year: String(year),
    term: String(term),
  });
  const rows = board.rows.filter(({ class_id }) => class_id === '1B');
  const students = check.students.filter(({ class_id }) => class_id === '1B');
  return [rows.map(({ students }) => students), students.map(({ student_id }) => student_id).sort()];
}

const leave = async (student_id: string, date_of_leaving: string) =>
  expect(
    (await office.call(studentRegisterContract.archiveStudent, { student_id, date_of_leaving, reason: null })).status,
  ).toBe(200);

it('asks nothing more of somebody who left in the term, on the board and before posting', async () => {
  // English, Mathematics, form teacher and dean.
  expect(await missingIn1B()).toEqual([
    [3, 3, 3, 3],
    ['S11', 'S12', 'S13'],
  ]);
  await leave('S11', '2025-10-10');
  expect(await missingIn1B()).toEqual([
    [2, 2, 2, 2],
    ['S12', 'S13'],
  ]);
});

it('still asks for the marks of somebody who left after the end of the term', async () => {
  // The term ends on 12 December.
  await leave('S12', '2025-12-15');
  expect(await missingIn1B()).toEqual([
    [3, 3, 3, 3],
    ['S11', 'S12', 'S13'],
  ]);
});
