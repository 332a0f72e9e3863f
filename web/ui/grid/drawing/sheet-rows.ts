import type { GridColumn } from '../columns.ts';
import type { GridModel } from '../grid-model.ts';
import { type GridRow, GridRowView, rowTemplate } from './grid-row.ts';

interface Sheet {
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  /** Which rows are to be in the page: from one to before another, and the one with the active cell. */
  from: number;
  to: number;
  active: number | undefined;
}

/** The rows of a sheet that are in the page, in their order after the headings. React knows nothing of them (ADR 0012). */
export class SheetRows {
  readonly #grid: GridModel;
  readonly #element: HTMLElement;
  #columns: readonly GridColumn[] = [];
  #template = document.createElement('div') as HTMLElement;
  #drawn = new Map<string, GridRowView>();

  /** @param element Holds the headings as its first child, and nothing else. */
  constructor(grid: GridModel, element: HTMLElement) {
    this.#grid = grid;
    this.#element = element;
  }

  draw({ columns, rows, from, to, active }: Sheet): void {
    if (columns !== this.#columns) {
      this.remove();
      this.#columns = columns;
      this.#template = rowTemplate(columns);
    }
    const wanted = rows
      .map((row, index) => ({ row, index }))
      .filter(({ index }) => (index >= from && index < to) || index === active);
    const views = wanted.map(({ row }) => this.#viewOf(row));
    const kept = new Map(wanted.map(({ row }, at) => [row.id, views[at] as GridRowView]));
    for (const [id, view] of this.#drawn) if (kept.get(id) !== view) view.remove();
    this.#drawn = kept;
    let next = this.#element.firstElementChild?.nextElementSibling ?? null;
    for (const [at, view] of views.entries()) {
      const index = wanted[at]?.index ?? 0;
      view.place(index, index - (wanted[at - 1]?.index ?? -1) - 1);
      // A row that is where it belongs is not touched: taken out and put in, it would lose the focus.
      if (view.element === next) next = next.nextElementSibling;
      else this.#element.insertBefore(view.element, next);
    }
  }

  remove(): void {
    for (const view of this.#drawn.values()) view.remove();
    this.#drawn.clear();
  }

  #viewOf(row: GridRow): GridRowView {
    const drawn = this.#drawn.get(row.id);
    if (drawn?.shows(row)) return drawn;
    return new GridRowView({ grid: this.#grid, row, columns: this.#columns, template: this.#template });
  }
}
