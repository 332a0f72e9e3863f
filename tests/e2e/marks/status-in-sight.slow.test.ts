import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { outboxWordings } from '../../../web/outbox/wordings.ts';
import { findAxeViolations, type ScreenLook, screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { demoPassword, signIn } from '../../support/callers/sign-in.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { findCell, pressCell, readShownValue } from '../../support/page/grid-page.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const school = schoolInBrowser();
beforeAll(async () => {
  Object.assign(file().weeklyTests, weeklyTestSettings);
});

/** Whether a press in the middle of it would reach it: in the window, and under nothing. */
const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
const status = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signInAgain = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const password = (page: Page) => page.getByLabel(/^Password/);

const low: readonly (ScreenLook & { options: object })[] = [
  {
    name: 'laptop at 200 %',
    size: { width: 683, height: 384 },
    theme: 'light',
    options: { deviceScaleFactor: 2, hasTouch: false, isMobile: false },
  },
  { name: 'phone on its side', size: { width: 844, height: 390 }, theme: 'dark', options: { hasTouch: true } },
];

it.each(
  low.flatMap((look) => ['enter-marks', 'mark-book'].map((path) => ({ look, name: look.name, path }))),
)('the save status of $path is in sight on a $name, and what everybody must know too', async ({ look, path }) => {
  const { page, context } = await school.visitAs('teacher', look, look.options);
  await page.goto(`${school.url}/term-reports/${path}`);
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const typed = path === 'mark-book' ? 'assessment 1' : 'exam_mark';
  const value = String(3 + low.indexOf(look as (typeof low)[number]));
  await pressCell(page, 1, typed);
  await createFastHands(page).type([value]);
  await findCell(page, 1, 'save').getByText('Saved').waitFor({ state: 'attached' });
  expect(await isInSight(status(page, 'All saved'))).toBe(true);
  expect(await isInSight(findCell(page, 1, 'save'))).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);

  await context.clearCookies();
  await pressCell(page, 2, typed);
  await createFastHands(page).type([value]);
  await signInAgain(page).waitFor();
  expect(await isInSight(signInAgain(page))).toBe(true);
  expect(await isInSight(status(page, 'Signed out, 1 kept on this device'))).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await status(page, 'Signed out, 1 kept on this device').click();
  await page.getByRole('dialog', { name: outboxWordings.notSavedYet }).waitFor();
});

let tries = 0;
it.each([
  screenLooks[0],
  screenLooks[3],
] as ScreenLook[])('status and session are in sight in the window of a weekly test, on a $name', async (look) => {
  const { page, context } = await school.visit(look);
  await withWeeklyTests(page);
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Weekly Tests/ }).click();
  const add = page.getByRole('button', { name: /^Add / }).first();
  const edit = page.getByRole('button', { name: 'Edit/View Marks' }).first();
  await add.or(edit).first().waitFor();
  if (!(await edit.isVisible())) await add.click();
  await edit.click();
  const window = page.getByRole('dialog');
  await page.getByRole('grid').waitFor();
  // Each try types another mark: what is there already is not saved again.
  tries += 1;
  const mark = String(20 + tries);
  await pressCell(page, 0, 'mark');
  await createFastHands(page).type([mark]);
  await findCell(page, 0, 'save').getByText('Saved').waitFor({ state: 'attached' });
  expect(await isInSight(window.getByRole('button', { name: 'All saved' }))).toBe(true);

  await context.clearCookies();
  await pressCell(page, 1, 'mark');
  await createFastHands(page).type([mark]);
  const answer = window.getByRole('button', { name: 'Sign in', exact: true });
  await answer.waitFor();
  expect(await isInSight(answer)).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await window.getByRole('button', { name: 'Signed out, 1 kept on this device' }).click();
  const list = page.getByRole('dialog', { name: outboxWordings.notSavedYet });
  await list.waitFor();
  await list.getByRole('button', { name: 'Close' }).last().click();
  await list.waitFor({ state: 'detached' });
  await answer.click();
  await password(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('input[type=password]'));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'All saved' }).waitFor();
  expect(await readShownValue(page, 1, 'mark')).toMatch(new RegExp(`^${mark}`));
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'detached' });
  await page.getByRole('banner').getByRole('button', { name: 'All saved' }).waitFor();
});
