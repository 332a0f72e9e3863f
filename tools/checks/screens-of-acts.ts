import type { Page } from 'playwright-core';
import { signIn } from '../../tests/support/callers/sign-in.ts';
import { findCell, pressCell, waitUntilRowIsSaved } from '../../tests/support/page/grid-page.ts';
import { unfoldTools } from '../../tests/support/page/unfold-tools.ts';
import type { OpenScreen } from './screen-list.ts';
import { signInAsFamily } from './screens-of-families.ts';

/** Opens the sheet of exam marks of a form teacher's English class. */
async function openSheet(page: Page, url: string): Promise<void> {
  await signIn(page, url, 'formteacher');
  await page.goto(`${url}/term-reports/enter-marks`);
  await page
    .getByText(/^English Language \d[A-E]$/)
    .first()
    .click();
  await page.getByRole('grid').first().waitFor();
}

/** Opens the reports of the class of a form teacher. */
async function openReportsOfClass(page: Page, url: string): Promise<void> {
  await signIn(page, url, 'formteacher');
  await page.goto(`${url}/term-reports/view-reports`);
  await page
    .getByRole('button', { name: /form teacher/i })
    .first()
    .click();
}

/** Other marks each time: a mark that is there already is no change. */
let typed = 31;
const nextMarks = (count: number): string[] => Array.from({ length: count }, () => String(31 + (typed++ % 30)));

async function type(page: Page, row: number, marks: readonly string[]): Promise<void> {
  await pressCell(page, row, 'exam_mark');
  for (const mark of marks) {
    await page.keyboard.type(mark, { delay: 40 });
    await page.keyboard.press('Enter');
  }
}

/**
 * Screens that somebody is working in, by the names of their pictures: typed marks, a conflict, a day without a
 * network. In the school of `lively-school.ts`.
 */
export const screensOfActs: Readonly<Record<string, OpenScreen>> = {
  'my-account': async (page, url) => {
    await signIn(page, url, 'formteacher');
    await page.goto(`${url}/term-reports/my-account`);
    await page.getByRole('heading', { name: 'My account' }).waitFor();
  },
  find: async (page, url) => {
    await signIn(page, url, 'admin');
    await page.getByRole('button', { name: 'Find (Ctrl+K)' }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('combobox').fill('mar');
    await window.getByRole('option').nth(3).waitFor();
  },
  'saved-marks': async (page, url) => {
    await openSheet(page, url);
    await type(page, 2, nextMarks(4));
    for (const row of [2, 3, 4, 5]) await waitUntilRowIsSaved(page, row);
  },
  explain: async (page, url) => {
    await openReportsOfClass(page, url);
    await page.getByRole('table').waitFor();
    await page
      .getByRole('button', { name: /, explain / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  },
  history: async (page, url) => {
    await openSheet(page, url);
    for (const mark of nextMarks(2)) {
      await type(page, 3, [mark]);
      await waitUntilRowIsSaved(page, 3);
    }
    await pressCell(page, 3, 'exam_mark');
    await page.keyboard.press('Shift+F10');
    await page
      .getByRole('dialog', { name: /^History/ })
      .getByRole('listitem')
      .first()
      .waitFor();
  },
  conflict: async (page, url) => {
    await openSheet(page, url);
    const browser = page.context().browser();
    const other = await browser?.newPage();
    if (!other) throw new Error('The page has no browser.');
    await signIn(other, url, 'admin');
    await openSameSheet(page, other);
    await type(other, 2, nextMarks(1));
    await waitUntilRowIsSaved(other, 2);
    await other.close();
    await type(page, 1, nextMarks(3));
    await page.getByRole('button', { name: '1 conflict' }).waitFor();
    await pressCell(page, 2, 'exam_mark');
    await page.locator('[data-note="conflict"]').getByRole('button').first().waitFor();
  },
  offline: async (page, url) => {
    await openSheet(page, url);
    // The status is loaded once the sheet rests.
    await page.getByRole('button', { name: 'All saved' }).waitFor();
    await page.context().setOffline(true);
    await type(page, 4, nextMarks(3));
    await page
      .getByRole('button', { name: /offline|kept on this device/i })
      .first()
      .waitFor({ state: 'attached' });
  },
  'hand-over-end': async (page, url) => {
    await signIn(page, url, 'admin');
    await page.goto(`${url}/admin/dashboard/teachers`);
    await page
      .getByRole('button', { name: /^Lessons: / })
      .nth(5)
      .click();
    const window = page.getByRole('dialog', { name: /^Lessons of / });
    await window.getByRole('button', { name: /^Hand Over/i }).click();
    await window.getByLabel('Hand over to').fill('a');
    await page.getByRole('option').nth(2).click();
    const boxes = window.getByRole('list', { name: 'Lessons to hand over' }).getByRole('checkbox');
    await boxes.first().waitFor();
    for (let box = (await boxes.count()) - 1; box > 0; box--) await boxes.nth(box).uncheck();
    await window.getByRole('button', { name: 'Hand Over One Lesson' }).click();
    await window.getByText(/handed over\./).waitFor();
  },
  'family-registration': async (page, url) => {
    await signInAsFamily(page, url);
    await page.goto(`${url}/student/registration?step=2`);
    await page.getByLabel('Cell Phone').waitFor();
  },
  'report-card-window': async (page, url) => {
    await openReportsOfClass(page, url);
    await unfoldTools(page);
    await page.getByRole('button', { name: 'Print One' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
  },
};

/** The office opens the sheet that the teacher has open. */
async function openSameSheet(teachers: Page, office: Page): Promise<void> {
  const { origin, pathname } = new URL(teachers.url());
  const teacher = await teachers.evaluate(async () => (await (await fetch('/api/user-employee')).json()).employee_id);
  await office.goto(`${origin}/admin/dashboard/enter-marks/${pathname.split('/').at(-1)}?teacher=${teacher}`);
  await findCell(office, 2, 'exam_mark').waitFor();
}
