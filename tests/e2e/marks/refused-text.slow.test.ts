import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { school as file } from '#functions/school/records/school.ts';
import { outboxWordings } from '../../../web/outbox/wordings.ts';
import { findAxeViolations } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { withWeeklyTests } from '../../support/page/changed-answer.ts';
import { createFastHands } from '../../support/page/fast-hands.ts';
import { findCell, pressCell, readFocusedCell, readShownValue } from '../../support/page/grid-page.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const school = schoolInBrowser();
const classId = '1A';
beforeAll(async () => {
  Object.assign(file().weeklyTests, weeklyTestSettings);
});

const status = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
const list = (page: Page) => page.getByRole('dialog', { name: outboxWordings.notSavedYet });
const tooLong = `${'A sentence about the work of a term. '.repeat(16)}End.`;

it('a mark and a comment that are refused come back after a reload, are listed, and are gone to from another screen', async () => {
  const { page } = await school.visit();
  const hands = createFastHands(page);
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const held = await readShownValue(page, 2, 'exam_mark');
  await pressCell(page, 2, 'exam_mark');
  await hands.type(['44%']);
  await status(page, '1 not saved').waitFor();
  expect(await findCell(page, 2, 'save').textContent()).toBe('44%: not a number.');
  await pressCell(page, 3, 'comment');
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill(tooLong);
  await page.getByRole('button', { name: 'Done' }).click();
  await comment.waitFor({ state: 'detached' });
  await status(page, '2 not saved').waitFor();

  await page.reload();
  await page.getByRole('grid').waitFor();
  await status(page, '2 not saved').waitFor();
  await findCell(page, 2, 'exam_mark').getByText('44%', { exact: true }).waitFor();
  expect(await readShownValue(page, 2, 'exam_mark')).toBe(held);
  await pressCell(page, 3, 'comment');
  await comment.waitFor();
  expect(await comment.inputValue()).toBe(tooLong);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.goto(`${school.url}/term-reports/my-account`);
  await status(page, '2 not saved').click();
  await list(page).getByText('96 characters too many: at most 500.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await list(page)
    .getByRole('button', { name: /, Exam mark$/ })
    .and(page.getByTitle(outboxWordings.goToIt))
    .click();
  await page.getByRole('grid').waitFor();
  await expect.poll(() => readFocusedCell(page)).toBe('2 exam_mark');
  const mark = held === '31' ? '32' : '31';
  await hands.type([mark]);
  await status(page, '1 not saved').click();
  await list(page)
    .getByRole('button', { name: /^Discard: .*, Comment$/ })
    .click();
  await status(page, 'All saved').waitFor();
  await page.reload();
  await page.getByRole('grid').waitFor();
  expect(await readShownValue(page, 2, 'exam_mark')).toBe(mark);
  await status(page, 'All saved').waitFor();
});

it('a mark that the mark book refuses comes back after the page was closed', async () => {
  const { page, context } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /Enter Marks - Course Work/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  await pressCell(page, 1, 'assessment 1');
  await createFastHands(page).type(['4.5'], '');
  const address = page.url();
  // Half typed: nothing has taken it before the page goes.
  const next = await context.newPage();
  await page.close();
  await next.goto(address);
  await next.getByRole('grid').waitFor();
  await findCell(next, 1, 'assessment 1').getByText('4.5', { exact: true }).waitFor();
  await status(next, '1 not saved').waitFor();
  await pressCell(next, 1, 'assessment 1');
  await next.keyboard.press('Escape');
  await next.keyboard.press('Delete');
  await status(next, 'All saved').waitFor();
});

it('a mark that a weekly test refuses is gone to in its window', async () => {
  const { page } = await school.visit();
  await withWeeklyTests(page);
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Weekly Tests/ }).click();
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('button', { name: 'Edit/View Marks' }).first().click();
  await page.getByRole('grid').waitFor();
  await pressCell(page, 1, 'mark');
  await createFastHands(page).type(['abc']);
  await page.getByRole('dialog').getByRole('button', { name: '1 not saved', exact: true }).waitFor();
  await page.goto(`${school.url}/term-reports`);
  await status(page, '1 not saved').click();
  await list(page).getByTitle(outboxWordings.goToIt).click();
  await page.getByRole('grid').waitFor();
  await expect.poll(() => readFocusedCell(page)).toBe('1 mark');
  await createFastHands(page).type(['12']);
  await page.getByRole('dialog').getByRole('button', { name: 'All saved', exact: true }).waitFor();
});

it('a remark and a mark that a term report refuses are kept with their student, and the head says so', async () => {
  const { page } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/term-details?class=${classId}`);
  await page.getByRole('table').waitFor();
  await expect.poll(() => page.url()).toContain(`/term-details/${classId}/`);
  const address = page.url();
  const remark = page.getByRole('textbox', { name: 'Form teacher comments', exact: true });
  await remark.fill(tooLong);
  await remark.blur();
  await status(page, '1 not saved').waitFor();
  const exam = page.getByRole('textbox', { name: /^Exam, / }).first();
  const held = await exam.inputValue();
  await exam.fill('44%');
  await exam.blur();
  await page.getByText('44%: not a number.').first().waitFor();
  await status(page, '2 not saved').waitFor();
  expect(await page.getByText('Error Occured').count()).toBe(0);
  await page.getByRole('button', { name: 'NEXT', exact: true }).click();
  await expect.poll(() => page.url()).not.toBe(address);
  expect(await remark.inputValue()).not.toBe(tooLong);

  await page.reload();
  await status(page, '2 not saved').click();
  await list(page)
    .getByRole('button', { name: /, Form teacher comments$/ })
    .and(page.getByTitle(outboxWordings.goToIt))
    .click();
  await expect.poll(() => page.url()).toBe(address);
  await expect.poll(() => remark.inputValue()).toBe(tooLong);
  await expect.poll(() => remark.evaluate((field) => field === document.activeElement)).toBe(true);
  await remark.fill('Works well.');
  await remark.blur();
  await status(page, '1 not saved').waitFor();
  expect(await exam.inputValue()).toBe('44%');
  expect(await page.getByText('44%: not a number.').isVisible()).toBe(true);
  await exam.fill(held);
  await exam.blur();
  await status(page, 'All saved').waitFor();
  await page.reload();
  await page.getByRole('table').waitFor();
  expect([await remark.inputValue(), await exam.inputValue()]).toEqual(['Works well.', held]);
});
