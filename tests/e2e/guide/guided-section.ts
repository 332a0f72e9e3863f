import type { Page } from 'playwright-core';
import type { Act } from '../../support/guide/follow-guide.ts';
import { findControl, settled } from '../windows/open-a-window.ts';

/** A section of a page of docs/guide/, and what is done at each of its steps. */
export interface GuidedSection {
  guide: string;
  title: string;
  as: string;
  /** Where it begins. */
  at: string;
  /** Before the first step, such as another answer of the server. */
  before?: (page: Page) => Promise<void>;
  /** `see` looks at the screen between the beginning and the end of a step. */
  acts: (page: Page, see: () => Promise<void>) => Act[];
}

/** Presses the first button whose name begins so, or `menu: `, `link: `, `radio: ` and a name. */
export const press = (page: Page, ...names: string[]) =>
  names.reduce(async (before, name) => {
    await before;
    await findControl(page, name).click({ timeout: 20_000 });
  }, Promise.resolve());

export const windowOf = (page: Page, name: string | RegExp) =>
  page
    .getByRole('dialog', { name })
    // A message at the lower edge, which stays when the window closes.
    .and(page.locator(':not([aria-modal="false"])'))
    .or(page.getByRole('alertdialog', { name }))
    .last();

/** Opens a window by its buttons, looks when it has what it shows, and closes it. */
export async function lookInto(page: Page, see: () => Promise<void>, ...names: string[]): Promise<void> {
  await press(page, ...names);
  const opened = windowOf(page, /./);
  await opened.waitFor();
  await settled(page);
  await see();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
}

/** Types into a combobox or opens it, and takes the option. */
export async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).last().click();
  await page
    .getByRole('option', typeof option === 'string' ? { name: option, exact: true } : { name: option })
    .first()
    .click();
}

export const saidOf = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Presses the button of a window that is open, and waits until it is closed. */
export async function answer(page: Page, name: string): Promise<void> {
  const opened = windowOf(page, /./);
  await opened.getByRole('button', { name, exact: true }).click();
  await opened.waitFor({ state: 'detached' });
}

/** Makes sections of a page of the office; `path` is the screen of each. */
export const sectionsIn =
  (guide: string) =>
  (title: string, path: string, acts: GuidedSection['acts']): GuidedSection => ({
    guide,
    title,
    as: 'admin',
    at: `/admin/dashboard/${path}`,
    acts,
  });

/** Of a step that says where something is: its words are on the screen already. */
export const nothing: Act = async () => undefined;
