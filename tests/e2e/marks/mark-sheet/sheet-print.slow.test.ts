import type { Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { findAxeViolations, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';

const school = schoolInBrowser();

/** What Ctrl+P would put on paper, page by page. */
async function printed(page: Page) {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_none, index) => {
      const sheet = await pdf.getPage(index + 1);
      const { items } = await sheet.getTextContent();
      const { width, height } = sheet.getViewport({ scale: 1 });
      const texts = items.flatMap((item) => ('str' in item ? [item] : []));
      return {
        text: texts
          .map(({ str, hasEOL }) => str + (hasEOL ? ' ' : ''))
          .join('')
          .replaceAll(/\s+/g, ' '),
        isLandscape: width > height,
        right: Math.max(...texts.map(({ str, transform, width: of }) => (str.trim() ? transform[4] + of : 0))) / width,
      };
    }),
  );
}

it.each([
  { sheet: 'mark sheet', path: 'enter-marks', heads: ['Course', 'Exam', 'Total', 'Late', 'Con', 'Comment'] },
  { sheet: 'mark book', path: 'mark-book?option=book', heads: ['no total', 'Total'] },
])('prints all of a long $sheet, with school, lesson, term and headings on paper', async ({ path, heads }) => {
  const { page } = await school.visitAs('dean', screenLooks[1]);
  await page.goto(`${school.url}/term-reports/${path}`);
  await page
    .getByRole('button', { name: /\d\w+, \d/ })
    .first()
    .click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(count).toBeGreaterThan(45);
  expect(await page.locator('[data-row]').count()).toBeLessThan(count);
  const lesson = await page.getByRole('heading', { level: 1 }).innerText();

  // Whatever the page notices while it prints (the paper's size, its own first rest), all rows stay.
  const rowsWhilePrinting = await grid.locator('..').evaluate((scroller) => {
    window.dispatchEvent(new Event('beforeprint'));
    scroller.dispatchEvent(new Event('scroll'));
    const drawn = scroller.querySelectorAll('[data-row]').length;
    window.dispatchEvent(new Event('afterprint'));
    return drawn;
  });
  expect(rowsWhilePrinting).toBe(count);

  const pages = await printed(page);
  const text = pages.map((one) => one.text).join(' ');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.every(({ isLandscape }) => isLandscape)).toBe(true);
  expect(Math.max(...pages.map(({ right }) => right))).toBeLessThan(1);
  for (const part of ['Northgate Secondary School', lesson, 'Term 3, 2025-2026'])
    expect(pages[0]?.text).toContain(part);
  for (const one of pages) for (const head of ['Student', 'Class', ...heads]) expect(one.text).toContain(head);
  expect(text).not.toContain('Next Subject Class');

  // Afterwards the rows out of sight are gone again; looked through, each of them was on paper.
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(count);
  const names = new Set<string>();
  for (let seen = 0; seen < count; seen += 15) {
    await grid.locator('..').evaluate((scroller, top) => scroller.scrollTo({ top }), seen * 37);
    await page.locator(`[aria-rowindex="${Math.min(seen + 3, count + 1)}"]`).waitFor();
    // Not the inner text: of a row out of sight it has no lines, and begins with the initials of the picture.
    for (const name of await page.locator('[role="rowheader"]').allTextContents())
      names.add(name.replace(/^[A-ZÀ-Ý]{2}(?=[A-ZÀ-Ý])/u, ''));
  }
  expect(names.size).toBeGreaterThan(45);
  expect([...names].filter((name) => !text.includes(name))).toEqual([]);
});

it.each([
  'enter-marks',
  'mark-book',
])('says so where an address leads to a lesson of somebody else: %s', async (path) => {
  const { page } = await school.visitAs('teacher');
  await page.goto(`${school.url}/term-reports/${path}`);
  await page.getByRole('heading', { name: 'Select Subject Class' }).waitFor();
  const notice = page.getByText('The address leads to a lesson that is not one of yours.');
  expect(await notice.count()).toBe(0);
  await page.goto(`${school.url}/term-reports/${path}?lesson=nobodys-lesson`);
  await notice.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
});

it.each([
  'enter-marks',
  'mark-book',
])('comes back to lesson and term after a reload and after signing in: %s', async (path) => {
  const { page, context } = await school.visitAs('teacher');
  await page.goto(`${school.url}/term-reports/${path}`);
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  await page.getByRole('combobox', { name: 'Term' }).click();
  await page.getByRole('option', { name: 'Term 1' }).click();
  const isThere = async () => {
    await page.getByRole('heading', { level: 1, name: 'Mathematics 1A' }).waitFor();
    await page.getByText(/^Term 1, 2025-2026 · /).waitFor();
  };
  await isThere();
  const address = page.url();
  await page.reload();
  await isThere();
  await context.clearCookies();
  await page.goto(address);
  await page.getByLabel('Username').fill('teacher');
  await page.getByRole('textbox', { name: 'Password' }).fill('Demo-school-1');
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await isThere();
  expect(page.url()).toBe(address);
});
