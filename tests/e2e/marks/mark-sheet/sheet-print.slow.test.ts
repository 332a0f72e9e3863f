import type { Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { findAxeViolations, looks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { writeAction } from '../../../support/school/records.ts';

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
  const { page } = await school.visitAs('dean', looks[1]);
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

it('prints a whole level of 120 students, each in its own row, with all columns', async () => {
  const { page } = await school.visitAs('dean', looks[1]);
  await page.goto(`${school.url}/term-reports/enter-marks`);
  await page
    .getByRole('button', { name: /\d\w+, \d/ })
    .first()
    .click();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const rows = async () => Number(await grid.getAttribute('aria-rowcount')) - 1;
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  const [, title, level] = /^(.+) Form (\d)$/.exec(heading) ?? [];
  const { StudentSubjectAssignmentEntity, readRoster, subjectsById } = await import(
    '#functions/subjects/records/store.ts'
  );
  const subjectId = [...(await subjectsById())].find(([, known]) => known.title === title)?.[0] ?? '';
  const formLevel = Number(level);
  const classIds = [...new Set(await page.locator('[data-row] [data-column="class_id"]').allTextContents())];
  const classes = classIds.map((classId) => ({ classId, formLevel }));
  const roster = await readRoster({ subjectId, formLevel, classIds });
  const shown = await page.locator('[data-row]').first().getAttribute('data-row');
  const employeeId = roster.find(({ studentId }) => studentId === shown)?.employeeId ?? '';
  const added = 120 - (await rows());
  for (const studentId of await addManyStudents({ count: added, classes, subjectIds: [subjectId] })) {
    await writeAction(StudentSubjectAssignmentEntity.update({ studentId, subjectId }, { set: { employeeId } }));
  }
  await page.reload();
  await expect.poll(rows).toBe(120);
  expect(await page.locator('[data-row]').count()).toBeLessThan(60);

  const pages = await printed(page);
  const text = pages.map((one) => one.text).join(' ');
  const printedOf = Array.from({ length: added }, (_none, index) => `Last ${index}, First ${index}`);
  expect(printedOf.filter((name) => text.split(`${name} `).length !== 2)).toEqual([]);
  for (const one of pages) {
    for (const head of ['Student', 'Class', 'Course', 'Exam', 'Total', 'Late', 'Absent', 'App', 'Con', 'Comment']) {
      expect(one.text).toContain(head);
    }
    expect(one.right).toBeLessThan(1);
  }
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(60);
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
