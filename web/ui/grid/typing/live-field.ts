import {
  type CellValue,
  cellText,
  type GradeColumn,
  type GridColumn,
  missingDecimal,
  type NumberColumn,
  nameOf,
} from '../columns.ts';
import type { CellId } from '../entries.ts';
import type { GridModel, ModelRow } from '../grid-model.ts';
import styles from '../mark-grid.module.css';
import type { Box } from '../sheet-geometry.ts';

/** A cell that the live field can be in. */
interface LiveCell {
  row: ModelRow;
  column: NumberColumn | GradeColumn;
}

/** Id of a cell's element. */
export const cellIdOf = ({ row, column }: CellId): string => `cell-${row}-${column}`;

/** Id of the text that says what was clamped or refused in a cell. */
export const noteIdOf = ({ row, column }: CellId): string => `note-${row}-${column}`;

/**
 * The one field of the grid that can be typed into: an input for numbers, a list for grades. It is made once, keeps the focus
 * and is laid over the active cell; React knows nothing of it, so that neither a key nor a move renders anything (ADR 0012).
 *
 * Leaving the cell in any way takes what has been typed.
 * - `ready`: the whole value is selected; a character replaces it, arrows go to other cells.
 * - `typing`: a value is being typed; arrows take it and go on.
 * - `editing`: the caret is inside the value (F2, a double click); left, right, Home and End move the caret. A list of
 *   grades that is open in the page.
 */
export class LiveField {
  /** Holds the field. */
  readonly frame = document.createElement('div');

  readonly #grid: GridModel;
  readonly #input = makeInput();
  readonly #select = makeSelect();
  #mode: 'ready' | 'typing' | 'editing' = 'ready';
  #grades: GradeColumn['grades'] | null = null;
  #at: LiveCell | null = null;
  /** What the input holds without being typed into: a difference is what has been typed. */
  #shown = '';
  /** What the cell held when the typing began. */
  #seen: CellValue | undefined;
  #forgetRow = () => {};

