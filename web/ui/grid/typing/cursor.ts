import type { RefObject } from 'react';
import type { CellBlock, CellId } from '../entries.ts';
import { acceptsEntry } from '../grid-columns.ts';
import type { GridModel } from '../grid-model.ts';
import type { SheetGeometry } from '../sheet-geometry.ts';
import { elementIdOfCell, type LiveField, usesLiveField } from './live-field.ts';
import { NoteBubble } from './note-bubble.ts';

interface CursorParts {
  grid: GridModel;
  field: LiveField;
  /** Set to the element for the focus: the field, or a read-only active cell. */
  activeCell: RefObject<HTMLElement | null>;
  /** Called if the active row is not rendered. */
  onMissingRow: () => void;
}

/**
 * Marks the active cell and the selection, and positions the live field over the active cell, without React: the cost
 * of a move does not depend on the size of the sheet (ADR 0012). React does not render the attributes set here.
 */
export class CursorRenderer {
  readonly #grid: GridModel;
  readonly #field: LiveField;
  readonly #activeCell: RefObject<HTMLElement | null>;
  readonly #onMissingRow: () => void;
  readonly #bubble = new NoteBubble();
  #geometry: SheetGeometry | null = null;
  #cell: HTMLElement | null = null;
  #selected: ReadonlySet<HTMLElement> = new Set();
  /** The active cell gets the focus as soon as it is rendered. */
  #isFocusDue = false;

  constructor({ grid, field, activeCell, onMissingRow }: CursorParts) {
    this.#grid = grid;
    this.#field = field;
    this.#activeCell = activeCell;
    this.#onMissingRow = onMissingRow;
  }

  /** Draws until the returned function is called. */
  attach(geometry: SheetGeometry): () => void {
    this.#geometry = geometry;
    this.#field.frame.after(this.#bubble.element);
    const stop = this.#grid.subscribeCursor(this.draw);
    this.#grid.onGoTo = ({ focus }) => {
      this.reveal();
      if (focus) this.focus();
    };
    return () => {
      stop();
      this.#grid.onGoTo = () => {};
      this.#field.moveTo(null);
      this.#bubble.element.remove();
      this.#geometry = null;
    };
  }

  /** Focuses the field, or a read-only active cell. */
  focus(): void {
    this.#isFocusDue = !this.#field.focus() && !this.#cell;
    if (!this.#field.element) this.#cell?.focus({ preventScroll: true });
  }

  /** Scrolls to the active cell, as little as possible; the browser's own scrolling would center it. */
  reveal(): void {
    const { active } = this.#grid.cursor();
    if (active) this.#geometry?.reveal(active);
  }

  /** Call whenever rows were rendered or removed. */
  draw = (): void => {
    const active = this.#grid.active();
    const cell = active && elementOf({ row: active.row.id, column: active.column.id });
    const before = this.#cell;
    this.#cell = cell;
    if (before !== cell) {
      if (before?.hasAttribute('tabindex')) before.tabIndex = -1;
      markRow(before?.parentElement, cell?.parentElement);
    }
    if (active && usesLiveField(active.column) && acceptsEntry(active.column, active.row.closed)) {
      this.#field.moveTo({ row: active.row, column: active.column });
    } else {
      this.#field.moveTo(null);
      if (cell) cell.tabIndex = 0;
    }
    this.#activeCell.current = this.#field.element ?? cell;
    this.positionField();
    this.#select(this.#grid.cursor().selection);
    if (active && !cell) this.#onMissingRow();
    else if (this.#isFocusDue) this.focus();
  };

  /** Positions the field over the active cell, clipped where the first column covers it. */
  positionField = (): void => {
    const { active } = this.#grid.cursor();
    if (this.#geometry) this.#bubble.show(this.#grid.visibleNote(), active, this.#geometry);
    if (!active || !this.#geometry || !this.#field.element) return;
    const box = this.#geometry.boxOf(active);
    this.#field.placeAt(box, this.#geometry.coveredWidth(box));
  };

  #select(selection: CellBlock | null): void {
    if (!selection && this.#selected.size === 0) return;
    const cells = selection ? this.#grid.selectedCells().flat().map(elementOf) : [];
    const selected = new Set(cells.filter((cell) => cell !== null));
    for (const cell of this.#selected) if (!selected.has(cell)) cell.removeAttribute('aria-selected');
    for (const cell of selected) if (!this.#selected.has(cell)) cell.setAttribute('aria-selected', 'true');
    this.#selected = selected;
  }
}

/** Null if the row is not rendered. */
const elementOf = (cell: CellId): HTMLElement | null => document.getElementById(elementIdOfCell(cell));

/** Marks the header of the row that the active cell is in. */
function markRow(before: HTMLElement | null | undefined, after: HTMLElement | null | undefined): void {
  if (before === after) return;
  before?.firstElementChild?.removeAttribute('data-here');
  after?.firstElementChild?.setAttribute('data-here', '');
}
