import {
  type AnsweredSave,
  findHistoryFaults,
  type HistoryFaults,
} from '../../tests/support/step-by-step/save-history.ts';

/** A value that people type: a field of a record, by the record's name in the trail of changes. */
export interface SavedCell {
  subject: string;
  field: string;
}

/** A cell's stored value, and every value that the trail has for it since the start. */
export interface StoredCell extends SavedCell {
  stored: string | null;
  effects: string[];
}

export const cellName = ({ subject, field }: SavedCell): string => `${subject} ${field}`;

/**
 * Everything that was saved, and what was answered. A value is given to a cell once, so that each can be told from the
 * others.
 */
export class Ledger {
  readonly #cells = new Map<string, { cell: SavedCell; before: string | null; given: number }>();
  readonly #saves: AnsweredSave[] = [];
  readonly #open = new Set<string>();
  readonly #done = new Set<string>();

  /** A cell with the value that it has before anybody here saves. */
  watch(cell: SavedCell, before: string | null): void {
    if (!this.#cells.has(cellName(cell))) this.#cells.set(cellName(cell), { cell, before, given: 0 });
  }

  /** How often the cell was given a value by now, this time included: the next value is made of it. */
  next(cell: SavedCell): number {
    const known = this.#cells.get(cellName(cell));
    if (!known) throw new Error(`${cellName(cell)} is not watched`);
    known.given += 1;
    return known.given;
  }

  /** Begins a save. Call the returned function with the answer; unanswered saves are reported at the end. */
  begin(cell: SavedCell, { was, value }: { was: string | null; value: string }): (isAcknowledged: boolean) => void {
    const name = cellName(cell);
    const mark = `${name}: ${value}`;
    // A page that was killed sends again what it had not heard of.
    if (!this.#done.has(mark)) this.#open.add(mark);
    return (isAcknowledged) => {
      if (!this.#open.delete(mark)) return;
      this.#done.add(mark);
      this.#saves.push({ cell: name, was, value, isAcknowledged });
    };
  }

  get cells(): SavedCell[] {
    return [...this.#cells.values()].filter(({ given }) => given > 0).map(({ cell }) => cell);
  }

  get counts(): { acknowledged: number; refused: number; unanswered: number } {
    const acknowledged = this.#saves.filter(({ isAcknowledged }) => isAcknowledged).length;
    return { acknowledged, refused: this.#saves.length - acknowledged, unanswered: this.#open.size };
  }

  /** Acknowledged values that were lost, and values that were written twice or although refused. */
  judge(kept: readonly StoredCell[]): HistoryFaults {
    return findHistoryFaults({
      saves: this.#saves,
      before: new Map([...this.#cells].map(([name, { before }]) => [name, before])),
      stored: new Map(kept.map((one) => [cellName(one), one.stored])),
      effects: kept.flatMap((one) => one.effects.map((value) => ({ cell: cellName(one), value }))),
    });
  }
}
