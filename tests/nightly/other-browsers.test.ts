import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { RunningSchool } from '../../local/school.ts';
import type { AnyBrowser } from '../support/any-browser/any-browser.ts';
import { findBrowsers } from '../support/any-browser/browsers.ts';
import { createPageDriver, type PageDriver, webDriverKeys } from '../support/any-browser/page-driver.ts';
import { TestClient } from '../support/callers/client.ts';
import { demoPassword } from '../support/callers/sign-in.ts';
import { startServer } from '../support/school/server.ts';

let school: RunningSchool;
beforeAll(async () => {
  school = await startServer({ today: new Date('2026-05-20T08:00:00Z') });
});
afterAll(() => school?.stop());

/** Where what was seen is kept, to be looked at: a folder that `SEEN` names. */
const folder = process.env.SEEN;

/** A page of a browser with what the path needs to know of it. */
function visitor(browser: AnyBrowser) {
  const person = createPageDriver(browser);
  const cellOf = (row: number, column: string) => ({ css: `[data-row] [data-column="${column}"]`, nth: row });
  return {
    ...person,
    browser,
    see: async (name: string) => {
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${browser.name} ${name}.png`), await browser.screenshot());
    },
    cellOf,
    /** What the cells of a column show. */
    column: (name: string, count: number): Promise<string[]> =>
      browser.run(
        (column, length) =>
          [...document.querySelectorAll(`[data-row] [data-column="${column}"]`)]
            .slice(0, length)
            .map((cell) => (cell.lastChild instanceof Text ? cell.lastChild.data : '')),
        name,
        count,
      ),
    students: (): Promise<string[]> =>
      browser.run(() => [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row') ?? '')),
    /** Spare room to scroll in, which a scrollbar would take room for. */
    spare: (): Promise<{ down: number; aside: number }> =>
      browser.run(() => ({
        down: document.documentElement.scrollHeight - window.innerHeight,
        aside: document.documentElement.scrollWidth - window.innerWidth,
      })),
  };
}
type Visitor = ReturnType<typeof visitor>;

const signIn = async (person: PageDriver, name: string) => {
  await person.click({ css: 'input[autocomplete="username"]' });
  await person.type(`${name}${webDriverKeys.enter}`);
  await person.type(`${demoPassword}${webDriverKeys.enter}`);
};
const openSheet = async ({ click, find }: PageDriver, lesson: string) => {
  await click({ css: 'a', named: 'Enter Marks - End of Term' });
  await click({ css: 'main button', named: lesson });
  await find({ css: '[role="grid"] [data-row]' });
};
const status = (named: string) => ({ css: 'header button', named });

async function enterMarks(visited: Visitor): Promise<void> {
  const { click, cellOf, column, find, isShown, press, type } = visited;
  // Typed.
  await click(cellOf(0, 'exam_mark'));
  for (const mark of ['41', '42', '43', '4.5', '45']) await type(mark + webDriverKeys.enter);
  await expect.poll(() => column('exam_mark', 3)).toEqual(['41', '42', '43']);
  await chooseGrades(visited);
  // Pasted, by way of the clipboard.
  await copy(visited, '51\n52\n53');
  await click(cellOf(5, 'exam_mark'));
  await press(webDriverKeys.control, 'v');
  await expect.poll(async () => (await column('exam_mark', 8)).slice(5)).toEqual(['51', '52', '53']);
  // Commented.
  await click(cellOf(0, 'comment'));
  await find({ css: '[role="dialog"] textarea' });
  await type('Works with care, and asks.');
  await visited.see('comment');
  await press(webDriverKeys.escape);
  await expect.poll(() => isShown({ css: '[role="dialog"]' })).toBe(false);
  await find(status('All saved'));
}

/** Grades by F2, from their list: by letter, by arrows, and by a list that is closed again without a choice. */
async function chooseGrades({ browser, click, cellOf, column, press, see, type }: Visitor): Promise<void> {
  const grade = async (row: number) => (await column('con', row + 1))[row];
  await click(cellOf(1, 'con'));
  await press(webDriverKeys.f2);
  await see('grades');
  await type(`B${webDriverKeys.enter}`);
  await expect.poll(() => grade(1)).toBe('B');
  await press(webDriverKeys.escape);
  // The list of Firefox is a window of its own, which its driver presses no arrows in; the keys of a screen do go
  // there.
  if (browser.name === 'Firefox') return;
  await click(cellOf(2, 'con'));
  await press(webDriverKeys.f2);
  for (const key of [webDriverKeys.down, webDriverKeys.down, webDriverKeys.down, webDriverKeys.up, webDriverKeys.enter])
    await type(key);
  // The list begins with no grade, then A.
  await expect.poll(() => grade(2)).toBe('B');
  await click(cellOf(3, 'con'));
  await press(webDriverKeys.f2);
  for (const key of [webDriverKeys.down, webDriverKeys.down, webDriverKeys.escape]) await type(key);
  // The grade is the cell's own again, and keys go from cell to cell.
  await type(`C${webDriverKeys.enter}D`);
  await expect.poll(async () => (await column('con', 5)).slice(1)).toEqual(['B', 'B', 'C', 'D']);
}

/** Puts a text into the clipboard as a person would: from a page that shows it. */
async function copy({ browser, press }: Visitor, text: string): Promise<void> {
  await browser.run((block) => {
    const area = document.createElement('textarea');
    area.id = 'elsewhere';
    area.value = block;
    document.body.append(area);
    area.focus();
    area.select();
  }, text);
  await press(webDriverKeys.control, 'c');
  await browser.run(() => document.getElementById('elsewhere')?.remove());
}

async function meetConflict({ click, cellOf, column, find, press, see, students, type }: Visitor) {
  const student_id = (await students())[10] ?? '';
  const office = await new TestClient(school.url).signIn('teacher', demoPassword);
  const theirs = { student_id, subject_id: 'MATH', year: 2025, term: 3 as const, exam_mark: 31 };
  expect((await office.call(markSheetContract.saveSubjectRecord, theirs)).status).toBe(200);
  await click(cellOf(9, 'exam_mark'));
  for (const mark of ['54', '55', '56']) await type(mark + webDriverKeys.enter);
  await expect.poll(async () => (await column('exam_mark', 12)).slice(9)).toEqual(['54', '55', '56']);
  await find(status('1 conflict'));
  await click(cellOf(10, 'exam_mark'));
  await see('conflict');
  await press(webDriverKeys.alt, 'm');
  await find(status('All saved'));
}

async function comeBack({ browser, click, cellOf, column, find, isShown, see, type }: Visitor): Promise<void> {
  await click(cellOf(12, 'exam_mark'));
  await type(`57${webDriverKeys.enter}`);
  await browser.clearCookies();
  for (const mark of ['58', '59']) await type(mark + webDriverKeys.enter);
  await expect.poll(async () => (await column('exam_mark', 15)).slice(12)).toEqual(['57', '58', '59']);
  await find({ css: 'header button', named: 'Sign in' });
  await see('signed out');
  await click({ css: 'header button', named: 'Sign in' });
  await find({ css: '[role="alertdialog"] input[type="password"]' });
  await type(demoPassword + webDriverKeys.enter);
  await expect.poll(() => isShown({ css: '[role="alertdialog"]' }), { timeout: 15_000 }).toBe(false);
  await find(status('All saved'));
}

async function print({ browser, click, find, isShown, see }: Visitor): Promise<void> {
  await click({ css: 'a', named: 'Edit/View Term Reports' });
  await click({ css: 'main li button' });
  await click({ css: 'button', named: 'Print One' });
  await find({ css: 'iframe' });
  // It says so until the paper is there, and no longer.
  await expect.poll(() => isShown({ css: '[role="status"]', named: 'Preparing the' }), { timeout: 10_000 }).toBe(false);
  await delay(3_000);
  await see('report card');
  const shown = await browser.run(() => {
    const frame = document.querySelector('iframe');
    const inner = frame?.contentDocument;
    const viewer = inner?.querySelector('iframe, embed')?.getBoundingClientRect();
    return { address: frame?.src ?? '', height: frame?.clientHeight ?? 0, viewer: viewer?.height ?? null };
  });
  expect(shown.height).toBeGreaterThan(500);
  // WebKit lays it out in the frame's own page; Firefox keeps its viewer to itself.
  if (shown.viewer !== null) expect(shown.viewer).toBeGreaterThan(shown.height - 4);
  await browser.go(shown.address);
  await delay(1_500);
  await see('report card in a tab');
  await browser.go(`${school.url}/term-reports`);
}

/** Each its own, of one teacher. */
const lessons: Readonly<Record<string, string>> = { Firefox: 'Mathematics 1A', WebKit: 'Mathematics 1E' };

describe.each(findBrowsers())('$name', ({ name, start, missing }) => {
  const lesson = lessons[name] ?? '';
  it('takes the main path, and nothing typed is lost', async ({ skip }) => {
    if (missing !== null) return skip(missing);
    const browser = await start({});
    const visited = visitor(browser);
    try {
      const { click, column, find, see } = visited;
      await browser.resize(1440, 900);
      await browser.go(school.url);
      await see('sign-in');
      await signIn(visited, 'formteacher');
      await print(visited);
      await browser.clearCookies();
      await browser.go(school.url);
      await signIn(visited, 'teacher');
      await find({ css: 'a', named: 'Enter Marks - End of Term' });
      await see('menu');
      await openSheet(visited, lesson);
      await see('sheet');
      expect(await visited.spare()).toEqual({ down: 0, aside: 0 });
      await enterMarks(visited);
      await meetConflict(visited);
      await comeBack(visited);
      await browser.go(await browser.run(() => location.href));
      await find({ css: '[role="grid"] [data-row]' });
      const marks = ['41', '42', '43', '', '45', '51', '52', '53'];
      const kept = await column('exam_mark', 15);
      expect([...kept.slice(0, 3), ...kept.slice(4, 8), ...kept.slice(9)]).toEqual([
        ...marks.slice(0, 3),
        ...marks.slice(4),
        ...['54', '55', '56', '57', '58', '59'],
      ]);
      await find({ css: '[data-column="comment"]', named: 'Works with care, and asks.' });
      await see('saved');
      await click({ css: 'header button', named: 'Logout' });
      await find({ css: 'input[autocomplete="username"]' });
    } catch (error) {
      await visited.see('where it failed').catch(() => undefined);
      throw error;
    } finally {
      await browser.close();
    }
  });
});
