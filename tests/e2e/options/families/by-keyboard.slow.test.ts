import { mkdirSync } from 'node:fs';
import { AdminSetUserPasswordCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { studentUserName } from '#shared/accounts/user-name.ts';
import { familyNoteWordings } from '#shared/options/families/note-wordings.ts';
import { registrationSteps } from '#shared/options/families/registration-fields.ts';
import { familyPageWordings } from '#shared/options/families/wordings.ts';
import { verificationWordings, verifyPageWordings } from '#shared/options/signed-cards/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { ScreenLook } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { makeJpeg } from '../../../support/files/sample-files.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { addStudentAccount, password, startSmallSchool, term, year } from '../../../support/school/small-school.ts';

/** A desk of 1280 × 800 at 200 %. */
const zoomed: ScreenLook = { name: 'zoomed, light', size: { width: 640, height: 400 }, theme: 'light' };
const looks: readonly ScreenLook[] = [
  zoomed,
  { ...zoomed, name: 'zoomed, dark', theme: 'dark' },
  { name: 'narrow, light', size: { width: 390, height: 844 }, theme: 'light' },
  { name: 'narrow, dark', size: { width: 390, height: 844 }, theme: 'dark' },
];
const seen = process.env.SEEN;
if (seen) mkdirSync(seen, { recursive: true });
const look = async (page: Page, name: string) =>
  seen === undefined ? undefined : page.screenshot({ path: `${seen}/${name}.png` });

/**
 * What has the focus: its role and name, or tag and text; and whether it is seen, with a ring where it can be acted on.
 */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { left, top, bottom, right } = element.getBoundingClientRect();
    const at = document.elementFromPoint(
      Math.min(Math.max((left + right) / 2, 0), innerWidth - 1),
      Math.min(Math.max(top + 4, 0), innerHeight - 1),
    );
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    return {
      tag: element.tagName,
      text: (label ?? element.ariaLabel ?? element.textContent ?? '').trim(),
      isSeen:
        bottom > 0 && top < innerHeight && (element === at || element.contains(at) || at?.contains(element) === true),
      // A field of a date shows the ring on the part that has the focus.
      hasRing: element.tabIndex < 0 || getComputedStyle(element).outlineStyle !== 'none',
    };
  });

/** Presses Tab until that has the focus; each stop on the way is seen and has a ring. */
async function tabTo(page: Page, text: string | RegExp): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop.tag === 'BODY') continue;
    expect(stop, `focus on ${stop.tag} ${stop.text}`).toMatchObject({ isSeen: true, hasRing: true });
    stops.push(stop.text);
    if (typeof text === 'string' ? stop.text === text : text.test(stop.text)) return stops;
  }
  throw new Error(`Tab never came to ${text}: ${stops.join(', ')}`);
}

const press = async (page: Page, text: string | RegExp, key = 'Enter') => {
  await tabTo(page, text);
  await page.keyboard.press(key);
};
const expectFocus = (page: Page, tag: string, text: string) =>
  expect
    .poll(async () => ({ ...(await focused(page)), hasRing: undefined }))
    .toMatchObject({ tag, text, isSeen: true });
const expectNoScrollingSideways = async (page: Page, what: string) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0);

