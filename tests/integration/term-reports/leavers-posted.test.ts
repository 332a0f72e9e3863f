import { expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { postReports } from './report-cards/post-reports.ts';
import { readCards } from './report-cards/printed-cards.ts';

const office = schoolForTests().as('A1');
restoreAfterEach();

const ofTerm = { year: String(year), term: String(term) };

const leave = async (student_id: string, date_of_leaving: string) =>
  expect(
    (await office.call(studentRegisterContract.archiveStudent, { student_id, date_of_leaving, reason: null })).status,
  ).toBe(200);

/** Ids of the cards that Print Class prints of 1B, and of the leavers whom the screen names as left out of it. */
async function printed1B() {
  const { bytes, status } = await office.call(termReportsContract.printReportCard, { classId: '1B', ...ofTerm });
  expect(status).toBe(200);
  const list = await office.call(termReportsContract.readClassTermReports, { class_id: '1B', ...ofTerm });
  return [
    (await readCards({ bytes })).map(({ name }) => name.slice('Lastname '.length, 'Lastname S11'.length)),
    list.body.data.filter(({ by_name_alone }) => by_name_alone).map(({ student_id }) => student_id),
  ];
}

/** Cards of 1B in the files of the whole school. */
async function printedWithTheSchool(key: string) {
  const start = () =>
    office.call(termReportsContract.startPrintingReportCards, { year, term }, { 'Idempotency-Key': key });
  await expect.poll(async () => (await start()).body.state, { timeout: 20_000 }).toBe('finished');
  const { body } = await office.call(termReportsContract.listReportCardFiles, ofTerm);
  return [body.classes.find(({ class_id }) => class_id === '1B')?.cards, body.left.map(({ student_id }) => student_id)];
}

it('posts with the number of incomplete reports that the check names, in which no leaver is', async () => {
  await leave('S11', '2025-11-12');
  const { body: check } = await office.call(termReportsContract.checkPosting, ofTerm);
  // Fifteen have neither marks nor remarks, and S11 has left.
  expect(check.students).toHaveLength(14);
  const { status, body } = await postReports(office, { posted: 1, date_posted: null, confirm: 14 });
  expect([status, body.state, body.problem, body.total_rows]).toEqual([200, 'finished', null, 15]);
});

it('prints a posted class as it was posted: without those who had left, and with those who left since', async () => {
  await leave('S11', '2025-11-12');
  expect(await printed1B()).toEqual([['S12', 'S13'], ['S11']]);
  expect((await postReports(office, { posted: 1, date_posted: null })).body.state).toBe('finished');
  expect(await printed1B()).toEqual([['S12', 'S13'], ['S11']]);
  await leave('S12', '2025-12-01');
  expect(await printed1B()).toEqual([['S12', 'S13'], ['S11']]);
  expect(await printedWithTheSchool('posted-with-leavers')).toEqual([2, ['S11']]);
});

it('prints a posted leaver who came back with the class again', async () => {
  await leave('S11', '2025-11-12');
  expect((await postReports(office, { posted: 1, date_posted: null })).body.state).toBe('finished');
  const back = await office.call(studentRegisterContract.restoreStudent, { student_id: 'S11', class_id: '1B' });
  expect(back.status).toBe(200);
  expect(await printed1B()).toEqual([['S11', 'S12', 'S13'], []]);
});
