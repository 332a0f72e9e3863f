import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations, type ScreenLook, screenLooks } from '../../../support/browser.ts';
import { schoolInBrowser } from '../../../support/browser-school.ts';
import { signIn } from '../../../support/callers/sign-in.ts';
import { findCell } from '../../../support/page/grid-page.ts';

const school = schoolInBrowser();

const phone = screenLooks[2];
/** A laptop, and the same one with the page at 200 %. */
const laptop: ScreenLook = { name: 'laptop', size: { width: 1366, height: 768 }, theme: 'light' };
const zoomed: ScreenLook = { name: 'laptop at 200 %', size: { width: 683, height: 384 }, theme: 'light' };

const sheets = [
  { sheet: 'mark sheet', path: 'enter-marks', typed: 'exam_mark' },
  { sheet: 'mark book', path: 'mark-book', typed: 'assessment 1' },
] as const;
type Sheet = (typeof sheets)[number];

async function open({ path }: Sheet, look: ScreenLook) {
  // As narrow as a phone, and still a machine with a mouse.
  const atDesk = { deviceScaleFactor: 2, hasTouch: false, isMobile: false };
  const visited = await school.visitAs('teacher', look, look === zoomed ? atDesk : {});
  await visited.page.goto(`${school.url}/term-reports/${path}`);
  await visited.page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await visited.page.getByRole('grid').waitFor();
  return visited;
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
};
const headings = '[role="grid"] [aria-rowindex="1"]';
/**
 * What of the sheet the eye sees: whole rows between the headings and the foot or the lower edge, and where it is
 * scrolled to.
 */
const seen = (page: Page) =>
  page.evaluate(() => {
    const scroller = document.querySelector('[role="grid"]')?.parentElement as HTMLElement;
    const top = scroller.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? 0;
    const foot = scroller.querySelector('[data-foot]')?.getBoundingClientRect();
    const end = scroller.getBoundingClientRect().top + scroller.clientHeight + 1;
    const bottom = Math.min(window.innerHeight, end, foot && foot.height > 0 ? foot.top + 1 : end);
    const rows = [...scroller.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect());
    return {
      rows: rows.filter((row) => row.height > 0 && row.top >= top - 1 && row.bottom <= bottom + 0.5).length,
      marksFrom: rows.find((row) => row.top >= top - 1)?.top ?? 0,
      scrolled: { top: scroller.scrollTop, left: scroller.scrollLeft },
      aside: document.documentElement.scrollWidth - window.innerWidth,
    };
  });

