import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { submitSignIn } from '../../support/callers/sign-in.ts';
import { follow } from '../../support/guide/follow-guide.ts';
import { findCell, pressCell, waitUntilRowIsSaved } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();
const guide = 'teacher.md';

it('One sheet for the desk', async () => {
  const { page } = await school.visit();
  await page.goto(school.url);
  await follow(page, guide, 'One sheet for the desk', (see) => [
    async () => {
      await see();
      await submitSignIn(page, 'teacher');
      await page.getByRole('main').waitFor();
    },
    async () => {
      await page.getByRole('link', { name: /Enter Marks - Course Work/ }).waitFor();
      await see();
      await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
    },
    async () => {
      await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
      await pressCell(page, 0, 'exam_mark');
      await page.keyboard.type('41');
      await page.keyboard.press('Enter');
      await page.keyboard.type('42');
      await page.keyboard.press('Enter');
      for (const row of [0, 1]) await waitUntilRowIsSaved(page, row);
    },
    async () => {
      for (const word of ['abs', 'ex']) {
        await page.keyboard.type(word);
        await page.keyboard.press('Enter');
      }
      for (const row of [2, 3]) await waitUntilRowIsSaved(page, row);
      expect(await findCell(page, 2, 'exam_mark').innerText()).toMatch(/abs/i);
      expect(await findCell(page, 4, 'exam_mark').innerText()).not.toMatch(/\d/);
    },
    () => page.getByRole('button', { name: 'All saved' }).waitFor(),
    async () => {
      await page.getByRole('link', { name: 'Back to main menu' }).click();
      await page.getByRole('link', { name: /Enter Marks - End of Term/ }).waitFor();
      await see();
      await page.getByRole('button', { name: 'Logout' }).first().click();
      await page.getByLabel('Username').waitFor();
    },
  ]);
});

it('End of term', async () => {
  const { page } = await school.visitAs('teacher');
  await follow(page, guide, 'End of term', (see) => [
    async () => {
      await page.getByRole('link', { name: /Enter Marks - End of Term/ }).waitFor();
      await see();
      await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
      await page
        .getByRole('button', { name: /Mathematics 1B$/ })
        .or(page.getByRole('button', { name: /Mathematics 1A$/ }))
        .first()
        .click();
      await page.getByRole('grid').waitFor();
    },
    async () => {
      await pressCell(page, 5, 'exam_mark');
      await page.keyboard.type('50');
      await page.keyboard.press('Enter');
      await waitUntilRowIsSaved(page, 5);
      expect(await findCell(page, 5, 'exam_mark').innerText()).toContain('50');
    },
    async () => undefined,
    async () => {
      await pressCell(page, 5, 'comment');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('textbox').fill('A good term.');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await waitUntilRowIsSaved(page, 5);
    },
    async () => {
      await page.getByRole('button', { name: 'Figures' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
    },
  ]);
});

it('Without a connection', async () => {
  const { page, context } = await school.visitAs('teacher');
  await page.goto(`${school.url}/term-reports/enter-marks`);
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: 'All saved' }).waitFor();
  await follow(page, guide, 'Without a connection', () => [
    async () => {
      await context.setOffline(true);
      await pressCell(page, 7, 'exam_mark');
      await page.keyboard.type('33');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Offline, 1 kept on this device' }).waitFor();
    },
    async () => {
      await context.setOffline(false);
      await page.getByRole('button', { name: 'All saved' }).waitFor({ timeout: 30_000 });
    },
    async () => undefined,
  ]);
});

it('Two people change one value', async () => {
  const open = async (account: string) => {
    const { page } = await school.visitAs(account);
    await page.goto(`${school.url}/term-reports/enter-marks`);
    await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
    await page.getByRole('grid').waitFor();
    return page;
  };
  const page = await open('teacher');
  const other = await open('teacher');
  const type = async (on: typeof page, mark: string) => {
    await pressCell(on, 8, 'exam_mark');
    await on.keyboard.type(mark);
    await on.keyboard.press('Enter');
  };
  await type(other, '21');
  await waitUntilRowIsSaved(other, 8);
  await follow(page, guide, 'Two people change one value', (see) => [
    async () => {
      await type(page, '55');
      await page.getByRole('button', { name: '1 conflict' }).waitFor();
    },
    async () => {
      await pressCell(page, 8, 'exam_mark');
      await page
        .getByText(/changed this to 21/)
        .first()
        .waitFor();
    },
    async () => {
      await see();
      await page.keyboard.press('Alt+m');
      await waitUntilRowIsSaved(page, 8);
    },
  ]);
});
