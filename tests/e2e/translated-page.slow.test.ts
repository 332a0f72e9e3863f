import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../support/browser-school.ts';
import { findCell, pressCell } from '../support/page/grid-page.ts';

const school = schoolInBrowser();

/**
 * Does to the page what a browser's translation does: each text goes into new elements, and the text nodes that the
 * page made are in it no longer. `all` is a program that translates what asks not to be translated.
 */
const translate = (page: Page, of: 'what may be' | 'all') =>
  page.evaluate((which) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    let count = 0;
    for (const text of texts.filter(({ data }) => data.trim() !== '')) {
      if (text.parentElement?.closest(which === 'all' ? 'script, style' : 'script, style, [translate=no]')) continue;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
      count += 1;
    }
    return count;
  }, of);

/** What somebody reads on the page, without the spaces between. */
const readPage = async (page: Page, selector = 'main') =>
  (await page.locator(selector).first().innerText()).split(/\s+/).join(' ');

it.each([
  '/',
  '/admin',
  '/student',
  '/verify',
  '/api/students',
])('asks the browser not to translate %s', async (path) => {
  const { page, complaints } = await school.visit();
  await page.goto(school.url + path);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('html').getAttribute('translate')).toBe('no');
  expect(await page.locator('meta[name=google]').getAttribute('content')).toBe('notranslate');
  expect((await page.locator('body').innerText()).length).toBeGreaterThan(20);
  expect(await translate(page, 'what may be')).toBe(0);
  complaints.splice(0);
});

it('shows name, id and place of the student whose record it is, in a page that was translated', async () => {
  const { page } = await school.visitAs('formteacher');
  await page.goto(`${school.url}/term-reports/view-reports`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^[1-6]\w/ })
    .first()
    .click();
  const place = page.getByRole('heading', { level: 2 }).locator('xpath=..');
  await place.getByText(/^1 of/).waitFor();
  // The names of the subjects come after the reports.
  await page.getByText('Information Technology').first().waitFor();
  await page.getByRole('region', { name: 'Signatures' }).getByText('Form teacher: waits').waitFor();
  const first = await readPage(page);
  await page.getByRole('button', { name: 'NEXT' }).click();
  await place.getByText(/^2 of/).waitFor();
  const second = await readPage(page);
  const names = [first, second].map((text) => /NEXT (?:\w\w )?(.+?) \d+ of/.exec(text)?.[1]);
  expect(new Set(names).size).toBe(2);
  await page.getByRole('button', { name: 'PREV' }).click();
  await place.getByText(/^1 of/).waitFor();
  await translate(page, 'all');
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect.poll(() => readPage(page)).toBe(second);
  await translate(page, 'all');
  await page.getByRole('button', { name: 'PREV' }).click();
  await expect.poll(() => readPage(page)).toBe(first);
});

it('shows the mark that is stored, in a sheet that was translated, also after a conflict', async () => {
  const open = async () => {
    const { page } = await school.visitAs('teacher');
    await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
    await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
    await page.getByRole('grid').waitFor();
    return page;
  };
  const type = async (page: Page, row: number, mark: string) => {
    await pressCell(page, row, 'exam_mark');
    await page.keyboard.type(mark);
    await page.keyboard.press('Enter');
  };
  const saved = (page: Page, row: number) =>
    findCell(page, row, 'save').getByText('Saved').waitFor({ state: 'attached', timeout: 15_000 });
  const mine = await open();
  const theirs = await open();
  const marks = (page: Page) =>
    Promise.all([0, 1].map(async (row) => (await findCell(page, row, 'exam_mark').textContent())?.trim()));
  await type(mine, 0, '30');
  await saved(mine, 0);
  await translate(mine, 'all');
  await type(mine, 0, '41');
  await saved(mine, 0);
  expect((await marks(mine))[0]).toBe('41');

  await type(theirs, 1, '22');
  await saved(theirs, 1);
  await type(mine, 1, '33');
  await findCell(mine, 1, 'exam_mark').getByText('≠ 22').waitFor({ state: 'attached' });
  await translate(mine, 'all');
  await pressCell(mine, 1, 'exam_mark');
  await mine.getByRole('button', { name: 'Take theirs: 22' }).click();
  await pressCell(mine, 3, 'exam_mark');
  await expect.poll(() => marks(mine)).toEqual(['41', '22']);
});

it('shows the students of the search and of the order, in a list that was translated', async () => {
  const { page } = await school.visitAs('admin');
  await page.goto(`${school.url}/admin/dashboard/students`);
  await page.getByRole('grid').waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  const act = async () => {
    await search.fill('3A');
    await page.getByRole('button', { name: 'Student ID', exact: true }).click();
    await page.waitForTimeout(500);
  };
  await act();
  const expected = await readPage(page);
  await page.goto(`${school.url}/admin/dashboard/students`);
  await page.getByRole('grid').waitFor();
  await translate(page, 'all');
  await act();
  await expect.poll(() => readPage(page)).toBe(expected);
});
