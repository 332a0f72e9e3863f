import { settling } from '../../overlays/settling.ts';
import type { CellNote } from '../columns.ts';
import styles from '../mark-grid.module.css';
import type { Box, SheetGeometry } from '../sheet-geometry.ts';
import type { Place } from './navigation.ts';

/** CSS pixels between a cell and what is said about it. */
const gap = 6;

/** What a bubble needs at least, to be narrower than its words would have it. */
const narrow = 150;

interface Placing {
  /** The cell, in the sheet's pixels. */
  box: Box;
  /** Of the bubble, as its words would have it. */
  width: number;
  /** What shows of the sheet: `start` with the first column, `left` right of it. */
  edges: { start: number; left: number; right: number; top: number };
  /** Another cell of the row is typed into: it stays uncovered. */
  isActiveInRow: boolean;
}

/**
 * On which side of its cell a bubble goes, and how wide it may be there: right; over the first column, if the cell is beside it; or
 * above the cell, or below. In the first column it covers names and no cell: a press that is meant for the cell above must not meet a
 * button of it.
 */
export function bubbleSide({ box, width, edges, isActiveInRow }: Placing): {
  side: 'right' | 'names' | 'over';
  room: number;
} {
  const right = isActiveInRow ? 0 : edges.right - (box.left + box.width + gap);
  const names = box.left <= edges.left + gap ? box.left - gap - edges.start : 0;
  if (right >= width) return { side: 'right', room: width };
  if (names >= width) return { side: 'names', room: width };
  if (Math.max(right, names) < narrow) return { side: 'over', room: width };
  return right >= names ? { side: 'right', room: right } : { side: 'names', room: names };
}

/**
 * Says beside a cell what became of the text typed into it, with what can be done about it: one for the sheet, for the cell
 * that needs it. A screen reader has the same words from the cell and from the announcement.
 */
export class NoteBubble {
  readonly element = document.createElement('div');
  #note: CellNote | null = null;
  /** What was shown last, and where: it settles again when either changes. */
  #shown = '';
  #settled: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element.className = styles.bubble ?? '';
    this.element.hidden = true;
  }

  /** Shows a note at its cell; the cell that is typed into stays uncovered. */
  show(noted: { place: Place; note: CellNote } | null, active: Place | null, geometry: SheetGeometry): void {
    this.element.hidden = !noted;
    this.#write(noted?.note ?? null);
    if (!noted) {
      this.#settle('');
      return;
    }
    const box = geometry.boxOf(noted.place);
    const edges = {
      ...{ start: geometry.startEdge(), left: geometry.leftEdge() },
      ...{ right: geometry.rightEdge(), top: geometry.topEdge() },
    };
    this.element.style.maxWidth = '';
    const { side, room } = bubbleSide({
      ...{ box, edges, width: this.element.offsetWidth },
      isActiveInRow: active?.row === noted.place.row && active.column !== noted.place.column,
    });
    this.element.style.maxWidth = `${room}px`;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = {
      right: box.left + box.width + gap,
      names: box.left - gap - width,
      over: Math.max(box.left + box.width - width, edges.left),
    }[side];
    const beside = Math.max(box.top + (box.height - height) / 2, edges.top);
    const above = box.top - height - gap;
    const top = side !== 'over' ? beside : above >= edges.top ? above : box.top + box.height + gap;
    this.element.style.transform = `translate(${left}px, ${top}px)`;
    this.#settle(`${side} ${noted.place.row} ${noted.place.column} ${noted.note.message}`);
  }

  /** Keeps the buttons from taking a press until what is shown has been there for a while. Until then it goes to the cell below. */
  #settle(shown: string): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    clearTimeout(this.#settled);
    this.element.dataset.settling = '';
    this.#settled = setTimeout(() => delete this.element.dataset.settling, settling);
  }

  #write(note: CellNote | null): void {
    if (note === this.#note) return;
    this.#note = note;
    this.element.replaceChildren();
    delete this.element.dataset.note;
    if (!note) return;
    const text = document.createElement('span');
    text.textContent = note.message;
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
  // The focus stays where somebody types.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', act);
  return button;
}
