import type { Locator, Page } from 'playwright-core';
import type { OrdinaryFile } from './ordinary-files.ts';

/**
 * Seconds of the keystroke-level model: Card, Moran and Newell, "The Keystroke-Level Model for User Performance Time
 * with Interactive Systems", Communications of the ACM 23 (7), 1980, pages 396 to 410. `key` is their average
 * non-secretary typist; a press of the mouse's button is a key too.
 */
const seconds = { key: 0.28, point: 1.1, home: 0.4, think: 1.35 } as const;

/** Words that a newcomer reads in a minute, of all that a screen newly shows: slower than reading for pleasure. */
const wordsPerMinute = 200;

/** Milliseconds until what a press opens is drawn; part of the system's time where nothing is waited for. */
const drawn = 250;

/** Counts what somebody does at a screen, and how long it takes by the model. The system's own time is apart. */
export class ScreenTime {
  readonly counts = { presses: 0, keys: 0, homings: 0, thoughts: 0, words: 0 };
  /** Measured, of this machine. */
  systemSeconds = 0;
  readonly #page: Page;
  readonly #seen = new Set<string>();
  #hand: 'mouse' | 'keys' = 'mouse';

  constructor(page: Page) {
    this.#page = page;
  }

  /** A look for what comes next, the way there, and a press. */
  async press(target: Locator): Promise<void> {
    this.#think();
    this.#takeHand('mouse');
    this.counts.presses += 1;
    await this.#await(() => target.click());
    await this.read();
  }

  /** Into a field that is pressed first; what it has is selected by two keys. */
  async type(field: Locator, text: string): Promise<void> {
    await this.press(field);
    const isEmpty = (await field.inputValue()) === '';
    this.#takeHand('keys');
    this.counts.keys += text.length + (isEmpty ? 0 : 2);
    await field.fill(text);
    await this.read();
  }

  async key(name: string): Promise<void> {
    this.#takeHand('keys');
    this.counts.keys += 1;
    await this.#page.keyboard.press(name);
    await this.read();
  }

  /** Opens a list, reads it, and presses a choice. */
  async choose(field: Locator, option: string): Promise<void> {
    await this.press(field);
    await this.press(this.#page.getByRole('option', { name: option, exact: true }));
  }

  /** The window of files, which is the machine's own: its names are read, and one is pressed twice. */
  async chooseFile(button: Locator, file: OrdinaryFile): Promise<void> {
    const opened = this.#page.waitForEvent('filechooser');
    await this.press(button);
    this.#think();
    this.counts.presses += 1;
    this.counts.keys += 1;
    this.counts.words += wordsOf(file.name) * 4;
    const mimeType = file.name.endsWith('.csv')
      ? 'text/csv'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await (await opened).setFiles({ name: file.name, mimeType, buffer: file.bytes });
  }

  /** Until something is there: the system's time. */
  async wait(target: Locator): Promise<void> {
    await this.#await(() => target.waitFor({ timeout: 60_000 }));
    await this.read();
  }

  /** Whatever the page shows that it has not shown before is read, each line once. */
  async read(): Promise<void> {
    await this.#page.waitForTimeout(drawn);
    const text = await this.#page.locator('body').innerText();
    for (const line of text.split('\n').map((one) => one.trim())) {
      if (line === '' || this.#seen.has(line)) continue;
      this.#seen.add(line);
      this.counts.words += wordsOf(line);
    }
  }

  /** Seconds at the screen without the system's. */
  get personSeconds(): number {
    const { presses, keys, homings, thoughts, words } = this.counts;
    return (
      presses * (seconds.point + seconds.key) +
      keys * seconds.key +
      homings * seconds.home +
      thoughts * seconds.think +
      (words / wordsPerMinute) * 60
    );
  }

  #think() {
    this.counts.thoughts += 1;
  }

  #takeHand(hand: 'mouse' | 'keys') {
    if (hand === this.#hand) return;
    this.#hand = hand;
    this.counts.homings += 1;
  }

  async #await(work: () => Promise<unknown>): Promise<void> {
    const from = performance.now();
    await work();
    this.systemSeconds += (performance.now() - from) / 1000;
  }
}

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