describe('the families’ pages by keyboard, at 200 %', () => {
  const school = schoolInBrowser(() => startSmallSchool({ site: 'built' }));

  beforeAll(async () => {
    await addStudentAccount('S41');
    await new CognitoIdentityProviderClient({}).send(
      new AdminSetUserPasswordCommand({
        UserPoolId: process.env.USER_POOL_ID,
        Username: studentUserName('S41'),
        Password: password,
        Permanent: false,
      }),
    );
    await postReportOfStudent('S41', { year: year - 1, term });
    const office = await clientOfAccount(school.url, 'A1');
    await office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open: 1, deadline: null });
  });

  const openAsStudent = async (path: string, of: ScreenLook = zoomed) => {
    const { cookies } = await clientOfAccount(school.url, 'student.S41');
    const visited = await school.visit(of, { isMobile: false, hasTouch: false });
    // What signing in leaves on the device.
    await visited.context.addInitScript(() => localStorage.setItem('formroom.family', '1'));
    await visited.context.addCookies([{ name: 'session', value: cookies.get('session') ?? '', url: school.url }]);
    await visited.page.goto(`${school.url}${path}`);
    await visited.page.getByRole('heading', { level: 1 }).waitFor();
    return visited.page;
  };

  it('lead in by id and password, and from page to page, each beginning at its heading', async () => {
    const { page } = await school.visit(zoomed);
    await page.goto(`${school.url}/student`);
    await page.getByLabel('Student ID').waitFor();
    await tabTo(page, 'Student ID');
    await page.keyboard.type('S41');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(familyPageWordings.nothingTyped).waitFor();
    await expectFocus(page, 'INPUT', 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expectFocus(page, 'H2', familyPageWordings.choose);
    await tabTo(page, 'New Password');
    await page.keyboard.type('Seven green lanterns 7');
    await tabTo(page, 'Confirm Password');
    await page.keyboard.type('Seven green lanterns');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(familyPageWordings.notTheSame).waitFor();
    await expectFocus(page, 'INPUT', 'Confirm Password');
    await look(page, 'new-password');
    await page.keyboard.type(' 7');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'H1', 'My reports');
    await look(page, 'reports');
    await press(page, 'Term 1, 2024-2025');
    await expectFocus(page, 'H1', 'Term report, Term 1, 2024-2025');
    await look(page, 'report');
    await press(page, 'My reports');
    await expectFocus(page, 'H1', 'My reports');
    await press(page, 'Absence notes');
    await expectFocus(page, 'H1', 'Absence notes');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'H1', 'My reports');
    await page.keyboard.press('Shift+Tab');
    await expectFocus(page, 'BUTTON', 'Sign Out');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'H1', 'Northgate Secondary School');
  });

  it('take a note of an absence: what is missing gets the focus, then what was done', async () => {
    const page = await openAsStudent('/student/absences');
    await press(page, 'Send Note');
    await expectFocus(page, 'INPUT', 'First day');
    await look(page, 'note-refused');
    await page.keyboard.type('01-Oct-2025');
    await press(page, 'Send Note');
    await expectFocus(page, 'SELECT', 'Reason');
    await page.keyboard.press('ArrowDown');
    await press(page, 'Send Note');
    await expectFocus(page, 'P', familyNoteWordings.sent);
    await look(page, 'note-sent');
    await press(page, /^Withdraw/);
    await expectFocus(page, 'P', familyNoteWordings.isWithdrawn);
  });

  it('keep the focus with a file that is sent, shown and removed', async () => {
    const page = await openAsStudent(`/student/registration?step=${registrationSteps.length + 1}`);
    const chooser = page.getByLabel('Choose a file: Passport Bio Page');
    await chooser.focus();
    await chooser.setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(makeJpeg({})) });
    await page.getByRole('button', { name: 'Remove Passport Bio Page' }).waitFor();
    await expectFocus(page, 'INPUT', 'Choose a file: Passport Bio Page');
    await press(page, 'Show Passport Bio Page');
    await expect.poll(async () => (await focused(page)).tag).toBe('A');
    await press(page, 'Remove Passport Bio Page');
    await expect.poll(async () => (await focused(page)).tag).toBe('FIELDSET');
    await tabTo(page, 'Choose a file: Passport Bio Page');
  });

  it('lead through every step of the registration to Hand In, and to each field that is not right', async () => {
    const page = await openAsStudent('/student/registration');
    const titles = [...registrationSteps.map(({ title }) => title), 'Files', 'Summary'];
    for (const [index, title] of titles.entries()) {
      if (index > 0) await expectFocus(page, 'H2', title);
      await page.getByText(`Step ${index + 1} of ${titles.length}`).waitFor();
      await look(page, `step-${index + 1}`);
      await expectNoScrollingSideways(page, title);
      if (title === 'Contact') {
        await tabTo(page, 'Cell Phone');
        await page.keyboard.type('none');
      }
      if (index < titles.length - 1) await press(page, 'Next');
    }
    await press(page, 'Hand In');
    // The number of the birth certificate is missing, and the phone is not a number.
    await expect.poll(async () => (await focused(page)).tag).toBe('UL');
    await look(page, 'not-handed-in');
    await press(page, /^Cell Phone: /);
    await expectFocus(page, 'INPUT', 'Cell Phone');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('868-555-0123');
    for (const title of titles.slice(titles.indexOf('Contact') + 1)) {
      await press(page, 'Next');
      await expectFocus(page, 'H2', title);
    }
    await press(page, 'Hand In');
    await expect.poll(async () => (await focused(page)).tag).toBe('UL');
    await press(page, /^Birth Cerficate Pin: /);
    await expectFocus(page, 'INPUT', 'Birth Cerficate Pin');
    await page.keyboard.type('BC 4141');
    for (const title of titles.slice(1)) {
      await press(page, 'Next');
      await expectFocus(page, 'H2', title);
    }
    // Where the reader was in a step that is gone back to, the browser knows.
    await page.goBack();
    await expect.poll(() => focused(page)).toMatchObject({ tag: 'H2', text: 'Files' });
    await page.goForward();
    await expect.poll(() => focused(page)).toMatchObject({ tag: 'H2', text: 'Summary' });
    await press(page, 'Hand In');
    await expectFocus(page, 'H2', 'Handed in');
    await look(page, 'handed-in');
  });

  it('check a card: what is found gets the focus and is in the window', async () => {
    const report = await openAsStudent(`/student/reports/${year - 1}-1`);
    const code = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(await report.getByText(/by the code/).innerText())?.[0] ?? '';
    const { page } = await school.visit(zoomed);
    await page.goto(`${school.url}/verify`);
    for (const [typed, found] of [
      [code, verifyPageWordings.outcomes['status unknown'].head],
      ['AAAAA-AAAAA', verificationWordings.noSuchCode],
    ] as const) {
      await page.getByLabel(verifyPageWordings.code).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focused(page)).text).toContain(found);
      const [top = -100, bottom = 1000] = await page.evaluate(() => {
        const first = document.activeElement?.firstElementChild?.getBoundingClientRect();
        return first ? [first.top, first.bottom] : [];
      });
      expect(top, found).toBeGreaterThan(-1);
      // What is longer than the window begins at its top.
      expect(bottom <= zoomed.size.height || top < 40, `${found} from ${top} to ${bottom}`).toBe(true);
      await look(page, `verify-${typed === code ? 'card' : 'none'}`);
    }
  });

  it.each(looks)('nothing is wider than the window: $name', async (of) => {
    for (const path of ['/student', '/verify']) {
      const { page } = await school.visit(of, { isMobile: false, hasTouch: false });
      await page.goto(`${school.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoScrollingSideways(page, path);
      await look(page, `${of.name.replace(', ', '-')}${path.replaceAll('/', '-')}`);
    }
    for (const path of ['reports', `reports/${year - 1}-1`, 'absences', 'registration']) {
      const page = await openAsStudent(`/student/${path}`, of);
      await expectNoScrollingSideways(page, path);
      await look(page, `${of.name.replace(', ', '-')}-${path.replaceAll('/', '-')}`);
    }
  });
});
