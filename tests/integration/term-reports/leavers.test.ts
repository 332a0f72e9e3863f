import { expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { printingWordings } from '#shared/term-reports/wordings.ts';
import { readPrintedMarkSheet, readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { readCards } from './report-cards/printed-cards.ts';

const office = schoolForTests().as('A1');
restoreAfterEach();

/**
 * What is missing in 1B, where nothing is entered: [students of each row of the board], and who is listed before
 * posting.
 */
async function missingIn1B() {
  const { body: board } = await office.call(termReportsContract.readCompleteness, {
    year: String(year),
    term: String(term),
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

const of1B = { classId: '1B', year: String(year), term: String(term) };

it('leaves a leaver on mark and rank sheet, with the day, out of ranks and the average of the class', async () => {
  const record = { year, term, classId: '1B', formLevel: 1, subjectId: 'MATH', examOutOf: 70, workOutOf: 30 };
  await putRecords(SubjectRecordEntity, [
    { ...record, studentId: 'S11', workSum: 30, exam: 60 },
    { ...record, studentId: 'S12', workSum: 20, exam: 40 },
    { ...record, studentId: 'S13', workSum: 10, exam: 30 },
  ]);
  await leave('S11', '2025-11-12');
  const sheet = await office.call(termReportsContract.printMarkSheet, of1B);
  const { students } = readPrintedMarkSheet(await readPrintedSheets(sheet.bytes));
  expect(students.map(({ name, rank }) => [name, rank])).toEqual([
    ['Lastname S11, Pupil S11 (left 12-Nov-2025)', '–'],
    ['Lastname S12, Pupil S12', '1'],
    ['Lastname S13, Pupil S13', '2'],
  ]);
  const workbook = await office.call(termReportsContract.downloadMarkSheetSpreadsheet, of1B);
  // Of 60 and 40, not of 90.
  expect((await readWorkbook(workbook.bytes)).slice(-2).map((row) => [row[1], row.at(-1)])).toEqual([
    ['Class average', 50],
    ['Marks entered', '2 of 2'],
  ]);
  const [ranks] = await readPrintedSheets((await office.call(termReportsContract.printRankSheet, of1B)).bytes);
  expect(ranks?.rows.map((row) => row.slice(0, 2))).toEqual([
    ['Rank', 'Student'],
    ['1', 'Lastname S12, Pupil S12'],
    ['2', 'Lastname S13, Pupil S13'],
    ['–', 'Lastname S11, Pupil S11 (left 12-Nov-2025)'],
  ]);
  const list = await office.call(termReportsContract.readClassTermReports, {
    class_id: '1B',
    year: String(year),
    term: String(term),
  });
  expect(list.body.data.map(({ student_id, left }) => [student_id, left])).toEqual([
    ['S11', '2025-11-12'],
    ['S12', undefined],
    ['S13', undefined],
  ]);
});

it('prints the card of a leaver by name, and not with the class or the school, which says so', async () => {
  await leave('S11', '2025-11-12');
  const print = async (input: object) => {
    const { status, bytes } = await office.call(termReportsContract.printReportCard, {
      year: String(year),
      term: String(term),
      ...input,
    });
    expect(status).toBe(200);
    return (await readCards({ bytes })).length;
  };
  expect(await print({ classId: '1B' })).toBe(2);
  expect(await print({ studentId: 'S11' })).toBe(1);
  const key = { 'Idempotency-Key': 'print-with-a-leaver' };
  const start = () => office.call(termReportsContract.startPrintingReportCards, { year, term }, key);
  await expect.poll(async () => (await start()).body.state, { timeout: 20_000 }).toBe('finished');
  const { body } = await office.call(termReportsContract.listReportCardFiles, {
    year: String(year),
    term: String(term),
  });
  expect(body.classes.map(({ class_id, cards }) => [class_id, cards])).toEqual([
    ['1A', 6],
    ['1B', 2],
    ['4A', 4],
    ['4B', 2],
  ]);
  expect(body.left).toEqual([
    { student_id: 'S11', name: 'Lastname S11, Pupil S11', class_id: '1B', reason: printingWordings.left },
  ]);
});
