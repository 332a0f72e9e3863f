import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { axe, axeLooks, isPhone, launchBrowser, visit } from '../../support/browser.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { startServer } from '../../support/school/server.ts';

let school: RunningSchool;
let browser: Browser;
beforeAll(async () => {
  [school, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await school?.stop();
});

describe.each(axeLooks)('the shells on a $name', (look) => {
  it('have no accessibility fault: teacher area, admin area, its menu, and the PTA’s', async () => {
    const teacher = await visit(browser, look);
    await signIn(teacher.page, school.url, 'formteacher');
    await teacher.page.getByText(/Term \d, \d{4}-\d{4}/).waitFor();
    expect(await axe(teacher.page)).toEqual([]);

    const admin = await visit(browser, look);
    await signIn(admin.page, school.url, 'admin');
    await admin.page.getByRole('heading', { name: 'Set / Update Current Term' }).waitFor();
    if (isPhone(look)) await admin.page.getByRole('button', { name: 'Menu' }).click();
    await admin.page.getByRole('navigation', { name: 'Admin menu' }).waitFor();
    expect(await axe(admin.page)).toEqual([]);

    const pta = await visit(browser, look);
    await signIn(pta.page, school.url, 'pta');
    await pta.page.getByRole('grid', { name: 'Current students' }).waitFor();
    expect(await axe(pta.page)).toEqual([]);
    for (const { context, complaints } of [teacher, admin, pta]) {
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it('never scroll sideways', async () => {
    const { page, context } = await visit(browser, look);
    await signIn(page, school.url, 'admin');
    await page.getByText('Terms on record').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });
});

describe('the guards', () => {
  it('keep visitors out of every address of the areas, without a glimpse of them', async () => {
    const { page, context } = await visit(browser);
    for (const [address, entrance] of [
      ['/term-reports', '/'],
      ['/term-reports/enter-marks', '/'],
      ['/admin/dashboard', '/admin'],
      ['/admin/dashboard/term-details', '/admin'],
    ] as const) {
      await page.goto(school.url + address);
      await page.waitForURL(school.url + entrance);
      await page.getByLabel('Username').waitFor();
    }
    await context.close();
  });

  it('bring a signed-in user from the entrance to the area, and from the other area to their own', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, school.url, 'teacher');
    await page.goto(school.url);
    await page.waitForURL(`${school.url}/term-reports`);
    await page.goto(`${school.url}/admin/dashboard`);
    await page.waitForURL(`${school.url}/term-reports`);
    await context.close();
  });

  it('ask who is signed in while the code of the page loads, and once', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, school.url, 'teacher');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const isAsked = page.waitForRequest((request) => request.url().endsWith('/api/user-employee'));
    await page.route(/assets\/areas-.*\.js$/, async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Main menu' }).waitFor();
    expect(asked.filter((path) => path === '/api/user-employee')).toHaveLength(1);
    expect(asked.some((path) => /\/areas-.*\.js$/.test(path))).toBe(true);
    await context.close();
  });

  it('hold after Logout against the Back button and in every other tab', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, school.url, 'admin');
    const other = await context.newPage();
    await other.goto(`${school.url}/admin/dashboard`);
    await other.getByRole('heading', { name: 'Set / Update Current Term' }).waitFor();
    await page.getByRole('link', { name: 'Edit\\View Term Details' }).click();
    await page.waitForURL(/term-details/);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${school.url}/admin`);
    await other.waitForURL(`${school.url}/admin`);
    await page.goBack();
    await page.waitForURL(`${school.url}/admin`);
    await page.getByLabel('Username').waitFor();
    await context.close();
  });
});

it('is built for production, whatever the environment of the build says', async () => {
  const { page, context } = await visit(browser);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await signIn(page, school.url, 'teacher');
  await page.getByRole('heading', { name: 'Main menu' }).waitFor();
  // React's development build greets everybody who opens the console.
  expect(said.filter((text) => text.includes('React DevTools'))).toEqual([]);
  await context.close();
});

describe('moving about', () => {
  it('gives each screen an address that reload and Back understand, and moves the focus to its heading', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, school.url, 'formteacher');
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
    await page.waitForURL(`${school.url}/term-reports/view-reports`);
    await page.getByRole('link', { name: 'Back to main menu' }).waitFor();
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    const title = await heading.textContent();
    await expect.poll(() => page.title()).toBe(`${title} · Northgate Secondary School`);
    await page.reload();
    await expect.poll(() => heading.textContent()).toBe(title);
    await page.goBack();
    await page.getByRole('heading', { name: 'Main menu' }).waitFor();
    await context.close();
  });

  it('lets the keyboard skip the banner', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, school.url, 'teacher');
    await page.getByRole('link', { name: /Enter Marks - Course Work/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Enter Marks - Course Work');
    await context.close();
  });

  it('keeps the chosen theme over a reload, and sets it before anything is painted', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, school.url, 'teacher');
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /Change to light/ }).click();
    await page.getByRole('button', { name: /Change to dark/ }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.body !== null);
    expect(await background()).toBe(dark);
    await context.close();
  });
});
