import { pressGuardMilliseconds } from '../../overlays/use-just-changed.ts';
import { setWholeDates } from '../../screen/whole-dates.tsx';
import type { CellNote } from '../grid-columns.ts';
import styles from '../mark-grid.module.css';
import type { CellBox, SheetGeometry } from '../sheet-geometry.ts';
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
