import type { CellNote, CellValue, RowValues } from './grid-columns.ts';

/** What a row shows. Immutable: a change makes a new object. */
export interface RowView {
  values: RowValues;
  notes: Readonly<Record<string, CellNote>>;
  /** Texts of outliers, by column. */
  outliers: Readonly<Record<string, string>>;
}

const emptyView: RowView = { values: {}, notes: {}, outliers: {} };

/** The views of all rows, each with its own listeners. */
export class RowViewStore {
  #views = new Map<string, RowView>();
  #listeners = new Map<string, Set<() => void>>();
  #allListeners = new Set<() => void>();

  constructor(values: ReadonlyMap<string, RowValues>) {
    for (const [row, rowValues] of values) this.#views.set(row, { ...emptyView, values: rowValues });
  }

  of = (row: string): RowView => this.#views.get(row) ?? emptyView;

  subscribe(row: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(row) ?? new Set();
    this.#listeners.set(row, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Calls back after every change of any row. */
  subscribeAll(listener: () => void): () => void {
    this.#allListeners.add(listener);
    return () => void this.#allListeners.delete(listener);
  }

  draw(row: string, view: RowView): void {
    this.#views.set(row, view);
    for (const listener of [...(this.#listeners.get(row) ?? []), ...this.#allListeners]) listener();
  }

  /**
   * Shows values from elsewhere, and removes the notes of the replaced ones. Refused texts are not values: they stay
   * until the user changes them.
   */
  replace(row: string, values: RowValues): void {
    const view = this.of(row);
    const gone = Object.keys(values).filter((column) => view.notes[column] && view.notes[column].kind !== 'refused');
    const notes = gone.reduce((kept, column) => withNote(kept, column, undefined), view.notes);
    this.draw(row, { ...view, values: { ...view.values, ...values }, notes });
  }

  /** Shows a cell with a value and a note. */
  put(row: string, column: string, { value, note }: { value: CellValue; note: CellNote | undefined }): void {
    const view = this.of(row);
    const { values, notes } = view;
    this.draw(row, { ...view, values: { ...values, [column]: value }, notes: withNote(notes, column, note) });
  }

  /** Replaces the texts of outliers of all rows. */
  showOutliers(found: ReadonlyMap<string, RowView['outliers']>): void {
    for (const [row, view] of this.#views) {
      const outliers = found.get(row) ?? emptyView.outliers;
      if (!isSame(view.outliers, outliers)) this.draw(row, { ...view, outliers });
    }
  }
}

const isSame = (one: RowView['outliers'], other: RowView['outliers']): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([column, words]) => other[column] === words);

/** Notes with one of them set or removed; the same object if nothing changes, so that the row does not render. */
export function withNote(notes: RowView['notes'], column: string, note: CellNote | undefined): RowView['notes'] {
  if (note) return { ...notes, [column]: note };
  if (!(column in notes)) return notes;
  const { [column]: _forgotten, ...others } = notes;
  return others;
}
