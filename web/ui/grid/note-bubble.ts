import type { CellNote } from './columns.ts';
import styles from './mark-grid.module.css';
import type { Place } from './navigation.ts';
import type { Box, SheetGeometry } from './sheet-geometry.ts';

/** CSS pixels between a cell and what is said about it. */
const gap = 6;

interface Placing {
  /** The cell, in the sheet's pixels. */
  box: Box;
  /** Of the bubble. */
  size: { width: number; height: number };
  /** What shows of the sheet: `start` with the first column, `left` right of it. */
  edges: { start: number; left: number; right: number; top: number };
  /** Another cell of the row is typed into: it stays uncovered. */
  isActiveInRow: boolean;
}

/**
 * Where a bubble goes: right of its cell; where there is no room, over the first column, if the cell is beside it; else above the cell, or
 * below. In the first column it covers names and no cell: a press that is meant for the cell above must not meet a button of it.
 */
export function bubblePlace({ box, size, edges, isActiveInRow }: Placing): { left: number; top: number } {
  const right = box.left + box.width + gap;
  const beside = box.top + (box.height - size.height) / 2;
  if (!isActiveInRow && right + size.width <= edges.right) return { left: right, top: beside };
  const before = box.left - gap - size.width;
  if (box.left <= edges.left + gap && before >= edges.start) return { left: before, top: Math.max(beside, edges.top) };
  const above = box.top - size.height - gap;
  return {
    left: Math.max(box.left + box.width - size.width, edges.left),
    top: above >= edges.top ? above : box.top + box.height + gap,
  };
}

/**
 * Says beside a cell what became of the text typed into it, with what can be done about it: one for the sheet, for the cell
 * that needs it. A screen reader has the same words from the cell and from the announcement.
 */
export class NoteBubble {
  readonly element = document.createElement('div');
  #note: CellNote | null = null;

  constructor() {
    this.element.className = styles.bubble ?? '';
    this.element.hidden = true;
  }

  /** Shows a note at its cell; the cell that is typed into stays uncovered. */
  show(noted: { place: Place; note: CellNote } | null, active: Place | null, geometry: SheetGeometry): void {
    this.element.hidden = !noted;
    this.#write(noted?.note ?? null);
    if (!noted) return;
    const { left, top } = bubblePlace({
      box: geometry.boxOf(noted.place),
      size: { width: this.element.offsetWidth, height: this.element.offsetHeight },
      edges: {
        ...{ start: geometry.startEdge(), left: geometry.leftEdge() },
        ...{ right: geometry.rightEdge(), top: geometry.topEdge() },
      },
      isActiveInRow: active?.row === noted.place.row && active.column !== noted.place.column,
    });
    this.element.style.transform = `translate(${left}px, ${top}px)`;
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
