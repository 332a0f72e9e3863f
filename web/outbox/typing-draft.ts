import type { StoredDraft } from './device/storage.ts';
import type { OutboxDependencies } from './outbox-dependencies.ts';
import type { TypedChange } from './pending-record.ts';

type DraftParts = Pick<OutboxDependencies, 'user' | 'page' | 'storage' | 'holdPage' | 'isPageOpen' | 'whenIdle'>;

/** Reads the change that leaving the field now would enqueue; null for none. */
export type ReadDraftChange = () => TypedChange | null;

/**
 * The draft of the field that the user is typing into. It is written to the device when the browser is idle, once for
 * many keys, so that it survives a crash; the next page that opens the outbox enqueues it.
 */
export class TypingDraft {
  readonly #parts: DraftParts;
  #read: ReadDraftChange | null = null;
  #isDue = false;
  #isKept = false;
  #captured: TypedChange[] | null = null;

  constructor(parts: DraftParts) {
    this.#parts = parts;
  }

  /** Notes another key; null when the user has stopped typing. */
  note(read: ReadDraftChange | null): void {
    this.#read = read;
    if (this.#isDue || (read === null && !this.#isKept)) return;
    this.#isDue = true;
    this.#parts.whenIdle(() => void this.#keep());
  }

  /** Ends the draft because its value is enqueued now. @returns the page whose draft is to be deleted with it */
  leave(): string | undefined {
    this.#read = null;
    if (!this.#isKept) return undefined;
    this.#isKept = false;
    return this.#parts.page;
  }

  capture(act: () => void): TypedChange | null {
    const captured: TypedChange[] = [];
    this.#captured = captured;
    try {
      act();
    } finally {
      this.#captured = null;
    }
    return captured[0] ?? null;
  }

  /** Captures a change in place of enqueuing it. @returns whether it was captured */
  captures(take: TypedChange): boolean {
    this.#captured?.push(take);
    return this.#captured !== null;
  }

  /** Drafts of pages that crashed: they are enqueued as if the fields had been left. */
  async draftsOfClosedPages(): Promise<StoredDraft[]> {
    const { storage, user, page: own, isPageOpen } = this.#parts;
    const drafts = await storage.drafts(user);
    const isDead = await Promise.all(drafts.map(async ({ page }) => page !== own && !(await isPageOpen(page))));
    return drafts.filter((_, index) => isDead[index]);
  }

  async #keep(): Promise<void> {
    this.#isDue = false;
    // The lock comes first: other pages take the drafts of pages without one.
    if (this.#read) await this.#parts.holdPage();
    const take = this.#read?.() ?? null;
    if (!take && !this.#isKept) return;
    this.#isKept = take !== null;
    await this.#parts.storage.keepDraft({ user: this.#parts.user, page: this.#parts.page }, take);
  }
}
