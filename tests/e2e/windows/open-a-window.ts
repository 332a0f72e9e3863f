import type { Locator, Page } from 'playwright-core';
import type { OpenedWindow } from './every-window.ts';

const popups = '[role="dialog"], [role="alertdialog"]';

/** The screen has what it shows, and no request is pending. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => document.querySelector(':is(main, [role="dialog"]) :is([data-loading], [aria-busy=true])') === null,
  );
}

/** What is pressed: the first button, menu entry or link whose name begins so. */
export function findControl(page: Page, name: string): Locator {
  const [, kind = 'button', words = name] = /^(?:(menu|link): )?(.*)$/s.exec(name) ?? [];
  const begins = new RegExp(`^${words.replace(/[()+?.]/g, '\\$&')}`);
  const role = ({ menu: 'menuitem', link: 'link' } as const)[kind] ?? 'button';
  return page.getByRole(role, { name: begins }).first();
}

/** Opens a window by its own buttons, with the mouse or with Enter alone, and resolves when it is there. */
export async function openBy(page: Page, { press, title }: OpenedWindow, how: 'mouse' | 'keyboard'): Promise<Locator> {
  for (const name of press) {
    const control = findControl(page, name);
    if (how === 'mouse') await control.click({ timeout: 6_000 });
    else {
      await control.focus({ timeout: 6_000 });
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
