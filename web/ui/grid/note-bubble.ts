import type { CellNote } from './columns.ts';
import styles from './mark-grid.module.css';
import type { Place } from './navigation.ts';
import type { SheetGeometry } from './sheet-geometry.ts';

/** CSS pixels between a cell and what is said about it. */
const gap = 6;

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
    const box = geometry.boxOf(noted.place);
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const isBeside = active?.row !== noted.place.row || active.column === noted.place.column;
    const hasRoom = box.left + box.width + gap + width <= geometry.rightEdge();
    const left = isBeside && hasRoom ? box.left + box.width + gap : box.left + box.width - width;
    const beside = box.top + (box.height - height) / 2;
    const above = box.top - height - gap;
    const top = isBeside && hasRoom ? beside : above >= geometry.topEdge() ? above : box.top + box.height + gap;
    this.element.style.transform = `translate(${Math.max(left, geometry.leftEdge())}px, ${top}px)`;
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
