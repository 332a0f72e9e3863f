import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { applyDecisions } from '#functions/attendance/records/change-record.ts';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { writeRecords } from '#functions/attendance/records/write-records.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { schoolDay, school as schoolFile } from '#functions/school/records/school.ts';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { signIn } from '../../../support/callers/sign-in.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import {
  addStudents,
  password,
  startSmallSchool,
  studentIdsOfClasses,
  term,
  year,
} from '../../../support/school/small-school.ts';

const shots = process.env.SCREENSHOTS;

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
let date: string;
/** Thirty who come, and the six of the small school who do not. */
const pupils = Array.from({ length: 30 }, (_, index) => `C${String(index + 1).padStart(2, '0')}`);
const [late = '', awayInMorning = ''] = pupils.slice(3);

beforeAll(async () => {
  // The term is today alone; and today is a school day on which nobody comes late, whatever day and time it is.
  date = schoolDay(new Date());
  const limits = { lateAfter: '23:59', amUntil: '23:59', pmFrom: '00:00', pmLateAfter: '23:59', pmUntil: '23:59' };
  await Promise.all([
    addStudents('1A', [...studentIdsOfClasses['1A'], ...pupils]),
    executeActionOfTest(PeriodEntity.put({ year, term, dateStart: date, dateEnd: date })),
    executeActionOfTest(
      DaySettingEntity.put({ version: 1, date, half: halfYearOf(date), sessions: ['am', 'pm'], limits }),
    ),
  ]);
});

it('thirty scans and two corrections reach the late list, the term reports and the report cards', async () => {
  const office = await school.visitAs('admin', undefined, { password });
  await scanAll(office.page);
  await correctTwo();
  const listed = await lateList(office.page);
  expect(pupils.filter((id) => listed.includes(`Pupil ${id}`))).toEqual([late]);
  await updateTermReports(office.page);
  expect(await figuresOnCards()).toEqual({
    // Two sessions were held.
    ...Object.fromEntries(studentIdsOfClasses['1A'].map((id) => [id, ['2', '0']])),
    ...Object.fromEntries(pupils.map((id) => [id, ['0', '0']])),
    [late]: ['0', '1'],
    [awayInMorning]: ['1', '0'],
  });
});

it('the office closes a day and undoes it, archives an old half year and reads it there', async () => {
  const { page } = await school.visit();
  await longAgo();
  await signIn(page, school.url, 'admin', password);
  await page.goto(`${attendance()}?act=days`);
  const today = page.locator(`[data-date="${date}"]`);
  await today.getByText('30 recorded').waitFor();
  await today.click();
  const day = page.getByRole('dialog');
  await day.getByRole('combobox', { name: attendanceScreenWordings.theDayIs }).click();
  await page.getByRole('option', { name: 'Closed' }).click();
  await day.getByLabel(attendanceScreenWordings.reasonForClosing).fill('Flood');
  await day.getByText(/One day changes, and 30 of 30 students’ days/).waitFor();
  await day.getByRole('button', { name: 'Save' }).click();
  await today.getByText('Closed: Flood').waitFor();
  await expect.poll(() => today.getByText('recorded').count()).toBe(0);
  await page.getByText('Recent changes').click();
  await page.getByRole('button', { name: /^Undo: .*Flood/ }).click();
  await today.getByText('30 recorded').waitFor();

  await page.goto(`${attendance()}?act=archive`);
  const archive = page.getByRole('dialog', { name: attendanceScreenWordings.attendanceArchive });
  await archive.getByText('July to December 2021').waitFor();
  await archive.getByRole('button', { name: 'Archive', exact: true }).click();
  await archive.getByText(attendanceScreenWordings.theArchiveIsComplete).waitFor();
  await archive.getByText('Nothing is old enough.').waitFor();
  if (shots) await page.screenshot({ path: `${shots}/archived.png` });
  const pupil = `${attendance()}?act=students&student=${late}`;
  const old = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '06-Sep-2021' }) });
  await page.goto(pupil);
  await old.getByText('Clinic').waitFor();
  await page.getByText(/Days of this term are in the archive/).waitFor();
});

