import type { CellNote, RowValues } from './columns.ts';

/** One row as it is to be drawn. A new object whenever anything of it changed, the same one otherwise. */
export interface RowView {
  values: RowValues;
  notes: Readonly<Record<string, CellNote>>;
}

const emptyView: RowView = { values: {}, notes: {} };

/** The views of all rows, each with its own listeners. */
export class RowViews {
  #views = new Map<string, RowView>();
  #listeners = new Map<string, Set<() => void>>();

  constructor(values: ReadonlyMap<string, RowValues>) {
    for (const [row, rowValues] of values) this.#views.set(row, { ...emptyView, values: rowValues });
  }

  of = (row: string): RowView => this.#views.get(row) ?? emptyView;

  subscribe(row: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(row) ?? new Set();
    this.#listeners.set(row, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  draw(row: string, view: RowView): void {
    this.#views.set(row, view);
    for (const listener of this.#listeners.get(row) ?? []) listener();
  }

  /** Replaces values of a row and forgets the notes beside them. */
  replace(row: string, values: RowValues): void {
    const view = this.of(row);
    const kept = Object.entries(view.notes).filter(([column]) => !(column in values));
    // The same object where none is forgotten: a row is drawn anew when its notes are others.
    const notes = kept.length === Object.keys(view.notes).length ? view.notes : Object.fromEntries(kept);
    this.draw(row, { ...view, values: { ...view.values, ...values }, notes });
  }
}
