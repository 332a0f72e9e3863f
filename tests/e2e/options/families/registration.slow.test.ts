import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { registrationSteps } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentFileWordings } from '#shared/students/wordings.ts';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { addStudentAccount, password, startSmallSchool } from '../../../support/school/small-school.ts';

const [desk, darkDesk, phone, darkPhone] = screenLooks;
const seen = process.env.SEEN;
if (seen) mkdirSync(seen, { recursive: true });
const look = async (page: Page, name: string) =>
  seen === undefined ? undefined : page.screenshot({ path: `${seen}/${name}.png`, fullPage: true });

/** From opening a window to an accepted change on the printed registration form, in a school of fifteen. */
describe('the way of a family’s registration', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

  beforeAll(() => addStudentAccount('S41'));

  const openForm = async (step: number, of = phone) => {
    const { cookies } = await clientOfAccount(school.url, 'student.S41');
    const visited = await school.visit(of);
    const value = cookies.get('session') ?? '';
    // What signing in leaves on the device.
    await visited.context.addInitScript(() => localStorage.setItem('formroom.family', '1'));
    await visited.context.addCookies([{ name: 'session', value, url: school.url }]);
    await visited.page.goto(`${school.url}/student/registration?step=${step}`);
    await visited.page.getByRole('heading', { name: 'My registration' }).waitFor();
    return visited;
  };
  const openOffice = async (of = desk) => {
    const { page } = await school.visitAs('admin', of, { password });
    await page.goto(`${school.url}/admin/dashboard/registration`);
    await page.getByRole('heading', { name: 'Student Registration' }).waitFor();
    return page;
  };

  /** A table that scrolls is a region of its name. */
  const countsIn = (page: Page) =>
    page
      .getByRole('table', { name: schoolScreenWordings.registrationsByClass })
      .or(page.getByRole('region', { name: schoolScreenWordings.registrationsByClass }))
      .first();

  it('begins with the window of the level', async () => {
    const { page: closed } = await openForm(1);
    await closed.getByText(familyRegistrationWordings.nothingOpen).waitFor();
    const page = await openOffice();
    await page.getByRole('button', { name: 'Edit Form 4' }).click();
    await page.getByRole('dialog').getByLabel('Status').click();
    await page.getByRole('option', { name: 'Open' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Data updated.').waitFor();
  });

  it('is typed on a phone, kept without a connection and over a closed tab, and handed in', async () => {
    const { page, context } = await openForm(1);
    await page.getByLabel('Birth Cerficate Pin').fill('BC 4141');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('status').getByText('All saved').waitFor();
    await page.getByRole('heading', { name: 'Contact' }).waitFor();
    await page.getByLabel('Cell Phone').fill('none');
    await page.getByLabel('Town').fill('Arima');
    await page
      .getByRole('alert')
      .getByText(/A phone number/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await look(page, 'phone-light-contact');
    await page.getByLabel('Cell Phone').fill('868-555-0123');
    await page.getByLabel('Email').focus();
    await page.getByText('All saved').waitFor();

    await context.setOffline(true);
    await page.getByLabel('Home Address').fill('12 Coconut Drive');
    await page.getByLabel('Email').focus();
    await page.getByText(familyRegistrationWordings.kept(1)).waitFor();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(`${school.url}/student/registration?step=2`);
    await again.getByText('All saved').waitFor();
    expect(await again.getByLabel('Home Address').inputValue()).toBe('12 Coconut Drive');
    await again.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await again.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

    await again.goto(`${school.url}/student/registration?step=${registrationSteps.length + 1}`);
    await again.getByRole('heading', { name: 'Files' }).waitFor();
    const passport = again.getByRole('group', { name: 'Passport Bio Page' });
    const camera = passport.getByLabel('Take a picture: Passport Bio Page');
    expect([await camera.getAttribute('capture'), await camera.getAttribute('accept')]).toEqual([
      ...['environment', 'image/*'],
    ]);
    await camera.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await passport.getByRole('alert').getByText(studentFileWordings.wrongType).waitFor();
    await camera.setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(makeJpeg({})) });
    await passport.getByText(familyRegistrationWordings.fileSent).waitFor();
    await passport.getByRole('button', { name: 'Show Passport Bio Page' }).click();
    await passport.getByRole('img', { name: 'Passport Bio Page as sent' }).waitFor();
    expect(await findAxeViolations(again)).toEqual([]);
    await look(again, 'phone-light-files');

    await again.getByRole('button', { name: 'Next' }).click();
    await again.getByRole('heading', { name: 'Summary' }).waitFor();
    await again.getByText('12 Coconut Drive').waitFor();
    expect(await findAxeViolations(again)).toEqual([]);
    await look(again, 'phone-light-summary');
    await again.getByRole('button', { name: 'Hand In' }).click();
    await again.getByRole('heading', { name: 'Handed in' }).waitFor();
    expect(await again.getByRole('textbox').count()).toBe(0);
    await look(again, 'phone-light-handed-in');
  });

  it('looks as well in the dark and on a desk', async () => {
    const { page } = await openForm(1, darkPhone);
    expect(await findAxeViolations(page)).toEqual([]);
    await look(page, 'phone-dark-handed-in');
    const { page: wide } = await openForm(1, darkDesk);
    await look(wide, 'desk-dark-handed-in');
  });

  it('is compared by the office, accepted but for one fact, and printed', async () => {
    const page = await openOffice();
    await countsIn(page).waitFor();
    await page.getByRole('button', { name: 'Form 4' }).first().click();
    const row = countsIn(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: '4A', exact: true }) });
    expect((await row.getByRole('cell').allInnerTexts()).slice(2, 7)).toEqual(['1', '0', '0', '0', '3']);
    await page.getByRole('button', { name: '4A', exact: true }).click();
    await page.getByRole('button', { name: 'Compare Lastname S41, Pupil S41' }).click();
    await page.getByRole('dialog').getByText('12 Coconut Drive').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await look(page, 'desk-light-compare');
    await page.getByLabel('Accept Town').uncheck();
    await page.getByRole('button', { name: 'Show Passport Bio Page' }).click();
    await page.getByRole('img', { name: 'Passport Bio Page as sent' }).waitFor();
    await page.getByRole('button', { name: 'Accept 4 of 5' }).click();
    await page.getByText(familyRegistrationWordings.accepted(4)).waitFor();
    expect((await row.getByRole('cell').allInnerTexts()).slice(2, 7)).toEqual(['0', '1', '0', '0', '3']);

    const office = await clientOfAccount(school.url, 'A1');
    const { bytes } = await office.call(studentFilesContract.printRegistrationForm, { student_id: 'S41' });
    const texts = (await readPrintedPdf(bytes)).pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
    expect(texts).toContain('12 Coconut Drive');
    expect(texts).not.toContain('Arima');
    const { body } = await office.call(studentFilesContract.listStudentFiles, { student_id: 'S41' });
    expect(body.files.find(({ kind }) => kind === 'file_passport')?.type).toBe('image/jpeg');
  });

  it('is taken back, previewed with what changes, and accepted with all others on a phone', async () => {
    const page = await openOffice(phone);
    await page.getByText('Recent changes').click();
    const what = familyRegistrationWordings.acceptedOf('Pupil S41 Lastname S41', 4);
    await page.getByRole('button', { name: `Undo: ${what}` }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Accept Registrations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept Registrations' });
    await dialog.getByText('Town').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await look(page, 'office-phone-preview');
    await dialog.getByRole('button', { name: 'Accept 1 Registration' }).click();
    await page.getByText(familyRegistrationWordings.acceptedMany(1)).first().waitFor();
    const office = await clientOfAccount(school.url, 'A1');
    const { body } = await office.call(studentRegisterContract.readStudentRecord, { id: 'S41' });
    expect(body.address_line_2).toBe('Arima');
  });

  it('shows the family what was accepted', async () => {
    const { page } = await openForm(1, darkPhone);
    await page.getByText(familyRegistrationWordings.taken).waitFor();
    await look(page, 'phone-dark-accepted');
    const office = await openOffice(darkPhone);
    await countsIn(office).waitFor();
    expect(await findAxeViolations(office)).toEqual([]);
    await look(office, 'office-phone-dark');
  });
});
