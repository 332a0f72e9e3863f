import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type CellName, cellKey, type Entry, type SheetLook, type Surface, type TypingModel } from './entries.ts';
import type { Stroke } from './key-log.ts';
import type { SheetArrangement } from './steps.ts';

import type { Seen } from './verdict.ts';

/** The system has one clipboard, and several pairs of hands. */
let clipboard: Promise<unknown> = Promise.resolve();

/**
 * Milliseconds in which a person may expect to see why a text was not taken, and looks before they are over: a busy
 * machine shows little in them.
 */
const patience = 3_000;
const looksAtLeast = 20;

/**
 * One pair of hands before a sheet of marks. They press real keys, look where a person would look (before going into a
 * text, and for a window to have opened), and remember where they meant each stroke to go.
 */
export class Hands {
  /** Where each stroke was meant to go. */
  readonly meant: { key: string; where: string }[] = [];
  /** What somebody should have been told and was not. */
  readonly silences: string[] = [];
  readonly #page: Page;
  readonly #model: TypingModel;
  readonly #surface: Surface;
  readonly #clearTheWay: () => Promise<void>;
  readonly #strokes: (page: Page) => readonly Stroke[];
  readonly #seen: Omit<Seen, 'tab'>[] = [];
  /** Of each stroke that the model knows, its place among all: passwords are none of the model's. */
  readonly #places: number[] = [];
  #told = 0;
  #looks: Promise<void>[] = [];

  constructor(parts: {
    clearTheWay: () => Promise<void>;
    page: Page;
    model: TypingModel;
    surface: Surface;
    strokes: (page: Page) => readonly Stroke[];
  }) {
    this.#page = parts.page;
    this.#clearTheWay = parts.clearTheWay;
    this.#model = parts.model;
    this.#surface = parts.surface;
    this.#strokes = parts.strokes;
  }

  async press(key: string): Promise<void> {
    const { target } = this.#model;
    // Nothing is chosen: a person would look for the cell first.
    if (!target) return;
    const seen = this.#model.opensText(key) ? await this.#surface.textOf(target) : '';
    this.meant.push({ key, where: this.#surface.nameOf(target) });
    this.#places.push(this.meant.length - 1);
    if (this.#model.readsSheet(key)) {
      await this.#pressAct(key);
      return;
    }
    this.#model.press(key, seen);
    if (key.length === 1 && !/[ -~]/.test(key)) await this.#page.keyboard.insertText(key);
    else await this.#page.keyboard.press(key);
    await this.#surface.waitForWindow(target, this.#model.target);
    this.#takeEntries();
  }

  /**
   * What the sheet holds is what it holds when the key arrives; rows that are not drawn hold what they held just
   * before.
   */
  async #pressAct(key: string): Promise<void> {
    const before = await this.#surface.look();
    const count = this.#strokes(this.#page).length;
    await this.#page.keyboard.press(key);
    const arrived = () => this.#strokes(this.#page)[count];
    for (let wait = 0; !arrived() && wait < 200; wait += 1) await this.#page.waitForTimeout(10);
    const look: SheetLook = new Map([...before, ...(arrived()?.look ?? [])]);
    this.#model.press(key, '', look);
    this.#takeEntries(new Map([...look].map(([cell, { text }]) => [cell, text])));
  }

  /** Sorts or filters by the menu over the sheet, and goes on in the cell where the hands were. */
  async arrange(arranging: SheetArrangement): Promise<void> {
    await this.#clearTheWay();
    const { target } = this.#model;
    if (target?.in !== 'cell') return;
    this.#model.leaveCell();
    this.#takeEntries();
    await this.#surface.choose(arranging);
    await this.lookAround();
  }

  /** The page was loaded again: nothing is open over the sheet, and the rows may be in another order. */
  async reopened(): Promise<void> {
    this.#model.reopen();
    await this.lookAround();
  }

  /** The hands look who is where now. */
  async lookAround(): Promise<void> {
    this.#model.arrange(await this.#surface.rows());
    this.#takeEntries();
  }

  async click(cell: CellName): Promise<void> {
    if (this.#model.target?.in === 'comment') await this.press('Escape');
    const seen = await this.#reach(cell);
    const { target } = this.#model;
    // A press into a text puts the caret somewhere in it: the hands go on at its end.
    const isInText = target !== null && cellKey(target) === cellKey(cell) && !this.#model.isReady;
    this.#model.click(cell, seen);
    await this.#surface.waitForWindow(null, this.#model.target);
    if (isInText) await this.press('End');
    this.#takeEntries();
  }

  /** Clicks a cell, past the windows that have opened by themselves; what it held before. */
  async #reach(cell: CellName): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#clearTheWay();
      try {
        if (!this.#model.isShown(cell.row)) {
          await this.#surface.showAll();
          await this.lookAround();
        }
        await this.#surface.bringToSight(cell);
        const seen = await this.#surface.textOf(cell);
        await this.#surface.click(cell);
        return seen;
      } catch (error) {
        if (attempt === 4) throw error;
      }
    }
  }

