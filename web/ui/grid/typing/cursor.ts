import type { RefObject } from 'react';
import { pressGuardMilliseconds } from '../../overlays/use-just-changed.ts';
import { setWholeDates } from '../../screen/whole-dates.tsx';
import type { CellBlock, CellId } from '../entries.ts';
import { acceptsEntry, type CellNote } from '../grid-columns.ts';
import type { GridModel } from '../grid-model.ts';
import styles from '../mark-grid.module.css';
import type { CellBox, SheetGeometry } from '../sheet-geometry.ts';
import { elementIdOfCell, type LiveField, usesLiveField } from './live-field.ts';
import type { CellPosition } from './navigation.ts';

/** CSS pixels between a cell and its bubble. */
const gap = 6;

/** Smallest width of a bubble that is narrower than its text. */
const narrow = 150;

interface Placing {
  /** The cell, in the sheet's pixels. */
  box: CellBox;
  /** Width of the bubble's text. */
  width: number;
  /** The visible part of the sheet, `left` right of the first column. */
  edges: { left: number; right: number; top: number };
  /** Another cell of the row is active and must not be covered. */
  isActiveInRow: boolean;
}

/**
 * The side of the cell for its bubble, and the bubble's greatest width there: right, or above the cell, or below. Never
 * over the first column: who reads what is said looks for the name of its row.
 */
export function chooseBubbleSide({ box, width, edges, isActiveInRow }: Placing): {
  side: 'right' | 'over';
  room: number;
} {
  const right = isActiveInRow ? 0 : edges.right - (box.left + box.width + gap);
  if (right >= Math.min(width, narrow)) return { side: 'right', room: Math.min(right, width) };
  return { side: 'over', room: Math.min(edges.right - edges.left, width) };
}

const doesMeet = (one: CellBox, other: CellBox): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/**
 * The sheet's bubble, which shows a cell's note and its buttons beside the cell. Screen readers get the text from the
 * cell and the announcement.
 */
export class NoteBubble {
  readonly element = document.createElement('div');
  #note: CellNote | null = null;
  /** The last text and position: the buttons settle again when either changes. */
  #shown = '';
  #settled: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element.className = styles.bubble ?? '';
    this.element.hidden = true;
  }

  /** Shows a note at its cell, without covering the active cell. */
  show(
    noted: { place: CellPosition; note: CellNote } | null,
    active: CellPosition | null,
    geometry: SheetGeometry,
  ): void {
    this.element.hidden = !noted;
    this.#write(noted?.note ?? null);
    if (!noted) {
      this.#settle('');
      return;
    }
    const box = geometry.boxOf(noted.place);
    const edges = { left: geometry.leftEdge(), right: geometry.rightEdge(), top: geometry.topEdge() };
    this.element.style.maxWidth = '';
    const { side, room } = chooseBubbleSide({
      box,
      edges,
      width: this.element.offsetWidth,
      isActiveInRow: active?.row === noted.place.row && active.column !== noted.place.column,
    });
    this.element.style.maxWidth = `${room}px`;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = side === 'right' ? box.left + box.width + gap : Math.max(box.left + box.width - width, edges.left);
    const uncovered = active ? [box, geometry.boxOf(active)] : [box];
    const tops = [
      ...(side === 'over' ? [] : [Math.max(box.top + (box.height - height) / 2, edges.top)]),
      ...uncovered.flatMap((cell) => [cell.top - height - gap, cell.top + cell.height + gap]),
    ].filter((one) => one >= edges.top);
    const top = tops.find((one) => !uncovered.some((cell) => doesMeet({ left, top: one, width, height }, cell)));
    this.element.style.transform = `translate(${left}px, ${top ?? tops[0] ?? edges.top}px)`;
    this.#settle(`${side} ${top} ${noted.place.row} ${noted.place.column} ${noted.note.message}`);
  }

  /** Disables the buttons for a moment after the bubble has changed; clicks then go to the cell below. */
  #settle(shown: string): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    clearTimeout(this.#settled);
    this.element.dataset.settling = '';
    this.#settled = setTimeout(() => delete this.element.dataset.settling, pressGuardMilliseconds);
  }

  #write(note: CellNote | null): void {
    if (note === this.#note) return;
    this.#note = note;
    this.element.replaceChildren();
    delete this.element.dataset.note;
    if (!note) return;
    const text = document.createElement('span');
    setWholeDates(text, note.message);
    text.setAttribute('aria-hidden', 'true');
    this.element.dataset.note = note.kind;
    this.element.append(text, ...(note.actions ?? []).map(buttonOf));
  }
}

function buttonOf({ label, key, act }: NonNullable<CellNote['actions']>[number]): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.title = `Alt+${key.toUpperCase()}`;
  button.setAttribute('aria-keyshortcuts', `Alt+${key.toUpperCase()}`);
  // Keeps the focus in the field.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', act);
  return button;
}

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
