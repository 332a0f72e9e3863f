import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { pressCell } from '../../support/page/grid-page.ts';

const school = schoolInBrowser();

/** In two of three the second key was lost while a listener of the field itself set a state at each key. */
const tries = 8;

it('loses no key of a comment, however fast they come and however slow the browser is', async () => {
  const { page } = await school.visitAs('teacher');
  await page.goto(`${school.url}/term-reports/enter-marks/2025-MATH-1A`);
  await page.getByRole('grid').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const shown: string[] = [];
  for (let row = 0; row < tries; row += 1) {
    await pressCell(page, row, 'comment');
    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Comment' });
    await field.fill('');
    await field.pressSequentially('/care');
    await page.getByRole('button', { name: 'Keep this comment' }).waitFor();
    shown.push(await field.inputValue());
    await field.fill('');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(shown).toEqual(Array.from({ length: tries }, () => '/care'));
});