  async paste(text: string): Promise<void> {
    const { target } = this.#model;
    if (target?.in !== 'cell') return;
    const shown = await this.#surface.allTexts();
    const pasting = clipboard.then(async () => {
      await this.#page.evaluate((content) => navigator.clipboard.writeText(content), text);
      this.meant.push({ key: 'Control+v', where: this.#surface.nameOf(target) });
      this.#places.push(this.meant.length - 1);
      await this.#page.keyboard.press('Control+v');
    });
    clipboard = pasting.catch(() => undefined);
    await pasting;
    this.#model.paste(text);
    this.#takeEntries(shown);
  }

  /** Leaves the sheet for something else on the page, or the page altogether. */
  leave(): void {
    this.#model.leavePage();
    this.#takeEntries();
  }

  /** Types into a field that was clicked: a password. */
  async typeInto(where: string, text: string): Promise<void> {
    for (const key of [...text, 'Enter']) {
      this.meant.push({ key, where });
      await this.#page.keyboard.press(key);
    }
  }

  /** All entries, with what the hands saw before each. */
  async entries(): Promise<readonly Omit<Seen, 'tab'>[]> {
    await Promise.all(this.#looks);
    const strokes = this.#strokes(this.#page);
    return this.#seen.map((entry) => {
      const stroke = strokes[this.#places[entry.stroke] ?? -1];
      return stroke ? { ...entry, seen: `${stroke.shown}${stroke.held === stroke.shown ? '' : stroke.held}` } : entry;
    });
  }

  /** Strokes that arrived elsewhere than the hands meant, or not at all. */
  astray(): string[] {
    const arrived = this.#strokes(this.#page);
    const told = (stroke: { key: string; where: string } | undefined) =>
      stroke ? `${stroke.key} at ${stroke.where}` : 'nothing';
    const wrong = Array.from({ length: Math.max(arrived.length, this.meant.length) }, (_, index) => {
      const [meant, came] = [this.meant[index], arrived[index]];
      const isRight = meant?.key === came?.key && (came?.where ?? '').startsWith(meant?.where ?? '-');
      return isRight ? null : `stroke ${index}: ${told(meant)} was meant, ${told(came)} came`;
    });
    return wrong.filter((line) => line !== null).slice(0, 5);
  }

  #takeEntries(shown?: ReadonlyMap<string, string>): void {
    const fresh = this.#model.entries.slice(this.#told);
    this.#told = this.#model.entries.length;
    for (const entry of fresh) {
      this.#seen.push({ ...entry, seen: shown?.get(cellKey(entry)) ?? '', at: Date.now() });
      if (entry.reading.isSaid) this.#looks.push(this.#lookForReason(entry));
    }
  }

  /** What was typed stays in sight with a word about it, unless the hands have gone on to change it. */
  async #lookForReason(entry: Entry): Promise<void> {
    const isOver = () => this.#model.entries.findLast((one) => cellKey(one) === cellKey(entry)) !== entry;
    const until = Date.now() + patience;
    for (let looks = 0; looks < looksAtLeast || Date.now() < until; looks += 1) {
      const target = this.#model.target;
      // In a cell that is being written again the text itself is in the way.
      if (isOver() || (target && cellKey(target) === cellKey(entry) && !this.#model.isReady)) return;
      if (await this.#surface.isReasonShown(entry).catch(() => true)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (isOver()) return;
    this.silences.push(`“${entry.typed}” was left in ${cellKey(entry)} without a word`);
    await takePicture(this.#page, `silence ${cellKey(entry)}`);
  }
}

/** A folder for pictures of the screens at which the hands could not go on, or saw no message. */
const folder = process.env.ORACLE_PICTURES;

export async function takePicture(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
}
