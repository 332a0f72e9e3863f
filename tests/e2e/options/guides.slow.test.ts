import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { schoolDay, school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { readFamiliesSettings } from '#shared/options/families/mail-settings.ts';
import { familyNoteWordings } from '#shared/options/families/note-wordings.ts';
import { registrationSteps } from '#shared/options/families/registration-fields.ts';
import { familyScreenWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { readPrintedPdf } from '../../support/files/printed-pdf.ts';
import { follow } from '../../support/guide/follow-guide.ts';
import { postReportOfStudent } from '../../support/school/posted-report.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../support/school/records.ts';
import {
  password,
  startSmallSchool,
  studentIdsOfClasses,
  term,
  year,
  yearId,
} from '../../support/school/small-school.ts';
import { lookInto, nothing, press, windowOf } from '../guide/guided-section.ts';

/** The guides of families and of the gate, in the order in which a school does it: one school for all. */
const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));
const familyGuide = 'options/families/family.md';
const officeGuide = 'options/families/office.md';
const gateGuide = 'options/scan-stations/gate.md';
const transcriptsGuide = 'options/transcripts/office.md';
const [, , phone] = screenLooks;

let oneTime = '';

beforeAll(async () => {
  const today = schoolDay(new Date());
  const limits = { lateAfter: '23:59', amUntil: '23:59', pmFrom: '00:00', pmLateAfter: '23:59', pmUntil: '23:59' };
  await executeActionOfTest(PeriodEntity.put({ year, term, dateStart: '2025-09-01', dateEnd: today }));
  await executeActionOfTest(
    DaySettingEntity.put({ version: 1, date: today, half: halfYearOf(today), sessions: ['am', 'pm'], limits }),
  );
  for (const studentId of studentIdsOfClasses['4A']) {
    await changeRecordOfTest(StudentEntity, { studentId }, { dateOfBirth: '2010-05-17' });
    await changeRecordOfTest(StudentEntity, { studentId }, { mother_email: `${studentId}@example.com` });
    await postReportOfStudent(studentId, { year: year - 1, term });
  }
  const postedAt = new Date().toISOString();
  await executeActionOfTest(TermPostingEntity.update({ year: year - 1, term }, { set: { postedAt } }));
  const office = await clientOfAccount(school.url, 'A1');
  await office.call(termsContract.openAttendance, { academic_year_id: yearId, term });
  await office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open: 1, deadline: null });
});

