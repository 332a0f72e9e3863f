import { expect, it } from 'vitest';
import { findAxeViolations, screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { waitForSettledScreen } from '../../support/page/settled-screen.ts';

const school = schoolInBrowser();
const [desk, , , phone] = screenLooks;

it('opens the guide at the section of the screen, by the banner and by F1, and gives the focus back', async () => {
  const { page } = await school.visitAs('teacher', desk);
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const [path, title] of [
    ['', 'One sheet for the desk'],
    ['/enter-marks', 'End of term'],
    ['/mark-book', 'Course work'],
    ['/my-account', 'One sheet for the desk'],
  ] as const) {
    await page.goto(`${school.url}/term-reports${path}`);
    const button = page.getByRole('button', { name: 'Help (F1)' });
    await button.click();
    await help.getByRole('heading', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('F1');
    await help.getByRole('heading', { name: title }).waitFor();
  }
  expect(await findAxeViolations(page)).toEqual([]);
});

it('opens without a connection, on a screen that was open before, on a phone', async () => {
  const { page, context } = await school.visitAs('admin', phone);
  await page.goto(`${school.url}/admin/dashboard/post-reports`);
  await waitForSettledScreen(page);
  // The guide is fetched while the screen rests.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/gate-/.test(name)));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Help (F1)' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('heading', { name: 'Post Term Reports' }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await findAxeViolations(page)).toEqual([]);
});

it('prints the section alone', async () => {
  const { page } = await school.visitAs('teacher', desk);
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'One sheet for the desk' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => document.body.innerText);
  expect(printed).toContain('A blank is not a zero.');
  expect(printed).not.toContain('Northgate Secondary School');
  expect(printed.match(/One sheet for the desk/g)).toHaveLength(1);
});
