import { describe, expect, it } from 'vitest';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { appWordings } from '../../../web/app/wordings.ts';
import { screenTitles } from '../../../web/session/wordings.ts';
import { findAxeViolations, isPhoneLook, screenLooksForAxe } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { startServer } from '../../support/school/server.ts';

const school = schoolInBrowser(() => startServer());

describe.each(screenLooksForAxe)('the shells on a $name', (look) => {
  it('have no accessibility fault: teacher area, admin area, its menu, and the PTA’s', async () => {
    const teacher = await school.visitAs('formteacher', look);
    await teacher.page.getByText(/Term \d, \d{4}-\d{4}/).waitFor();
    expect(await findAxeViolations(teacher.page)).toEqual([]);

    const admin = await school.visitAs('admin', look);
    await admin.page.getByRole('heading', { name: 'Set / Update Current Term' }).waitFor();
    if (isPhoneLook(look)) await admin.page.getByRole('button', { name: 'Menu' }).click();
    await admin.page.getByRole('navigation', { name: 'Admin menu' }).waitFor();
    expect(await findAxeViolations(admin.page)).toEqual([]);

    const pta = await school.visitAs('pta', look);
    await pta.page.getByRole('grid', { name: 'Current students' }).waitFor();
    expect(await findAxeViolations(pta.page)).toEqual([]);
  });

  it('never scroll sideways', async () => {
    const { page } = await school.visitAs('admin', look);
    await page.getByText(schoolScreenWordings.termsSoFar).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});

describe('the guards', () => {
  it('keep visitors out of every address of the areas, without a glimpse of them', async () => {
    const { page } = await school.visit();
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
  });

  it('bring a signed-in user from the entrance to the area, and from the other area to their own', async () => {
    const { page } = await school.visitAs('teacher');
    await page.goto(school.url);
    await page.waitForURL(`${school.url}/term-reports`);
    await page.goto(`${school.url}/admin/dashboard`);
    await page.waitForURL(`${school.url}/term-reports`);
  });

  it('ask who is signed in while the code of the page loads, and once', async () => {
    const { page } = await school.visitAs('teacher');
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
  });

  it('hold after Logout against the Back button and in every other tab', async () => {
    const { page, context } = await school.visitAs('admin');
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
  });
});

it('is built for production, whatever the environment of the build says', async () => {
  const { page } = await school.visit();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await signIn(page, school.url, 'teacher');
  await page.getByRole('heading', { name: 'Main menu' }).waitFor();
  // React's development build greets everybody who opens the console.
  expect(said.filter((text) => text.includes('React DevTools'))).toEqual([]);
});

describe('moving about', () => {
  it('gives each screen an address that reload and Back understand, and moves the focus to its heading', async () => {
    const { page } = await school.visitAs('formteacher');
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
    await page.waitForURL(`${school.url}/term-reports/view-reports`);
    await page.getByRole('link', { name: screenTitles.backToMainMenu }).waitFor();
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    const title = await heading.textContent();
    await expect.poll(() => page.title()).toBe(`${title} · Northgate Secondary School`);
    await page.reload();
    await expect.poll(() => heading.textContent()).toBe(title);
    await page.goBack();
    await page.getByRole('heading', { name: 'Main menu' }).waitFor();
  });

  it('lets the keyboard skip the banner', async () => {
    const { page } = await school.visitAs('teacher');
    await page.getByRole('link', { name: /Enter Marks - Course Work/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(appWordings.skipToContent);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Enter Marks - Course Work');
  });

  it('keeps the chosen theme over a reload, and sets it before anything is painted', async () => {
    const { page } = await school.visitAs('teacher');
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /Change to light/ }).click();
    // By key: a second press at the same place within half a second is a double click.
    await page.getByRole('button', { name: /Change to dark/ }).press('Enter');
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.body !== null);
    expect(await background()).toBe(dark);
  });
});
