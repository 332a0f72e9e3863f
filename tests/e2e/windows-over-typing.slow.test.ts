import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { sessionWordings } from '../../web/session/wordings.ts';
import { schoolInBrowser } from '../support/browser-school.ts';
import { demoPassword } from '../support/callers/sign-in.ts';
import { createFastHands } from '../support/page/fast-hands.ts';

const school = schoolInBrowser();

const byRule = 'overlays-over-typing.test.tsx, by the rule of the kit';

/**
 * Every file that has a window which no press of the moment opens, how many, and the test that types while it comes.
 */
const windows: Readonly<Record<string, [count: number, typedOver: string]>> = {
  'web/session/signed-in/use-logout.ts': [1, 'here'],
  'web/features/accounts/sign-in/credentials-step.tsx': [1, 'here'],
  'web/features/accounts/my-account/second-factor-dialogs.tsx': [2, byRule],
  'web/features/school/current-term.tsx': [1, byRule],
  'web/features/school/registration/register-students.tsx': [1, byRule],
  'web/features/school/promotion/use-save-decisions.ts': [1, byRule],
  'web/features/marks/mark-book/spreadsheets/upload-preview.tsx': [1, byRule],
  'web/features/students/upload/confirm-list.tsx': [1, byRule],
  'web/features/subjects/edit-subjects.tsx': [1, byRule],
  'web/features/people/password-slip.tsx': [1, byRule],
  'web/features/people/reset-password.ts': [1, byRule],
  'web/features/people/use-teacher-acts.ts': [3, byRule],
  'web/features/people/administrators/administrators.tsx': [1, byRule],
  'web/outbox/status/top-bar-save-status.tsx': [1, 'conflicts.slow.test.ts'],
  'web/session/signed-in/use-owner-proof.tsx': [1, byRule],
  'web/session/expiry/sign-in-again.tsx': [1, 'session-ends.slow.test.ts'],
  'web/undo/offer-undo.ts': [1, byRule],
};

it('knows every window that opens by itself or by an answer', async () => {
  const found: Record<string, number> = {};
  const files = await readdir('web', { recursive: true });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.startsWith(join('ui', 'overlays')))) {
    const text = await readFile(join('web', file), 'utf8');
    const opened = text.match(/openedBy(?:=|: )\{?(?:\w+ \? 'act' : )?["'](?:answer|itself)["']/g) ?? [];
    if (opened.length > 0) found[join('web', file)] = opened.length;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(windows).map(([file, [count]]) => [file, count])));
});

const waiting = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });

/** The entrance with a password, and a server that is slow and then answers as told. */
async function openEntrance(answer: (route: Route) => Promise<void>, typed = demoPassword) {
  const visited = await school.visit();
  const { page } = visited;
  await page.goto(school.url);
  await page.getByLabel('Username').waitFor();
  await page.waitForLoadState('networkidle');
  await page.route('**/api/employee-login', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await answer(route);
  });
  const name = page.getByLabel('Username');
  const password = page.getByRole('textbox', { name: 'Password' });
  await name.fill('teacher');
  await password.fill(typed);
  await password.press('Enter');
  const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);
  return { ...visited, name, password, isFocused, error: page.getByRole('alertdialog', { name: 'Login Error' }) };
}
/** Without a space, which presses a button that has the focus. */
const goneOn = 'ofthefirstform575859';

it('a sign-in that fails takes nothing from somebody who has gone to the username, and is shown when asked for', async () => {
  const { page, name, password, error } = await openEntrance((route) => route.abort());
  await name.click();
  await page.keyboard.press('End');
  await createFastHands(page).type([goneOn], '');
  expect(await name.inputValue()).toBe(`teacher${goneOn}`);
  expect(await password.inputValue()).toBe(demoPassword);
  await waiting(page, 'Login Error').waitFor();
  await page.waitForTimeout(1_500);
  expect(await error.count()).toBe(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await error.waitFor();
});

it('a sign-out that fails takes no mark from somebody who goes on typing', async () => {
  const { page } = await school.visitAs('teacher');
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  let refuse = () => {};
  const isTyping = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/logout', async (route) => {
    await isTyping;
    await route.fulfill({ status: 500, json: { errors: { message: ['The server is away.'] } } });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  const cell = (row: number) => page.locator('[data-row]').nth(row).locator('[data-column="exam_mark"]');
  await cell(0).click({ force: true });
  // However busy the machine is, the answer comes among the keys.
  setTimeout(refuse, 200);
  const marks = Array.from({ length: 9 }, (_, index) => String(31 + index));
  await createFastHands(page).type(marks);
  const shown = () => Promise.all(marks.map((_, row) => cell(row).evaluate((one) => one.lastChild?.textContent)));
  await expect.poll(shown).toEqual(marks);
  await waiting(page, sessionWordings.youAreStillSignedIn).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('alertdialog', { name: sessionWordings.youAreStillSignedIn }).waitFor();
});
