import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** A window and the way to it. */
export interface OpenedWindow {
  /** Blank for somebody who is not signed in. */
  as: string;
  at: string;
  /**
   * Names of the buttons up to the one that opens the window, the first that begins so; `menu: `, `link: ` and
   * `radio: ` before an entry, a link and a choice.
   */
  press: readonly string[];
  title: string | RegExp;
  /** What is done before the screen is loaded, such as another answer of the server. */
  before?: (page: Page) => Promise<void>;
  /** What is done on the screen before the first press; opens the window where nothing is pressed. */
  prepare?: (page: Page) => Promise<void>;
  /** What has the focus after it is closed, where that is not the button that opened it; a blank cell has no name. */
  back?: RegExp;
  isPhone?: boolean;
  /** The last press leads on in a window that is open: the focus stays in its foot. */
  isStep?: boolean;
}

/** A screen of the office, for the administrator who may do everything. */
export const office = (at: string) => ({ as: 'admin', at: `/admin/dashboard/${at}` });

/** Windows; what was done is said in a box that has a window's role too. */
export const popups = ':is([role="dialog"], [role="alertdialog"]):not([data-snackbars] *)';

/** Where a user is, on which device, and with which answers of the server. */
export const placeOf = ({ as, at, isPhone = false, before }: OpenedWindow) =>
  [as, at, isPhone ? 'on a phone' : '', before?.name ?? ''].filter(Boolean).join(' ');

/** The check of a whole school's reports takes some seconds, and on a busy machine many. */
const longestLoad = { timeout: 60_000 };

/** The screen, or the window over it, has what it shows. */
export const untilShown = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector(':is(main, [role="dialog"]) :is([aria-busy=true], [aria-label^="Loading"])') === null,
    null,
    longestLoad,
  );

/** The same, and no request is pending. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', longestLoad);
  await untilShown(page);
}

/**
 * Loads an address until its screen has what it shows and every call is answered. What the site loads afterwards, while
 * nobody waits for it, takes twice as long: `settled` waits for that too.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  const asked = new Set<Request>();
  const add = (request: Request) => void (request.url().includes('/api/') && asked.add(request));
  const remove = (request: Request) => void asked.delete(request);
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove);
  await page.goto(address);
  await page.locator(':is(main, [role="dialog"]) :is(h1, h2)').first().waitFor(longestLoad);
  await untilShown(page);
  await expect.poll(() => asked.size, { ...longestLoad, interval: 40 }).toBe(0);
  await untilShown(page);
  page.off('request', add).off('requestfinished', remove).off('requestfailed', remove);
}

/** What is pressed: the first button, menu entry, link or choice whose name begins so. */
export function findControl(page: Page, name: string): Locator {
  const [, kind = 'button', words = name] = /^(?:(menu|link|radio): )?(.*)$/s.exec(name) ?? [];
  const begins = new RegExp(`^${words.replace(/[()+?.]/g, '\\$&')}`);
  const role = ({ menu: 'menuitem', link: 'link', radio: 'radio' } as const)[kind] ?? 'button';
  return page.getByRole(role, { name: begins }).first();
}

/** Opens a window by its own buttons, with the mouse or with Enter alone, and resolves when it is there. */
export async function openBy(
  page: Page,
  { press, title, prepare }: OpenedWindow,
  how: 'mouse' | 'keyboard',
): Promise<Locator> {
  await prepare?.(page);
  for (const name of press) {
    const control = findControl(page, name);
    if (how === 'mouse') await control.click({ timeout: 6_000 });
    else {
      // What is being loaded for it has come.
      await control.and(page.locator(':not(:disabled)')).focus({ timeout: 6_000 });
      await page.keyboard.press('Enter');
    }
  }
  const opened = page
    .locator(popups)
    .filter({ has: page.getByRole('heading', { name: title }) })
    .last();
  await opened.waitFor({ timeout: 6_000 });
  return opened;
}

/** The title of the window that has the focus, and the name of what has it. */
export const focused = (page: Page) =>
  page.evaluate((selector) => {
    const active = document.activeElement;
    const name = (active?.getAttribute('aria-label') ?? active?.textContent ?? '').trim().slice(0, 60);
    return { in: active?.closest(selector)?.querySelector('h2')?.textContent ?? null, name };
  }, popups);

/** Titles of the open windows. */
export const openTitles = (page: Page): Promise<string[]> =>
  page.locator(popups).evaluateAll((all) => all.map((one) => one.querySelector('h2')?.textContent ?? ''));
