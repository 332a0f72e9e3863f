import { shortened } from '#shared/marks/read-typed.ts';
import { type CellNote, cellText, type GridColumn, missingDecimal, takesEntry } from '../columns.ts';
import type { GridModel, ModelRow } from '../grid-model.ts';
import styles from '../mark-grid.module.css';
import { cellIdOf, isLive, noteIdOf } from '../typing/live-field.ts';
import { fillHeader, type RowHead } from './row-header.ts';
import type { RowView } from './row-views.ts';

/** A row as the sheet draws it. */
export type GridRow = ModelRow & RowHead;

/**
 * One row: elements and no components, cloned from a template and written when the model says so (ADR 0012). A cell is a box
 * with a text, and that is all that it may cost; a note goes before the text. What moves over the cells is the cursor's.
 */
export class GridRowView {
  readonly element: HTMLElement;
  readonly #grid: GridModel;
  readonly #columns: readonly GridColumn[];
  readonly #cells: readonly HTMLElement[];
  readonly #texts: string[] = [];
  readonly #tints: string[] = [];
  readonly #stops: (() => void)[] = [];
  #row: GridRow;
  #drawn: RowView | null = null;
  #index = -1;
  #gap = 0;

  constructor({
    grid,
    row,
    columns,
    template,
  }: { grid: GridModel; row: GridRow; columns: readonly GridColumn[]; template: HTMLElement }) {
    this.#grid = grid;
    this.#columns = columns;
    this.#row = row;
    this.element = template.cloneNode(true) as HTMLElement;
    const [header, ...cells] = this.element.children as Iterable<Element> as HTMLElement[];
    this.#cells = cells;
    if (header) fillHeader(header, row);
    this.element.dataset.row = row.id;
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      if (!cell) continue;
      cell.id = cellIdOf({ row: row.id, column: column.id });
      if (row.closed !== undefined) closeCell(cell, column);
      if (column.kind === 'node') this.#stops.push(column.draw(cell, row.id));
    }
    this.#write();
    this.#stops.push(grid.subscribe(row.id, this.#write));
  }

  /** Whether it can go on showing the row: its values come from the model, all else is written once. */
  shows(row: GridRow): boolean {
    const before = this.#row;
    return (
      before === row ||
      (before.name === row.name &&
        before.remark === row.remark &&
        before.picture === row.picture &&
        before.closed === row.closed)
    );
  }

  /** `index` counts the rows of the sheet from 0; `gap`: rows above it that are not in the page. */
  place(index: number, gap: number): void {
    if (index !== this.#index) this.element.setAttribute('aria-rowindex', String(index + 2));
    if (gap !== this.#gap) this.element.style.setProperty('--gap', String(gap));
    this.#index = index;
    this.#gap = gap;
  }

  remove(): void {
    for (const stop of this.#stops) stop();
    this.element.remove();
  }

  /** Writes what differs. */
  #write = (): void => {
    const view = this.#grid.view(this.#row.id);
    const before = this.#drawn;
    this.#drawn = view;
    for (const [index, column] of this.#columns.entries()) {
      const cell = this.#cells[index];
      if (!cell || column.kind === 'node') continue;
      const text = cellText(column, view.values);
      if (text !== (this.#texts[index] ?? '')) {
        this.#texts[index] = text;
        writeText(cell, text);
        if (column.kind === 'number' && column.decimals > 0) tellMissingDecimal(cell, column, text);
      }
      if (column.kind === 'number' && column.outOf) tellOutOf(cell, column.outOf(view.values));
      this.#tint(cell, index, {
        low: column.lowOf?.(view.values) ?? '',
        outlier: view.outliers[column.id] ?? '',
        noted: column.noteOf?.(view.values) ?? '',
      });
      const note = view.notes[column.id];
      if (note !== before?.notes[column.id]) this.#note(cell, column, note);
    }
  };

  /** A sign and words beside the colour, which not everybody sees, and what is noted. */
  #tint(
    cell: HTMLElement,
    index: number,
    { low, outlier, noted }: { low: string; outlier: string; noted: string },
  ): void {
    const words = [noted && `Note: ${noted}`, low, outlier].filter(Boolean).join('. ');
    if (words === (this.#tints[index] ?? '')) return;
    this.#tints[index] = words;
    if (words === '') {
      cell.removeAttribute('title');
    } else cell.title = words;
    setOrRemove(cell, 'sign', `${low && '▾'}${outlier && '◇'}`);
    setOrRemove(cell, 'noted', noted && 'true');
  }

  #note(cell: HTMLElement, column: GridColumn, note: CellNote | undefined): void {
    cell.firstElementChild?.remove();
    if (!note) {
      delete cell.dataset.note;
      cell.removeAttribute('aria-invalid');
      return;
    }
    cell.dataset.note = note.kind;
    if (note.kind === 'refused') cell.setAttribute('aria-invalid', 'true');
    else cell.removeAttribute('aria-invalid');
    cell.prepend(typedOf(note, noteIdOf({ row: this.#row.id, column: column.id })));
  }
}

/** A row as all rows of a sheet begin. */
export function rowTemplate(columns: readonly GridColumn[]): HTMLElement {
  const row = elementOf('row', styles.row);
  row.append(elementOf('rowheader', styles.rowHeader));
  for (const column of columns) {
    const cell = elementOf('gridcell', styles.cell);
    cell.dataset.column = column.id;
    cell.dataset.kind = column.kind;
    if (column.kind === 'shown' && column.align) cell.dataset.align = column.align;
    if (!takesEntry(column, undefined)) closeCell(cell, column);
    else if (column.kind === 'text') cell.setAttribute('aria-haspopup', 'dialog');
    // The live field takes the focus where there is one; the cell itself where it only shows.
    if (!takesEntry(column, undefined) || !isLive(column)) cell.tabIndex = -1;
    row.append(cell);
  }
  return row;
}

function setOrRemove(cell: HTMLElement, name: 'sign' | 'noted', value: string): void {
  if (value === '') delete cell.dataset[name];
  else cell.dataset[name] = value;
}

/** A cell's text has no element of its own: four hundred of them cost a fifth of the first showing. A note is before it. */
function writeText(cell: HTMLElement, text: string): void {
  const last = cell.lastChild;
  if (last instanceof Text) last.data = text;
  else cell.append(text);
}

function closeCell(cell: HTMLElement, column: GridColumn): void {
  cell.setAttribute('aria-readonly', 'true');
  cell.removeAttribute('aria-haspopup');
  if (isLive(column)) cell.tabIndex = -1;
}

function tellMissingDecimal(cell: HTMLElement, column: GridColumn, text: string): void {
  const missing = missingDecimal(column, text);
  if (missing === null) cell.removeAttribute('data-missing');
  else cell.setAttribute('data-missing', missing);
}

function tellOutOf(cell: HTMLElement, outOf: number | null): void {
  if (outOf === null) cell.removeAttribute('data-out-of');
  else cell.setAttribute('data-out-of', String(outOf));
}

/** What was typed, struck out beside what was kept; in a conflict the other's value beside the user's own. */
function typedOf({ kind, typed, message }: CellNote, id: string): HTMLElement {
  const span = document.createElement('span');
  span.className = styles.typed ?? '';
  span.title = message;
  const beside = document.createElement(kind === 'conflict' ? 'span' : 's');
  beside.setAttribute('aria-hidden', 'true');
  beside.textContent = kind === 'conflict' ? `≠ ${shortened(typed)}` : shortened(typed);
  const words = document.createElement('span');
  words.id = id;
  words.className = styles.hiddenText ?? '';
  words.textContent = message;
  span.append(beside, words);
  return span;
}

function elementOf(role: string, className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className ?? '';
  return element;
}
