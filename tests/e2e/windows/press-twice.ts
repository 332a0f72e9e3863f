import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { openTitles, popups, settled } from './open-a-window.ts';

/**
 * What the server is asked to do, answered with a refusal, so that every press finds the school as the one before did.
 */
export async function refuseActs(page: Page): Promise<string[]> {
  const acts: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET' || request.headers()['idempotency-key'] === undefined) return route.fallback();
    acts.push(new URL(request.url()).pathname);
    await new Promise((resolve) => setTimeout(resolve, 60));
    return route.fulfill({ status: 422, json: { errors: { message: ['Not now.'] } } });
  });
  return acts;
}

/** Notes the acts that the server is asked for from now on, each once however often it is asked how far it is. */
export function noteAsked(page: Page): () => string[] {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (request.method() !== 'GET' && key) asked.add(`${request.method()} ${new URL(request.url()).pathname} ${key}`);
  });
  return () => [...asked].map((one) => one.split(' ').slice(0, 2).join(' '));
}

/** Milliseconds between the two presses; 0 is the browser's own double click. By day one of them. */
export const gaps = isWholeRun ? [0, 80, 150] : [120];

export async function pressAt(page: Page, { x, y }: { x: number; y: number }, gap: number | null): Promise<void> {
  if (gap === 0) return page.mouse.dblclick(x, y);
  await page.mouse.click(x, y);
  if (gap === null) return;
  await page.waitForTimeout(gap);
  await page.mouse.click(x, y);
}

export type Outcome = { acts: string[]; windows: string[]; path: string; under: string | null } | null;

interface Pressed {
  /** Milliseconds until it is pressed again; null: once. */
  gap: number | null;
  isInWindow: boolean;
  /** What one press has led to: then the button takes presses, and its answer may take longer. */
  once?: Outcome | undefined;
}

/** On the families' pages and where a card is checked every button has its class. */
const mainButtonsOfScreen = 'main :is([data-main], button.primary, button.plain)';

/**
 * Runs in the page. What has come under the pointer in place of the pressed button: any other control where the screen
 * and its windows are the same, else one that does something. Null where there is none.
 */
function nameUnder({ x, y, isSamePlace }: { x: number; y: number; isSamePlace: boolean }): string | null {
  const control = document
    .elementFromPoint(x, y)
    ?.closest(isSamePlace ? 'button, a[href]' : '[data-main], [data-danger], [type="submit"]');
  if (!control || control.hasAttribute('data-pressed')) return null;
  return control.getAttribute('aria-label') ?? control.textContent;
}

/**
 * What a press of the main button leads to: acts, the windows that are open then, and what lies under the pointer. Null
 * where it takes none.
 */
export async function outcomeOf(page: Page, acts: string[], { gap, isInWindow, once }: Pressed): Promise<Outcome> {
  acts.length = 0;
  const main = page.locator(isInWindow ? `${popups} [data-main]` : mainButtonsOfScreen).last();
  if (once) await expect.poll(() => main.isEnabled()).toBe(true);
  else if ((await main.count()) === 0 || !(await main.isEnabled())) return null;
  // A window that still moves into its place would be missed.
  let box = await main.boundingBox();
  await expect
    .poll(async () => {
      const last = JSON.stringify(box);
      box = await main.boundingBox();
      return JSON.stringify(box) === last;
    })
    .toBe(true);
  if (!box) return null;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await main.evaluate((pressed) => pressed.setAttribute('data-pressed', ''));
  const before = [await openTitles(page), page.url()] as const;
  await pressAt(page, at, gap);
  // Who presses once more because nothing seems to happen does so by then.
  await page.waitForTimeout(700);
  const isSamePlace = JSON.stringify(before) === JSON.stringify([await openTitles(page), page.url()]);
  const under = await page.evaluate(nameUnder, { ...at, isSamePlace });
  // An answer opens its window once no key is used; a double click is longer than a click.
  await page.waitForTimeout(isWholeRun ? 800 : 300);
  await settled(page);
  const read = async () => ({
    acts: [...acts],
    windows: await openTitles(page),
    path: new URL(page.url()).pathname,
    under: gap === null ? under : (once?.under ?? null),
  });
  // A window has closed, so that something is asked for: on a busy machine later.
  const isClosed = (await openTitles(page)).length < before[0].length;
  for (let tries = 0; !once && isClosed && acts.length === 0 && tries < 10; tries += 1) await page.waitForTimeout(200);
  for (let tries = 0; once && tries < 20 && JSON.stringify(await read()) !== JSON.stringify(once); tries += 1)
    await page.waitForTimeout(200);
  return read();
}
