import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import { appWordings } from '../../../web/app/wordings.ts';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { findAxeViolations, screenLooksOfRun } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn, submitSignIn } from '../../support/callers/sign-in.ts';
import { startServer } from '../../support/school/server.ts';

const school = schoolInBrowser(() => startServer());

describe.each(screenLooksOfRun)('the entrances on a $name', (look) => {
  it('have no accessibility fault, empty, refused and on the third step', async () => {
    const { page } = await school.visit(look);
    await page.goto(school.url);
    await page.getByRole('heading', { name: 'Northgate Secondary School' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await submitSignIn(page, 'nobody', 'wrong-Password-1');
    await page.getByRole('alert').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await submitSignIn(page, 'newteacher');
    await page.getByLabel('New Password', { exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto(`${school.url}/admin`);
    await page.getByRole('heading', { name: 'Admin Sign in' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

/** The code of the sign-in page is there: its form was seen before. */
const aliveAt = (page: Page) => page.waitForFunction(() => document.title.startsWith('Sign in'));

it('opens the area in the same document, with code that came while the form was filled in', async () => {
  const { page } = await school.visit();
  await page.goto(school.url);
  await aliveAt(page);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/teacher-menu')),
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    const isOfPage = request.resourceType() === 'document' || /\/(areas|staff-shell|teacher-menu)-/.test(request.url());
    if (isOfPage) asked.push(request.url());
  });
  await submitSignIn(page, 'teacher');
  await page
    .getByRole('link', { name: /End of Term/ })
    .first()
    .waitFor();
  expect(asked).toEqual([]);
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

describe('the form before any module of the page is there', () => {
  /** A page whose modules wait until `arrive` is called. */
  async function pageWithoutModules(path = '/') {
    const { page } = await school.visit();
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto(school.url + path, { waitUntil: 'commit' });
    return { page, arrive };
  }

  it('takes name, password and Enter, and signs in with them once the page is alive', async () => {
    const { page, arrive } = await pageWithoutModules();
    await page.getByRole('heading', { name: 'Northgate Secondary School' }).waitFor();
    await page.keyboard.type('teacher');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Demo-school-1');
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${school.url}/`);
    arrive();
    await page.waitForURL(`${school.url}/term-reports`);
  });

  it('keeps what is typed, and the focus, while the page comes alive', async () => {
    const { page, arrive } = await pageWithoutModules('/admin');
    await page.getByRole('heading', { name: 'Admin Sign in' }).waitFor();
    await page.getByText('Northgate Secondary School').waitFor();
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Demo');
    arrive();
    await page.waitForFunction(() => document.title.startsWith('Admin Sign in'));
    await page.keyboard.type('-school-1');
    expect(await page.getByLabel('Username').inputValue()).toBe('admin');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('Demo-school-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/dashboard/);
  });

  it('is not shown where another page opens, nor where only the password will be asked', async () => {
    const { page } = await pageWithoutModules('/term-reports');
    await page.waitForFunction(() => document.readyState !== 'loading');
    expect(await page.getByLabel('Username').count()).toBe(0);
    await page.evaluate(() => sessionStorage.setItem('formroom.interruption', '{"area":"staff"}'));
    await page.goto(school.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading');
    expect(await page.getByLabel('Username').count()).toBe(0);
  });
});

describe('signing in', () => {
  it('works by keyboard alone: Enter moves on, Enter signs in, and the teacher area opens', async () => {
    const { page } = await school.visit();
    await page.goto(school.url);
    await page.getByLabel('Username').waitFor();
    await page.keyboard.type('teacher');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Demo-school-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${school.url}/term-reports`);
    await page.getByRole('heading', { name: 'Main menu' }).waitFor();
  });

  it('tells the same about a wrong password, an unknown name and the other area’s account', async () => {
    const { page } = await school.visit();
    await page.goto(`${school.url}/admin`);
    for (const [name, password] of [
      ['admin', 'wrong-Password-1'],
      ['nobody-by-that-name', 'Demo-school-1'],
      ['dean', 'Demo-school-1'],
    ] as const) {
      await submitSignIn(page, name, password);
      await page.getByText(authRefusals.wrongCredentials).waitFor();
      expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    }
  });

  it('says Login Error when the server is gone, although nothing more can be fetched', async () => {
    const { page, context } = await school.visit();
    await page.goto(school.url);
    await aliveAt(page);
    await context.setOffline(true);
    await submitSignIn(page, 'teacher');
    const dialog = page.getByRole('alertdialog', { name: 'Login Error' });
    await dialog.getByText(authWordings.noServer).waitFor();
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await submitSignIn(page, 'teacher');
    await page.waitForURL(`${school.url}/term-reports`);
  });

  it('says so, with a way to try again, where the network goes away while the page is loading', async () => {
    const { page, complaints } = await school.visit();
    await page.route(/\/assets\/entrance-/, (route) => route.abort('internetdisconnected'));
    await page.goto(school.url);
    await page.getByText(/^This page could not be opened: the server cannot be reached\./).waitFor();
    await page.unroute(/\/assets\/entrance-/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Username').waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('Failed to fetch dynamically imported module')]);
  });

  it('leads back from an address that is no page, to the area of the signed-in user', async () => {
    const { page } = await school.visit();
    await page.goto(`${school.url}/nonsense`);
    await page.getByRole('heading', { name: appWordings.thereIsNoSuchPage }).waitFor();
    await page.getByRole('link', { name: appWordings.goToTheStart }).click();
    await submitSignIn(page, 'teacher');
    await page.waitForURL(`${school.url}/term-reports`);
    await page.goto(`${school.url}/nonsense`);
    await page.getByRole('link', { name: appWordings.goToTheStart }).click();
    await page.waitForURL(`${school.url}/term-reports`);
  });

  it('makes a new teacher choose a password, which then is the only one that works', async () => {
    const { page } = await school.visit();
    await page.goto(school.url);
    await submitSignIn(page, 'newteacher');
    await page.getByLabel('New Password', { exact: true }).fill('Fresh-chalk-7');
    await page.getByLabel('Confirm Password', { exact: true }).fill('Fresh-chalk-7');
    await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click();
    await page.waitForURL(`${school.url}/term-reports`);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${school.url}/`);
    await submitSignIn(page, 'newteacher');
    await page.getByText(authRefusals.wrongCredentials).waitFor();
    await submitSignIn(page, 'newteacher', 'Fresh-chalk-7');
    await page.waitForURL(`${school.url}/term-reports`);
  });
});

describe('an idle teacher', () => {
  it('is warned, can stay by one press, is signed out on time in all tabs, and comes back to the same place', async () => {
    const { page, context } = await school.visit();
    await page.clock.install();
    await signIn(page, school.url, 'teacher');
    await page.goto(`${school.url}/term-reports/view-reports`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const other = await context.newPage();
    await other.goto(`${school.url}/term-reports`);
    await other.getByRole('heading', { name: 'Main menu' }).waitFor();

    const warning = page
      .getByRole('banner')
      .getByText(/You will be logged out in/)
      .first();
    // The watch comes after the screen; a page that opens is activity as well.
    await Promise.all([page.waitForLoadState('networkidle'), other.waitForLoadState('networkidle')]);
    await page.clock.fastForward('14:05');
    await page
      .getByRole('banner')
      .getByText(/You will be logged out in 5\d seconds/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: sessionWordings.staySignedIn }).click();
    await warning.waitFor({ state: 'hidden' });

    await page.clock.fastForward('14:05');
    await warning.waitFor();
    await page.clock.fastForward('01:05');
    // Both tabs may send each other there: a way there that is cut short by the same way is none that failed.
    await expect.poll(() => page.url()).toBe(`${school.url}/`);
    await page.getByText(authWordings.signedOutForInactivity).waitFor();
    await expect.poll(() => other.url()).toBe(`${school.url}/`);
    // Nobody has asked for this page: what somebody may be typing at that moment goes into no field of it.
    await page.keyboard.type('57');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');

    await page.getByRole('textbox', { name: 'Password' }).fill('Demo-school-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${school.url}/term-reports/view-reports`);
  });
});
