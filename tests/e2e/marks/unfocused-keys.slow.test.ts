import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { historyWordings } from '../../../web/history/wordings.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { pressCell, readColumn, readFocusedCell, readShownValue } from '../../support/page/grid-page.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const school = schoolInBrowser();
beforeAll(async () => {
  Object.assign(file().weeklyTests, weeklyTestSettings);
});

async function openSheet(path: 'enter-marks' | 'mark-book') {
  const { page, context } = await school.visitAs('teacher');
  await page.goto(`${school.url}/term-reports/${path}`);
  await page.getByRole('button', { name: /Mathematics 1E$/ }).click();
  await page.getByRole('grid').waitFor();
  return { page, context };
}
/** Marks that a column does not hold. */
const othersThan = async (page: Page, id: string): Promise<string[]> =>
  (await readColumn(page, id, [0, 1, 2])).map((mark) => (mark.startsWith('3') ? '4' : '3'));

it.each([
  'enter-marks',
  'mark-book',
] as const)('marks that are typed blind after a reload of %s, or at a link, are in their cells', async (path) => {
  const { page, context } = await openSheet(path);
  const id = path === 'enter-marks' ? 'exam_mark' : 'assessment 1';
  const first = await othersThan(page, id);
  await page.reload();
  await page.getByRole('grid').waitFor();
  await createFastHands(page).type(first);
  expect(await readColumn(page, id, [0, 1, 2])).toEqual(first);

  const linked = await context.newPage();
  await linked.goto(page.url());
  await linked.getByRole('grid').waitFor();
  const second = await othersThan(linked, id);
  await createFastHands(linked).type(second);
  expect(await readColumn(linked, id, [0, 1, 2])).toEqual(second);
});

it('keys after a press beside the sheet go to the active cell: marks, arrows and grades', async () => {
  const { page } = await openSheet('enter-marks');
  const hands = createFastHands(page);
  await pressCell(page, 4, 'exam_mark');
  const beside = async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await readFocusedCell(page)).toBe('');
  };
  await beside();
  await hands.press('ArrowDown');
  expect(await readFocusedCell(page)).toBe('5 exam_mark');
  await beside();
  const mark = (await readShownValue(page, 5, 'exam_mark')) === '27' ? '28' : '27';
  await hands.type([mark]);
  expect(await readShownValue(page, 5, 'exam_mark')).toBe(mark);
  await pressCell(page, 4, 'app');
  await beside();
  const grade = (await readShownValue(page, 4, 'app')) === 'B' ? 'C' : 'B';
  await hands.press(grade.toLowerCase());
  expect(await readShownValue(page, 4, 'app')).toBe(grade);
});

it('the browser’s own keys, fields, buttons and open windows keep their keys', async () => {
  const { page } = await openSheet('enter-marks');
  await pressCell(page, 2, 'exam_mark');
  const held = await readColumn(page, 'exam_mark', [0, 1, 2, 3]);
  const blur = () => page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await blur();
  for (const key of [' ', 'PageDown', 'Home', 'Escape', 'Shift', 'Control+a', 'Alt+5']) {
    await page.keyboard.press(key);
    expect(await readFocusedCell(page)).toBe('');
  }
  await page.getByRole('button', { name: 'Next Subject Class' }).focus();
  await page.keyboard.type('55');
  expect(await readFocusedCell(page)).toBe('');
  await page.getByRole('button', { name: historyWordings.earlierVersionsOfTheSheet }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('55');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await readColumn(page, 'exam_mark', [0, 1, 2, 3])).toEqual(held);
});

it('marks that are typed as soon as a weekly test is open are in its cells', async () => {
  const { page } = await school.visit();
  await withWeeklyTests(page);
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Weekly Tests/ }).click();
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('button', { name: 'Edit/View Marks' }).first().click();
  await page.getByRole('grid').waitFor();
  await createFastHands(page).type(['31', '32', '33']);
  expect(await readColumn(page, 'mark', [0, 1, 2])).toEqual(['31', '32', '33']);
  await page.reload();
  await page.getByRole('grid').waitFor();
  await createFastHands(page).type(['41', '42']);
  expect(await readColumn(page, 'mark', [0, 1, 2])).toEqual(['41', '42', '33']);
});