const dashboard = async (path: string) => {
  const { page } = await school.visitAs('admin', undefined, { password });
  await page.goto(`${school.url}/admin/dashboard/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};

/** Presses a button that downloads a PDF. */
async function textsOfPdf(page: Page, button: string): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  const { pages } = await readPrintedPdf(await readFile(await file.path()));
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text));
}

it('Families', async () => {
  const page = await dashboard('families');
  await follow(page, officeGuide, 'Families', (see) => [
    async () => {
      await press(page, 'Make Accounts');
      const question = windowOf(page, 'Make Accounts');
      await question.getByRole('button', { name: 'Make Accounts' }).click();
      await page.getByText(familyScreenWordings.everybody).waitFor();
    },
    async () => {
      await press(page, 'Open 4A');
      await page.getByRole('button', { name: 'Print Letters' }).waitFor();
      const texts = await textsOfPdf(page, 'Print Letters');
      oneTime = texts.slice(texts.indexOf('S41')).find((text) => /^[A-Za-z2-9]{16}$/.test(text)) ?? '';
      expect(oneTime).not.toBe('');
      await see();
      await page.keyboard.press('Escape');
      await windowOf(page, 'Families of 4A').waitFor({ state: 'detached' });
    },
    async () => {
      await see();
      await press(page, 'Links of 4A');
      await page.getByRole('row', { name: /S41/ }).waitFor();
    },
    async () => {
      expect((await textsOfPdf(page, 'Print Slips')).join(' ')).toContain('Pupil S41');
      await press(page, 'End link of Lastname S42');
      await see();
      await windowOf(page, 'End Links').getByRole('button', { name: 'End Links' }).click();
      await page.getByRole('row', { name: /S42.*Ended by the office/ }).waitFor();
    },
  ]);
});

it('Your report on the web', async () => {
  const { page } = await school.visit(phone);
  await follow(page, familyGuide, 'Your report on the web', (see) => [
    () => page.goto(`${school.url}/student`),
    async () => {
      await page.getByLabel('Student ID').fill('S41');
      await page.getByLabel('Password').fill(oneTime);
      await see();
      await page.getByRole('button', { name: 'LOGIN' }).click();
    },
    async () => {
      await page.getByLabel('New Password').fill('Seven green lanterns 7');
      await page.getByLabel('Confirm Password').fill('Seven green lanterns 7');
      await see();
      await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click();
      await page.getByRole('heading', { name: 'My reports' }).waitFor();
    },
    async () => {
      await see();
      await page.getByRole('link', { name: /^Term 1/ }).click();
      await page.getByRole('heading', { name: 'Subjects' }).waitFor();
    },
    async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('link', { name: /^Download/ })
          .first()
          .click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    },
    async () => {
      await page.getByRole('link', { name: 'My reports' }).click();
      await page.getByRole('link', { name: 'Absence notes' }).click();
      await press(page, 'Send Note');
      await page.getByLabel('First day', { exact: true }).fill('14-Oct-2025');
      await page.getByLabel('Last day', { exact: true }).fill('14-Oct-2025');
      await page.getByLabel('Reason').selectOption({ label: 'Illness' });
      await press(page, 'Send Note');
      await page.getByText(familyNoteWordings.sent).waitFor();
    },
    async () => {
      await page.goto(`${school.url}/student/registration?step=1`);
      await page.getByLabel('Birth Cerficate Pin').fill('BC 4141');
      await press(page, 'Next');
      await page.getByLabel('Home Address').fill('12 Coconut Drive');
      await page.getByLabel('Email').focus();
      await page.getByText('All saved').waitFor();
      await page.goto(`${school.url}/student/registration?step=${registrationSteps.length + 1}`);
      await page.getByRole('heading', { name: 'Files' }).waitFor();
      await press(page, 'Next');
      await page.getByRole('button', { name: 'Hand In' }).waitFor();
      await see();
      await press(page, 'Hand In');
      await page.getByRole('heading', { name: 'Handed in' }).waitFor();
    },
    async () => {
      await press(page, 'Sign Out');
      await page.getByLabel('Student ID').waitFor();
    },
  ]);
});

it('Absence notes and registrations', async () => {
  const page = await dashboard('student-attendance?act=register&class=4A&date=2025-10-14');
  await follow(page, officeGuide, 'Absence notes and registrations', (see) => [
    async () => {
      await press(page, 'Family Notes (1)');
      await page.getByRole('button', { name: /^Accept as excused/ }).click();
      await page.getByRole('button', { name: /^Accept as excused/ }).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
    },
    async () => {
      await page.getByRole('link', { name: 'Registration', exact: true }).click();
      await page.getByRole('button', { name: 'Form 4' }).first().click();
      await page.getByRole('button', { name: '4A', exact: true }).click();
      await page.getByRole('button', { name: /^Compare Lastname S41/ }).waitFor();
    },
    async () => {
      await lookInto(page, see, 'Accept Registrations');
      await press(page, 'Compare Lastname S41');
      const compared = page.getByRole('dialog');
      await compared.getByText('12 Coconut Drive').waitFor();
      await compared.getByLabel('Note to the family').fill('Which town?');
      await see();
      await compared.getByRole('button', { name: 'Send Back' }).click();
      await compared.waitFor({ state: 'detached' });
    },
  ]);
});

it('Letters to Families', async () => {
  const before = schoolFile().optionSettings;
  const { letters } = readFamiliesSettings(before);
  schoolFile().optionSettings = { ...before, families: { letters: { ...letters, perSecond: 1 } } };
  const page = await dashboard('family-mails');
  await follow(page, officeGuide, 'Letters to Families', (see) => [
    nothing,
    async () => {
      await press(page, 'Send ');
      await windowOf(page, 'Send Letters').waitFor();
      await see();
      await windowOf(page, 'Send Letters').getByRole('button', { name: 'Send Letters' }).click();
    },
    async () => {
      await page.getByRole('button', { name: 'Stop Sending' }).waitFor();
      await see();
      await press(page, 'Stop Sending');
      await page.getByRole('button', { name: 'Stop Sending' }).waitFor({ state: 'detached' });
    },
  ]);
  schoolFile().optionSettings = before;
});

it('Transcripts', async () => {
  const page = await dashboard('transcripts');
  await follow(page, transcriptsGuide, 'Transcripts', (see) => [
    async () => {
      await page.getByRole('combobox', { name: 'Class' }).click();
      await see();
      await page.getByRole('option', { name: '4A', exact: true }).click();
      await page.getByRole('button', { name: /^Open Lastname S42/ }).waitFor();
      await see();
      await press(page, 'Open Lastname S42');
      await page.getByRole('button', { name: 'Issue Transcript' }).waitFor();
    },
    async () => {
      await press(page, 'Preview');
      await page.getByRole('link', { name: 'Download' }).waitFor();
      await page.keyboard.press('Escape');
      await windowOf(page, /./).waitFor({ state: 'detached' });
      await press(page, 'Issue Transcript');
      await page
        .getByText(/is issued\./)
        .first()
        .waitFor();
      await windowOf(page, /./).waitFor();
      await page.keyboard.press('Escape');
      await windowOf(page, /./).waitFor({ state: 'detached' });
    },
    async () => {
      await lookInto(page, see, 'Leaving Certificate');
      await lookInto(page, see, 'Testimonial');
    },
    async () => {
      await page.goto(`${school.url}/admin/dashboard/transcripts`);
      await page.getByRole('tab', { name: 'Earlier Marks' }).click();
      await page.getByRole('button', { name: 'Download Template' }).waitFor();
      await see();
      const line = 'S42,2019-2020,1,Mathematics,67,Report book 2019';
      await page.locator('input[type=file]').setInputFiles({
        name: 'marks.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`Student ID,Year,Term,Subject,Mark,Source\n${line}`),
      });
      await page.getByRole('button', { name: /^Store/ }).waitFor();
      await see();
      await press(page, 'Store');
      await page.getByRole('button', { name: /^Store/ }).waitFor({ state: 'detached' });
    },
    () => page.getByRole('tab', { name: 'Lists and Blank Paper' }).click(),
  ]);
});

it('the gate', async () => {
  const page = await dashboard('student-attendance');
  let link = '';
  await follow(page, gateGuide, 'Set up a station', (see) => [
    async () => {
      await see();
      await press(page, 'link: Stations');
      await page.getByLabel('New station').waitFor();
    },
    async () => {
      await page.getByLabel('New station').fill('Main gate');
      await press(page, 'Make a link');
      link = await page.getByRole('region', { name: 'Link of Main gate' }).locator('code').innerText();
    },
    nothing,
    async () => {
      await page.goto(`${school.url}/admin/dashboard/student-attendance`);
      await press(page, 'link: Student Cards');
      await windowOf(page, 'Student Cards').waitFor();
    },
  ]);

  const { page: gate, context } = await school.visit(phone);
  await gate.goto(link);
  await follow(gate, gateGuide, 'At the gate', (see) => [
    () => gate.getByText('Scan your card').waitFor(),
    async () => {
      await gate.evaluate(() => {
        for (const key of ['S', '0', '1', 'Enter'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      });
      await gate.getByText('Pupil S01 Lastname S01').waitFor();
      await gate.getByText('On time').waitFor();
    },
    async () => {
      await gate.getByLabel('Or type the id').fill('S02');
      await see();
      await press(gate, 'Enter');
      await gate.getByText('Pupil S02 Lastname S02').waitFor();
    },
    async () => {
      await context.setOffline(true);
      await gate.getByLabel('Or type the id').fill('S03');
      await press(gate, 'Enter');
      await gate.getByText('No connection – 1 scan waiting').waitFor();
      await see();
      await context.setOffline(false);
    },
  ]);
});
