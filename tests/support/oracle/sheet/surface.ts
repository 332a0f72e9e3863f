import type { Page } from 'playwright-core';
import { type CellName, type Entry, keyOf, type Surface } from '../entries.ts';
import type { Values } from '../screen.ts';

/** A sheet of marks on the screen: rows by student, cells by column, one of them with the field over it. */
export class SheetSurface implements Surface {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  nameOf = (target: CellName & { isComment: boolean }): string => (target.isComment ? 'Comment' : keyOf(target));

  /** Not through the locator's own check of what is hit: that is the field, where it lies over the cell already. */
  click = ({ row, column }: CellName): Promise<void> =>
    this.#page.locator(`[data-row="${row}"] [data-column="${column}"]`).click({ force: true, noWaitAfter: true });

  /** The field over it, or the cell. */
  textOf(cell: CellName): Promise<string> {
    return this.#page.evaluate(({ row, column }) => {
      const element = document.querySelector(`[data-row="${row}"] [data-column="${column}"]`);
      const focused = document.activeElement;
      const over = focused?.closest<HTMLElement>('[data-over]')?.dataset.over;
      if (over !== undefined && over === element?.id) return (focused as HTMLInputElement).value;
      return element?.lastChild instanceof Text ? element.lastChild.data : '';
    }, cell);
  }

  allTexts = (): Promise<Values> => this.#texts(true);

  /** The values alone, without what was refused or clamped. */
  values = (): Promise<Values> => this.#texts(false);

  /** Scrolls as a person does: a long sheet draws some of its rows, its head covers others, and a notice may lie over a cell. */
  async bringToSight(cell: CellName): Promise<void> {
    const grid = this.#page.getByRole('grid');
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const by = await grid.evaluate((sheet, { row, column }) => {
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
        return row < (inSight[0]?.dataset.row ?? '') ? -250 : 250;
      }, cell);
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
    throw new Error(`${keyOf(cell)} does not come into sight`);
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
  async waitForWindow(wasOpen: boolean, isOpen: boolean): Promise<void> {
    if (isOpen === wasOpen) return;
    const box = this.#page.getByRole('textbox', { name: 'Comment' });
    if (!isOpen) return box.waitFor({ state: 'detached' });
    await box.waitFor();
    await this.#page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  }

  async #texts(withNotes: boolean): Promise<Values> {
    const texts = await this.#page
      .locator('[data-row]')
      .evaluateAll(
        (rows, withNotes) =>
          rows.flatMap((row) =>
            [...row.querySelectorAll('[data-column]')].map((cell) => [
              `${(row as HTMLElement).dataset.row} ${cell.getAttribute('data-column')}`,
              withNotes ? (cell.textContent ?? '') : cell.lastChild instanceof Text ? cell.lastChild.data : '',
            ]),
          ),
        withNotes,
      );
    return new Map(texts as [string, string][]);
  }
}
