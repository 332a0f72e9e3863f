import { pluralize } from '#shared/pluralize.ts';
import type { OutboxEvent } from '../outbox-dependencies.ts';
import type { UnsavedValue } from '../save-status.ts';
import { outboxWordings } from '../wordings.ts';

/** Milliseconds without another save until saves are announced together. */
export const announcementPause = 2_000;

const isMark = (field: string): boolean => field === 'exam_mark' || field === 'mark' || field.startsWith('assessment ');

/**
 * Announces saving to a screen reader: how many values the server has acknowledged, when typing pauses; failures at
 * once. Values are counted by record and field: one that was saved twice counts once.
 */
export class SaveAnnouncer {
  readonly #say: (text: string) => void;
  #saved = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts of conflicts, failures and held values at the last call of `look`. */
  #troubles: readonly { state: UnsavedValue['state']; count: number }[] = [];

  /** The problem that was announced last, while it is as it was said. */
  #told = '';
  /** A problem was announced, but not its end. */
  #isTroubled = false;
  #isAllSaved = true;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** The server has acknowledged a record's values. */
  saved({ id, fields }: Extract<OutboxEvent, { kind: 'saved' }>): void {
    for (const field of Object.keys(fields)) this.#saved.set(`${id} ${field}`, field);
    this.#tellInAPause();
  }

  /**
   * Compares all unsaved values with the last look; announces new conflicts and failures at once, with the status in
   * words.
   */
  look(unsaved: readonly UnsavedValue[], text: string): void {
    const before = this.#troubles;
    this.#troubles = (['conflict', 'failed', 'kept'] as const).map((state) => ({
      state,
      count: unsaved.filter((one) => one.state === state).length,
    }));
    const isWorse = this.#troubles.some(({ state, count }, index) => {
      const was = before[index]?.count ?? 0;
      // Held values grow with each typed mark: they are announced when the first is held.
      return state === 'kept' ? count > 0 && was === 0 : count > was;
    });
    this.#isAllSaved = unsaved.length === 0;
    if (isWorse) {
      this.#isTroubled = true;
      this.#told = text;
      this.#say(`${text}. What you typed is kept on this device.`);
      return;
    }
    const isBetter = this.#troubles.some(({ count }, index) => count < (before[index]?.count ?? 0));
    if (isBetter && this.#told !== '') {
      // What is read out later must not be what was said before.
      this.#told = '';
      this.#say('');
    }
    if (this.#isTroubled && this.#isAllSaved) this.#tellInAPause();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tellInAPause(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tellSaves(), announcementPause);
  }

  /** Announces "3 marks saved." and, after a problem, that everything is saved. */
  #tellSaves(): void {
    const fields = [...this.#saved.values()];
    this.#saved.clear();
    const isOver = this.#isTroubled && this.#isAllSaved;
    if (isOver) this.#isTroubled = false;
    const said = [
      fields.length > 0 && `${pluralize(fields.length, fields.every(isMark) ? 'mark' : 'value')} saved.`,
      isOver && outboxWordings.everythingIsSaved,
    ].filter(Boolean);
    if (said.length > 0) this.#say(said.join(' '));
  }
}
