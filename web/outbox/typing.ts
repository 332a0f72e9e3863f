import type { Draft } from './device/storage.ts';
import type { OutboxParts } from './outbox-parts.ts';
import type { Take } from './waiting.ts';

/** Says what would be taken if the field were left now; null where that is nothing. */
export type ReadTyping = () => Take | null;

/**
 * The field that is being typed into. What is in it is written to the device off the key's own time, the newest text
 * once for many keys, so that a browser that dies in the middle leaves it behind; the next page that opens the outbox takes it.
 */
export class Typing {
  readonly #parts: OutboxParts;
  #read: ReadTyping | null = null;
  #isDue = false;
  #isKept = false;
  #captured: Take[] | null = null;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Another key, or nothing is being typed any more. */
  note(read: ReadTyping | null): void {
    this.#read = read;
    if (this.#isDue || (read === null && !this.#isKept)) return;
    this.#isDue = true;
    this.#parts.later(() => void this.#keep());
  }

  /** The field was left, and its value goes the ordinary way: names the draft to be forgotten with that. */
  leave(): string | undefined {
    this.#read = null;
    if (!this.#isKept) return undefined;
    this.#isKept = false;
    return this.#parts.page;
  }

  capture(act: () => void): Take | null {
    const captured: Take[] = [];
    this.#captured = captured;
    try {
      act();
    } finally {
      this.#captured = null;
    }
    return captured[0] ?? null;
  }

  /** True for a take that is to be looked at, and not taken. */
  captures(take: Take): boolean {
    this.#captured?.push(take);
    return this.#captured !== null;
  }

  /** What stood in fields of pages that died while they were typed into: it goes as if the fields had been left. */
  async leftByDeadPages(): Promise<Draft[]> {
    const { storage, user, page: own, isPageOpen } = this.#parts;
    const drafts = await storage.drafts(user);
    const isDead = await Promise.all(drafts.map(async ({ page }) => page !== own && !(await isPageOpen(page))));
    return drafts.filter((_, index) => isDead[index]);
  }

  async #keep(): Promise<void> {
    this.#isDue = false;
    // Before anything is kept: other pages leave the drafts of open ones alone.
    if (this.#read) await this.#parts.holdPage();
    const take = this.#read?.() ?? null;
    if (!take && !this.#isKept) return;
    this.#isKept = take !== null;
    await this.#parts.storage.keepDraft({ user: this.#parts.user, page: this.#parts.page }, take);
  }
}
