import { beforeAll, expect, it } from 'vitest';
import { familyNoteWordings } from '#shared/options/families/note-wordings.ts';
import { familyPageWordings } from '#shared/options/families/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { addStudentAccount, password, startSmallSchool, term, yearId } from '../../../support/school/small-school.ts';

const shots = process.env.SCREENSHOTS;
const [, , phone, darkPhone] = screenLooks;

const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

beforeAll(async () => {
  await addStudentAccount('S01');
  // The days of the small school's term are over by the clock of a browser.
  const office = await clientOfAccount(school.url, 'A1');
  await office.call(termsContract.openAttendance, { academic_year_id: yearId, term });
});

async function familyPage(look = phone) {
  const { cookies } = await clientOfAccount(school.url, 'student.S01');
  const { page, context } = await school.visit(look);
  // What signing in leaves on the device.
  await context.addInitScript(() => localStorage.setItem('formroom.family', '1'));
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: school.url })));
  await page.goto(`${school.url}/student/absences`);
  await page.getByRole('heading', { name: 'Absence notes' }).waitFor();
  return page;
}

it('a note with a picture goes from the phone to the register, and comes back accepted', async () => {
  const page = await familyPage();
  await page.getByRole('button', { name: 'Send Note' }).click();
  await page.getByText(familyNoteWordings.chooseDays).waitFor();
  await page.getByLabel('First day', { exact: true }).fill('14-Oct-2025');
  await page.getByLabel('Last day', { exact: true }).fill('15-Oct-2025');
  await page.getByLabel('Reason').selectOption({ label: 'Illness' });
  await page.getByLabel(familyPageWordings.inAFewWords).fill('A cold');
  const picture = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(makeJpeg({})) };
  await page.getByLabel('Picture of the note').setInputFiles(picture);
  expect(await findAxeViolations(page)).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/absence-form.png`, fullPage: true });
  await page.getByRole('button', { name: 'Send Note' }).click();
  await page.getByText(familyNoteWordings.sent).waitFor();
  await page.getByText('2 school days, with a picture').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  const { page: desk } = await school.visitAs(
    'mona',
    { ...screenLooks[0], size: { width: 1280, height: 800 } },
    { password },
  );
  await desk.goto(`${school.url}/term-reports/class-register?class=1A&date=2025-10-14`);
  await desk.getByRole('radiogroup', { name: /^Lastname S01.*family note: Illness: A cold/ }).waitFor();
  if (shots) await desk.screenshot({ path: `${shots}/register.png` });
  await desk.getByRole('button', { name: 'Family Notes (1)' }).click();
  const notes = desk.getByRole('dialog', { name: 'Family notes' });
  await notes.getByRole('button', { name: /^Show picture/ }).waitFor();
  expect(await findAxeViolations(desk)).toEqual([]);
  if (shots) await desk.screenshot({ path: `${shots}/family-notes.png` });
  const [opened] = await Promise.all([
    desk.waitForEvent('popup'),
    notes.getByRole('button', { name: /^Show picture/ }).click(),
  ]);
  await opened.waitForURL(/absence-notes/);
  await opened.close();
  await notes.getByRole('button', { name: /^Accept as excused/ }).click();
  await notes.getByText(familyNoteWordings.noneOfClass).waitFor();
  await desk.keyboard.press('Escape');
  await desk.getByRole('radiogroup', { name: /^Lastname S01.*Illness: A cold \(excused\)/ }).waitFor();

  const again = await familyPage(darkPhone);
  await again.getByText(familyNoteWordings.accepted('Mona Núñez', 'excused')).waitFor();
  expect(await findAxeViolations(again)).toEqual([]);
  if (shots) await again.screenshot({ path: `${shots}/accepted-dark.png`, fullPage: true });
});