  constructor(grid: GridModel) {
    this.#grid = grid;
    this.frame.className = styles.frame ?? '';
    this.frame.hidden = true;
    this.frame.append(this.#input, this.#select);
    this.#input.addEventListener('input', this.#onInput);
    this.#input.addEventListener('blur', () => this.commit());
    this.#input.addEventListener('focus', this.#selectAll);
    this.#select.addEventListener('change', this.#onChosen);
    this.#select.addEventListener('blur', () => this.commit());
    this.#select.addEventListener('click', ({ target }) => target instanceof HTMLOptionElement && this.commit());
  }

  get mode(): 'ready' | 'typing' | 'editing' {
    return this.#mode;
  }

  /** The field where it is used; null while the active cell only shows. */
  get element(): HTMLInputElement | HTMLSelectElement | null {
    return this.#at && (this.#at.column.kind === 'number' ? this.#input : this.#select);
  }

  /** The list of grades is open in the page: up and down, letters, Home and End go through it. */
  get isListOpen(): boolean {
    return this.element === this.#select && this.#mode === 'editing';
  }

  /** The cell that the field stands for; null while it stands for none. */
  get cell(): CellId | null {
    return this.#at && idOf(this.#at);
  }

  /** Puts the field behind the sheet in what scrolls, so that Tab goes on from there. */
  follow(sheet: HTMLElement): void {
    this.#input.setAttribute('aria-controls', sheet.id);
    sheet.after(this.frame);
  }

  /** Takes what was typed and goes to another cell; to `null` when the active cell takes nothing that is typed. */
  moveTo(at: LiveCell | null): void {
    const isSame = this.#at?.row.id === at?.row.id && this.#at?.column.id === at?.column.id;
    if (!isSame) this.commit();
    this.#forgetRow();
    this.#at = at;
    this.frame.hidden = !at;
    if (!at) return;
    this.#forgetRow = this.#grid.subscribe(at.row.id, this.#show);
    const { element } = this;
    this.#input.hidden = element !== this.#input;
    this.#select.hidden = element !== this.#select;
    if (!isSame) this.#tellPlace(at);
    if (at.column.kind === 'grade') this.#offer(at.column.grades);
    else setAttribute(this.#input, 'inputmode', at.column.decimals === 0 ? 'numeric' : 'decimal');
    this.#show();
  }

  /** Lays the field over a box of the sheet; `covered` pixels of its left end are under the first column. */
  placeAt({ left, top, width, height }: Box, covered: number): void {
    const { style } = this.frame;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    style.clipPath = covered > 0 ? `inset(0 0 0 ${covered}px)` : '';
  }

  /** Takes the focus, and selects the value so that a character replaces it. False where there is no field. */
  focus(): boolean {
    const { element } = this;
    if (!element) return false;
    if (element === document.activeElement) this.#selectAll();
    else element.focus({ preventScroll: true });
    return true;
  }

  /** Takes what was typed. False when nothing was. */
  commit(): boolean {
    const at = this.#at;
    const { element } = this;
    if (!at || !element || this.#mode === 'ready') return false;
    const typed = element.value;
    const isChanged = typed !== this.#shown;
    const seen = this.#seen;
    this.#becomeReady();
    if (isChanged) this.#grid.enter(idOf(at), typed, seen);
    else this.#grid.typing(null);
    this.#show();
    return isChanged;
  }

  /** Forgets what was typed. */
  restore(): void {
    this.#becomeReady();
    this.#grid.typing(null);
    this.#show();
  }

  /** Puts the caret at the end of the value, or opens the list of grades. False where nothing can be typed. */
  edit(): boolean {
    if (this.element === null) return false;
    if (this.element === this.#select) {
      if (!this.openGrades()) this.#unfold();
      return true;
    }
    this.editHere();
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
    return true;
  }

  /** The caret is where a click has put it. */
  editHere(): void {
    this.#mode = 'editing';
    this.#show();
  }

  /** Opens the browser's own list of grades. False where it lets no script do that: a second press opens it. */
  openGrades(): boolean {
    if (this.element !== this.#select) return false;
    try {
      this.#select.showPicker();
      return true;
    } catch {
      this.#select.focus();
      return false;
    }
  }

  /** Opens the list in the page, for browsers whose own no script opens (WebKit). */
  #unfold(): void {
    if (!this.#at) return;
    this.#mode = 'editing';
    this.#shown = this.#select.value;
    this.#seen = this.#grid.view(this.#at.row.id).values[this.#at.column.id] ?? null;
    this.#select.size = this.#select.length;
    this.#select.scrollIntoView({ block: 'nearest' });
  }

  #becomeReady(): void {
    this.#mode = 'ready';
    this.#seen = undefined;
    this.#select.removeAttribute('size');
  }

  /** In a list that is open in the page each move is a change; what is chosen is taken when it is left. */
  #onChosen = (): void => {
    if (this.#at && !this.isListOpen) this.#grid.enter(idOf(this.#at), this.#select.value);
  };

  /** A value from elsewhere never overwrites what is being typed. */
  #show = (): void => {
    const { element } = this;
    if (!this.#at || !element) return;
    const { row, column } = this.#at;
    const { values, notes } = this.#grid.view(row.id);
    const note = notes[column.id];
    setAttribute(element, 'aria-describedby', note ? noteIdOf(idOf(this.#at)) : null);
    setAttribute(element, 'aria-invalid', note?.kind === 'refused' ? 'true' : null);
    // A letter, and what was typed beside what was kept, are shown by the cell: the frame lets it through.
    this.frame.toggleAttribute('data-clear', column.kind === 'grade' || (note !== undefined && this.#mode === 'ready'));
    if (this.#mode !== 'ready') return;
    // A text that was refused is gone back into, and not the value beside it.
    this.#shown = note?.kind === 'refused' ? note.typed : cellText(column, values);
    this.#leaveRoom(this.#shown);
    const value = element === this.#select ? cellText(column, values) : this.#shown;
    if (element.value === value) return;
    element.value = value;
    if (element === document.activeElement) this.#selectAll();
  };

  /** Tells a screen reader where the field is: by column and row, and by the cell, whose headings it knows. */
  #tellPlace(at: LiveCell): void {
    const { element } = this;
    const cell = cellIdOf(idOf(at));
    this.frame.dataset.over = cell;
    element?.setAttribute('aria-label', `${nameOf(at.column)}, ${at.row.name}`);
    if (element === this.#input) element.setAttribute('aria-activedescendant', cell);
  }

  #selectAll = (): void => {
    const input = this.#input;
    if (this.#mode !== 'ready' || this.element !== input || input.value === '') return;
    if (input.selectionStart !== 0 || input.selectionEnd !== input.value.length) input.select();
  };

  #onInput = (): void => {
    if (this.#mode === 'ready') {
      this.#mode = 'typing';
      this.frame.removeAttribute('data-clear');
    }
    if (this.#seen === undefined && this.#at) {
      this.#seen = this.#grid.view(this.#at.row.id).values[this.#at.column.id] ?? null;
    }
    this.#leaveRoom(this.#input.value);
    this.#grid.typing(this.#readTyped);
  };

  #leaveRoom(text: string): void {
    setAttribute(this.#input, 'data-missing', this.#at && missingDecimal(this.#at.column, text));
  }

  #readTyped = () =>
    this.#at && this.#mode !== 'ready' ? { cell: idOf(this.#at), text: this.#input.value, seen: this.#seen } : null;

  #offer(grades: GradeColumn['grades']): void {
    if (grades === this.#grades) return;
    this.#grades = grades;
    const options = Object.entries(grades).map(([grade, meaning]) => new Option(`${grade} ${meaning}`, grade));
    this.#select.replaceChildren(new Option('—', ''), ...options);
  }
}

/** Whether the live field can be in a cell of the column; whether the cell takes an entry is another question. */
export const isLive = (column: GridColumn): column is NumberColumn | GradeColumn =>
  column.kind === 'number' || column.kind === 'grade';

const idOf = ({ row, column }: LiveCell): CellId => ({ row: row.id, column: column.id });

function makeInput(): HTMLInputElement {
  const input = document.createElement('input');
  input.className = styles.live ?? '';
  input.type = 'text';
  input.enterKeyHint = 'next';
  input.autocomplete = 'off';
  input.spellcheck = false;
  return input;
}

/** Lies unseen over the cell's letter: a phone shows its own picker, a keyboard types the letter. */
function makeSelect(): HTMLSelectElement {
  const select = document.createElement('select');
  select.className = styles.liveGrade ?? '';
  return select;
}

/** Sets what differs: each write costs the browser work. */
function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