it.each(
  isWholeRun ? screenLooks : [screenLooks[3]],
)('no screen of attendance has an accessibility fault, on a $name', async (look) => {
  const { page } = await school.visitAs('admin', look, { password });
  await page.goto(attendance());
  await page.getByRole('region', { name: 'Office' }).waitFor();
  const links = page.locator('main a[href*="act="]');
  const acts = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).search));
  expect(acts).toContain('?act=stations');
  const faults: Record<string, string[]> = {};
  for (const act of ['', ...acts, `?act=students&student=${late}`, `?act=summary&from=${date}&show=1`]) {
    await page.goto(`${attendance()}${act}`);
    const back = page.getByRole('main').getByRole('link', { name: 'Student Attendance', exact: true });
    const toList = page.getByRole('button', { name: attendanceScreenWordings.backToTheList });
    const dialog = page.getByRole('dialog');
    if (act !== '') await dialog.or(back).or(toList).first().waitFor();
    // The screen of an act comes after the link back from it.
    if (!(await dialog.isVisible())) await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if (shots) await page.screenshot({ path: `${shots}/${act.slice(5)}-${look.theme}.png` });
    faults[act] = await findAxeViolations(page);
  }
  expect(Object.values(faults).flat()).toEqual([]);
});

/** One day of a term of long ago, on which the one who is late was absent. */
async function longAgo(): Promise<void> {
  await executeActionOfTest(PeriodEntity.put({ year: 2021, term: 1, dateStart: '2021-09-01', dateEnd: '2021-12-10' }));
  const rules = { sessions: ['am', 'pm'] as const, limits: schoolFile().attendance.limits };
  const student = { studentId: late, classId: '1A', formLevel: 1 };
  const place = { student, date: '2021-09-06', rules, before: undefined };
  const stamp = { by: 'Mona Núñez', at: '2021-09-06T12:00:00.000Z' };
  const after = applyDecisions(place, { am: 'A', reason: 'Clinic' }, stamp);
  // It was written while its year was the current one.
  await writeRecords([{ before: undefined, after }], { openAt: 'even closed' });
}

const attendance = () => `${school.url}/admin/dashboard/student-attendance`;

async function scanAll(page: Page): Promise<void> {
  await page.goto(`${attendance()}?act=stations`);
  await page.getByLabel('New station').fill('Main gate');
  await page.getByRole('button', { name: scanStationWordings.makeALink }).click();
  const link = await page.getByRole('region', { name: 'Link of Main gate' }).locator('code').innerText();
  const gate = await school.visit();
  await gate.page.goto(link);
  await gate.page.getByText(scanStationWordings.scanYourCard).waitFor();
  for (const id of pupils) {
    // A scanner types a card within milliseconds, however busy the machine is that runs this.
    await gate.page.evaluate(
      (keys) => {
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      },
      [...id, 'Enter'],
    );
  }
  await expect.poll(async () => (await readAttendanceOfDay(pupils, date)).length).toBe(pupils.length);
  await gate.context.close();
}

/** By keyboard: one came late, one was away in the morning. */
async function correctTwo(): Promise<void> {
  const { page } = await school.visitAs('mona', screenLooks[3], { password });
  await page.getByRole('link', { name: /Class Register/ }).click();
  const morning = page.getByRole('button', { name: 'Morning' });
  await morning.click();
  await page.getByRole('button', { name: 'Morning', pressed: true }).waitFor();
  for (const [id, key] of [
    [late, 'l'],
    [awayInMorning, 'a'],
  ] as const) {
    await page.locator(`[data-student="${id}"]`).focus();
    await page.keyboard.press(key);
  }
  await page.getByRole('button', { name: 'All saved' }).waitFor();
  await page.getByText(/28 present · 1 late · 1 absent · 6 not marked/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
}

async function lateList(page: Page): Promise<string> {
  await page.goto(`${attendance()}?act=late&from=${date}`);
  await page.getByRole('button', { name: 'Show Report' }).click();
  return (await pdfOf(page, page.getByRole('dialog', { name: /Late List/ }))).join(' ');
}

async function updateTermReports(page: Page): Promise<void> {
  await page.goto(`${attendance()}?act=update-term-reports`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/would change/).waitFor();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog.getByText('Update complete.').waitFor();
}

/** Times absent and times late by student, as the printed cards have them. */
async function figuresOnCards(): Promise<Record<string, readonly [string, string]>> {
  const { page } = await school.visitAs('mona', undefined, { password });
  await page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Print Class' }).click();
  const texts = await pdfOf(page, page.getByRole('dialog', { name: /^Report cards of / }));
  const after = (label: string) => texts.flatMap((text, index) => (text === label ? [texts[index + 1] ?? ''] : []));
  const [absent, lates] = [after('Times absent'), after('Times late')];
  return Object.fromEntries(after('Student ID').map((id, index) => [id, [absent[index] ?? '', lates[index] ?? '']]));
}

async function pdfOf(page: Page, dialog: Locator): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  const { pages } = await readPrintedPdf(await readFile(await file.path()));
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text));
}
