import type { Page } from 'playwright-core';
import { type CellName, cellKey, type Entry, type SheetLook, type Surface, type Target } from '../entries.ts';
import type { Stroke } from '../key-log.ts';
import type { Values } from '../screen.ts';
import type { SheetArrangement } from '../steps.ts';

/**
 * What the menu calls an order by the column of the active cell; an order of now by another column comes after these.
 */
const orders: Readonly<Record<Exclude<SheetArrangement, 'missing only'>, RegExp>> = {
  list: /^Class list$/,
  name: /^Name$/,
  lowest: /, lowest first$/,
  highest: /, highest first$/,
  'missing first': /, missing first$/,
};

/** A sheet of marks on the screen: rows by student, cells by column, one of them with the field over it. */
export class SheetSurface implements Surface {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  nameOf = (target: Target): string => ({ cell: cellKey(target), comment: 'Comment', find: 'Find student' })[target.in];

  /** Not through the locator's own check of what is hit: that is the field, where it lies over the cell already. */
  async click({ row, column }: CellName): Promise<void> {
    const page = this.#page;
    await page.locator(`[data-row="${row}"] [data-column="${column}"]`).click({ force: true, noWaitAfter: true });
    // A press on the grade where the hands are opens the browser's own list. They type letters: it is closed, and the
    // key is the list's.
    if ((await page.locator('select:open').count()) > 0) await page.keyboard.press('Escape');
  }

  /** The field over it, or the cell. */
  textOf(cell: CellName): Promise<string> {
    return this.#page.evaluate(({ row, column }) => {
      const element = document.querySelector(`[data-row="${row}"] [data-column="${column}"]`);
      const focused = document.activeElement;
      const over = focused?.closest<HTMLElement>('[data-over]')?.dataset.over;
      if (over !== undefined && over === element?.id) return (focused as HTMLInputElement).value;
      const value = element?.querySelector('[data-value]')?.firstChild ?? element?.lastChild;
      return value instanceof Text ? value.data : '';
    }, cell);
  }

  /** With what was refused or clamped. */
  allTexts = async (): Promise<Values> => new Map([...(await this.look())].map(([key, { text }]) => [key, text]));

  /** The values alone. */
  values = async (): Promise<Values> => new Map([...(await this.look())].map(([key, { value }]) => [key, value]));

  /** A sheet that is going to be printed is drawn whole. */
  look = async (): Promise<SheetLook> =>
    new Map(
      await this.#page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'));
        const all = (window as unknown as { oracleLook: () => Stroke['look'] }).oracleLook();
        dispatchEvent(new Event('afterprint'));
        return all;
      }),
    );

  rows = async (): Promise<readonly string[]> => [
    ...new Set([...(await this.look()).keys()].map((key) => key.split(' ')[0] ?? '')),
  ];

  async choose(arranging: SheetArrangement): Promise<void> {
    const page = this.#page;
    const menu = page.getByRole('menu', { name: 'Sheet menu' });
    await page.getByRole('button', { name: 'Sheet menu' }).click();
    await menu.waitFor();
    const item =
      arranging === 'missing only'
        ? menu.getByRole('menuitemcheckbox', { name: /^Missing only/ })
        : menu.getByRole('menuitemradio', { name: orders[arranging] }).first();
    await item.click();
    await menu.waitFor({ state: 'detached' });
    // The hands type on where they were, if there is anybody left on the sheet.
    await page.waitForFunction(
      () => !document.querySelector('[role=grid]') || document.activeElement?.closest('[data-over], [data-column]'),
    );
  }

  showAll = (): Promise<void> => this.#page.getByRole('button', { name: 'Show all' }).first().click({ timeout: 3_000 });

  /**
   * Scrolls as a person does: a long sheet draws some of its rows, its head covers others, and a notice may lie over a
   * cell.
   */
  async bringToSight(cell: CellName): Promise<void> {
    const grid = this.#page.getByRole('grid');
    const places = await this.rows();
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const by = await grid.evaluate(
        (sheet, { row, column, places }) => {
          const found = sheet.querySelector(`[data-row="${row}"] [data-column="${column}"]`);
          if (found) {
            const { left, top, width, height } = found.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            if (hit?.closest('[data-over]') || hit?.closest('[data-column]') === found) return 0;
            found.scrollIntoView({ block: 'center', inline: 'center' });
            return 'wait';
          }
          // The row of the active cell is drawn wherever the sheet is scrolled to.
          const window = sheet.parentElement?.getBoundingClientRect();
          const inSight = [...sheet.querySelectorAll<HTMLElement>('[data-row]')].filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return bottom > (window?.top ?? 0) && top < (window?.bottom ?? 0);
          });
          return places.indexOf(row) < places.indexOf(inSight[0]?.dataset.row ?? '') ? -250 : 250;
        },
        { ...cell, places },
      );
      if (by === 0) return;
      // It scrolls, or a notice lies over it: a person looks again.
      if (by === 'wait') {
        await this.#page.waitForTimeout(120);
        continue;
      }
      const box = await grid.locator('..').boundingBox();
      if (!box) throw new Error('The sheet is not in sight');
      await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await this.#page.mouse.wheel(0, by);
      await this.#page.waitForTimeout(60);
    }
    throw new Error(`${cellKey(cell)} does not come into sight`);
  }

  isReasonShown({ row, column, typed, reading }: Entry): Promise<boolean> {
    return this.#page.evaluate(
      ({ row, column, typed, kept }) => {
        const cell = document.querySelector(`[data-row="${row}"] [data-column="${column}"]`);
        if (!cell) return true;
        const text = cell.textContent ?? '';
        const hasBoth = text.includes(typed.trim()) && (kept === null || text.includes(kept));
        return hasBoth && text.trim() !== typed.trim();
      },
      { row, column, typed, kept: reading.kept },
    );
  }

  /** The comment has a window of its own. */
  async waitForWindow(was: Target | null, is: Target | null): Promise<void> {
    const isOpen = is?.in === 'comment';
    if (isOpen === (was?.in === 'comment')) return;
    const box = this.#page.getByRole('textbox', { name: 'Comment' });
    if (!isOpen) return box.waitFor({ state: 'detached' });
    await box.waitFor();
    await this.#page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  }
}
