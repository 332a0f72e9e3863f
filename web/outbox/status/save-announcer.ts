import { countOf } from '#shared/count-of.ts';
import type { OutboxEvent } from '../outbox-parts.ts';
import type { Unsaved } from '../save-status.ts';

/** Milliseconds without another save after which the saves are told: while somebody types on, each one would be told by itself. */
export const savesPause = 2_000;

const isMark = (field: string): boolean => field === 'exam_mark' || field === 'mark' || field.startsWith('assessment ');

/**
 * What is said of saving to somebody who does not see it: how many values the server has acknowledged, in a pause; and at once what
 * failed, or is kept back. Values are counted by record and field: one that was saved twice meanwhile is one.
 */
export class SaveAnnouncer {
  readonly #say: (text: string) => void;
  #saved = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What needed an answer, or was kept back, when it was looked at last. */
  #troubles: readonly { standing: Unsaved['standing']; count: number }[] = [];

  /** A trouble was told, and not yet that it is over. */
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

  /** Everything that waits now, and the status in words. A conflict or failure more than before is told at once. */
  look(unsaved: readonly Unsaved[], text: string): void {
    const before = this.#troubles;
    this.#troubles = (['conflict', 'failed', 'kept'] as const).map((standing) => ({
      standing,
      count: unsaved.filter((one) => one.standing === standing).length,
    }));
    const isWorse = this.#troubles.some(({ standing, count }, index) => {
      const was = before[index]?.count ?? 0;
      // What is kept on the device grows with each mark that is typed: it is told when that begins.
      return standing === 'kept' ? count > 0 && was === 0 : count > was;
    });
    this.#isAllSaved = unsaved.length === 0;
    if (isWorse) {
      this.#isTroubled = true;
      this.#say(`${text}. What you typed is kept on this device.`);
    } else if (this.#isTroubled && this.#isAllSaved) this.#tellInAPause();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tellInAPause(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tellSaves(), savesPause);
  }

  /** "3 marks saved." of what was not told yet, and after a trouble that everything is, where that is so. */
  #tellSaves(): void {
    const fields = [...this.#saved.values()];
    this.#saved.clear();
    const isOver = this.#isTroubled && this.#isAllSaved;
    if (isOver) this.#isTroubled = false;
    const said = [
      fields.length > 0 && `${countOf(fields.length, fields.every(isMark) ? 'mark' : 'value')} saved.`,
      isOver && 'Everything is saved.',
    ].filter(Boolean);
    if (said.length > 0) this.#say(said.join(' '));
  }
}