/** A finger that goes from a point by so many pixels, as the browser's own input sees it. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x?: number; y?: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 8;
  const at = (step: number) => ({
    x: from.x + ((by.x ?? 0) * step) / steps,
    y: from.y + ((by.y ?? 0) * step) / steps,
  });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= steps; step += 1) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step)] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

describe.each(sheets)('the $sheet on a phone', (sheet) => {
  it('scrolls by a swipe on a mark that is being typed, and heads, names and ticks stay', async () => {
    const { page } = await open(sheet, phone);
    await findCell(page, 2, sheet.typed).tap();
    await page.keyboard.type('7');
    const field = await boxOf(page, '[data-over] > :focus');
    const before = { headings: await boxOf(page, headings), name: await boxOf(page, '[role="rowheader"]') };
    const middle = { x: field.x + field.width / 2, y: field.y + field.height / 2 };

    await swipe(page, { x: middle.x, y: middle.y + 20 }, { y: -280 });
    await expect.poll(async () => (await seen(page)).scrolled.top).toBeGreaterThan(150);
    expect((await boxOf(page, headings)).y).toBe(before.headings.y);

    await swipe(page, { x: 340, y: 500 }, { x: -160 });
    await expect.poll(async () => (await seen(page)).scrolled.left).toBeGreaterThan(60);
    expect((await boxOf(page, '[role="rowheader"]')).x).toBe(before.name.x);
    const tick = await findCell(page, 12, 'save').boundingBox();
    expect(tick?.x).toBeGreaterThan(before.name.x + before.name.width - 1);
    expect((tick?.x ?? 999) + (tick?.width ?? 0)).toBeLessThan(390);
  });

  it('shows nine rows and more, and the tick beside the mark', async () => {
    const { page } = await open(sheet, phone);
    const { rows, marksFrom, aside } = await seen(page);
    expect(rows).toBeGreaterThanOrEqual(9);
    expect(marksFrom).toBeLessThan(250);
    expect(aside).toBeLessThanOrEqual(0);
    await findCell(page, 1, sheet.typed).tap();
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    const tick = findCell(page, 1, 'save');
    await tick.getByText('Saved').waitFor({ state: 'attached' });
    const box = await tick.boundingBox();
    expect(box?.x).toBeGreaterThan(0);
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});

describe.each(sheets)('the $sheet', (sheet) => {
  it.each([laptop, zoomed])('shows ten rows and more on a $name, and scrolls by the wheel', async (look) => {
    const { page } = await open(sheet, look);
    await findCell(page, 0, sheet.typed).waitFor();
    // A sheet paints its first rows a frame before the others.
    await expect.poll(async () => (await seen(page)).rows).toBeGreaterThanOrEqual(10);
    const before = await boxOf(page, headings);
    await page.mouse.move(look.size.width / 2, before.y + before.height + 60);
    await page.mouse.wheel(0, 200);
    await expect.poll(async () => (await seen(page)).scrolled.top).toBe(200);
    expect((await boxOf(page, headings)).y).toBe(before.y);
    expect((await seen(page)).aside).toBeLessThanOrEqual(0);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('needs no scrollbar of the page where scrollbars take room', async () => {
    const { page } = await open(sheet, laptop);
    const spare = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(await spare()).toBeLessThanOrEqual(0);
    await findCell(page, 0, sheet.typed).click({ force: true });
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await findCell(page, 0, 'save').getByText('Saved').waitFor({ state: 'attached' });
    expect(await spare()).toBeLessThanOrEqual(0);
  });

  it('has its tools behind one button where the window is small', async () => {
    const { page } = await open(sheet, phone);
    const tools = page.getByRole('button', { name: 'Sheet tools' });
    const history = page.getByRole('button', { name: 'History' });
    expect(await history.isVisible()).toBe(false);
    await tools.tap();
    await history.waitFor();
    expect(await tools.getAttribute('aria-expanded')).toBe('true');
    expect(await findAxeViolations(page)).toEqual([]);
    await tools.tap();
    await history.waitFor({ state: 'hidden' });
  });
});

it('shows names whole, hyphens as in a text, and a course mark with one decimal', async () => {
  const { page } = await open(sheets[0], laptop);
  const names = await page.locator('[role="rowheader"]').evaluateAll((headers) =>
    headers.map((header) => {
      const texts = [header, ...header.querySelectorAll('*')];
      return {
        name: header.textContent ?? '',
        isCut: texts.some((text) => text.scrollHeight > text.clientHeight + 1 && text.clientHeight > 0),
        figures: getComputedStyle(header).fontVariantNumeric,
      };
    }),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter(({ isCut }) => isCut)).toEqual([]);
  expect(new Set(names.map(({ figures }) => figures))).toEqual(new Set(['normal']));
  const courses = await page.locator('[data-column="course_mark"]').allTextContents();
  expect(courses.filter((text) => text !== '').length).toBeGreaterThan(20);
  expect(courses.filter((text) => !/^(\d+\.\d)?$/.test(text))).toEqual([]);
});

const rightPadding = (box: Element) => getComputedStyle(box).paddingRight;

it('has the point of every mark in one line, in the field too', async () => {
  const { page } = await open(sheets[0], laptop);
  await findCell(page, 4, 'exam_mark').click({ force: true });
  for (const mark of ['57', '48.5', '6']) {
    await page.keyboard.type(mark);
    await page.keyboard.press('Enter');
  }
  /** Where the last digit before the point ends. */
  const unitsOf = (row: number) =>
    findCell(page, row, 'exam_mark').evaluate((shown) => {
      const text = shown.lastChild as Text;
      const range = document.createRange();
      const units = text.data.split('.')[0]?.length ?? 0;
      range.setStart(text, units - 1);
      range.setEnd(text, units);
      return range.getBoundingClientRect().right;
    });
  const units = [await unitsOf(4), await unitsOf(5), await unitsOf(6)];
  expect(Math.max(...units) - Math.min(...units)).toBeLessThan(1);
  // Asked until it is so: Chromium may answer with the layout of the frame before.
  const field = () => expect.poll(() => page.locator('[data-over] > input').evaluate(rightPadding));
  const ofWhole = await findCell(page, 6, 'exam_mark').evaluate(rightPadding);
  await page.keyboard.press('ArrowUp');
  await field().toBe(ofWhole);
  await page.keyboard.press('ArrowUp');
  await field().toBe('12px');
  // Being typed, the units stay where they are when the point comes.
  await page.keyboard.type('48');
  await field().toBe(ofWhole);
  await page.keyboard.type('.5');
  await field().toBe('12px');
});

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><rect width="300" height="400"/></svg>';

it('shows pictures over the initials, and moves nothing when they come or are missing', async () => {
  const { page } = await school.visit();
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/img/students/*', async (route) => {
    asked.push(route.request().url());
    await held;
    // One of them is missing on the server.
    if (route.request().url() === asked[0]) await route.fulfill({ status: 404, body: '{}' });
    else if (route.request().url() === asked[1]) await route.fulfill({ contentType: 'image/svg+xml', body: portrait });
    else await route.continue();
  });
  await signIn(page, school.url, 'teacher');
  await page.getByRole('link', { name: /Enter Marks - End of Term/ }).click();
  await page.getByRole('button', { name: /Mathematics 1A$/ }).click();
  await page.getByRole('grid').waitFor();
  const places = () =>
    page.locator('[data-row] [role="rowheader"]').evaluateAll((headers) =>
      headers.map((header) => {
        const avatar = header.querySelector('[aria-hidden]');
        return [header, avatar].map((element) => JSON.stringify(element?.getBoundingClientRect()));
      }),
    );
  // The whole class is drawn: the first showing holds only what a window does.
  await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThan(30);
  const before = await places();
  const pictures = page.locator('[data-row] img');
  const named = await pictures.count();
  expect(named).toBeGreaterThan(10);
  expect(named).toBeLessThan(before.length);
  release();
  const shown = () =>
    pictures.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(shown, { timeout: 15_000 }).toBeGreaterThan(5);
  // The missing one has gone, and its student has the initials as those without a picture have.
  await expect.poll(() => pictures.count()).toBe(named - 1);
  expect(await places()).toEqual(before);
  // A portrait fills the circle as a square one does.
  const sizes = () =>
    pictures.evaluateAll((all) => [
      ...new Set(all.map((one) => [one.clientWidth, one.clientHeight, one.parentElement?.clientHeight].join(' '))),
    ]);
  expect(await sizes()).toEqual(['26 26 26']);
  expect(await findAxeViolations(page)).toEqual([]);
});
