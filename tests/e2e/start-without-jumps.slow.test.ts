import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ScreenLook } from '../support/browser.ts';
import { schoolInBrowser } from '../support/browser-school.ts';

const school = schoolInBrowser();

const looks: readonly ScreenLook[] = [
  { name: 'laptop', size: { width: 1280, height: 800 }, theme: 'light' },
  { name: 'phone', size: { width: 390, height: 844 }, theme: 'light' },
];

/** The screens that most people begin at, with what ends their loading. */
const screens = [
  { name: 'sign-in page', userName: null, path: '/', shown: 'form button[type="submit"]' },
  { name: 'menu', userName: 'teacher', path: '/term-reports', shown: '[aria-labelledby="lessons-to-do"] li' },
  {
    name: 'mark sheet',
    userName: 'teacher',
    path: '/term-reports/enter-marks/2025-MATH-1A',
    shown: '[role="gridcell"]',
  },
  { name: 'Students', userName: 'admin', path: '/admin/dashboard/students', shown: '[role="gridcell"]' },
  {
    name: 'class register',
    userName: 'teacher',
    path: '/term-reports/class-register?date=2026-05-19',
    shown: '[role="radiogroup"]',
  },
] as const;

/** As browsers count it (Cumulative Layout Shift); what people notice begins at 0.1. */
const limit = 0.02;

declare global {
  interface Window {
    shifts: number[];
  }
}

/** Sums up how far parts of the page move that were shown already. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Nothing is in the cache, and the line is a slow one, so that fonts and answers come after the first picture. */
async function openCold(page: Page, address: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: 400_000,
    uploadThroughput: 400_000,
  });
  await page.goto(address);
}

describe.each(looks)('on a $name', (look) => {
  it.each(screens)('nothing jumps while the screen opens: $name', async ({ userName, path, shown }) => {
    const { page, context } = userName === null ? await school.visit(look) : await school.visitAs(userName, look);
    await watchShifts(page);
    await openCold(page, `${school.url}${path}`);
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => window.shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(limit);
    await context.close();
  });
});

it.each([
  { name: 'mark sheet', path: 'enter-marks', call: '**/api/teacher-lesson-students?*' },
  { name: 'mark book', path: 'mark-book', call: '**/api/*' },
])('keeps "Next Subject Class" in its place when the students of a $name arrive', async ({ path, call }) => {
  const { page, context } = await school.visitAs('teacher', looks[0]);
  await page.goto(`${school.url}/term-reports/${path}`);
  const next = page.getByRole('button', { name: 'Next Subject Class' });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.getByRole('button', { name: /Mathematics 1A$/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.route(call, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await next.waitFor();
  await page.getByRole('status', { name: /^Loading/ }).waitFor();
  const before = await next.boundingBox();
  answer();
  await page.getByRole('gridcell').first().waitFor();
  expect(await next.boundingBox()).toEqual(before);
  await context.close();
});
