import type { CellId } from '../entries.ts';
import {
  type CellValue,
  cellText,
  columnName,
  type GradeColumn,
  type GridColumn,
  missingDecimalPadding,
  type NumberColumn,
} from '../grid-columns.ts';
import { type ModelRow, rowName } from '../grid-cursor.ts';
import type { GridModel } from '../grid-model.ts';
import styles from '../mark-grid.module.css';
import type { CellBox } from '../sheet-geometry.ts';

/** A cell that the live field can be in. */
interface LiveCell {
  row: ModelRow;
  column: NumberColumn | GradeColumn;
}

/** Id of a cell's element. */
export const elementIdOfCell = ({ row, column }: CellId): string => `cell-${row}-${column}`;

/** Id of the text of a cell's note. */
export const elementIdOfNote = ({ row, column }: CellId): string => `note-${row}-${column}`;

/**
 * The grid's only field: an input for numbers, a list for grades. It is created once, keeps the focus and is positioned
 * over the active cell, outside React, so that neither a key nor a move renders anything (ADR 0012).
 *
 * Leaving the cell in any way enters the typed text.
 * - `ready`: the whole value is selected; a character replaces it, arrows go to other cells.
 * - `typing`: a value is being typed; arrows enter it and move on.
 * - `editing`: the caret is inside the value (F2, a double click); left, right, Home and End move the caret. Or the
 *   list of grades is open in the page.
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
  /** The input's text before typing: another text was typed. */
  #shown = '';
  /** The cell's value when the typing began. */
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

  /** The field in use; null if the active cell is read-only. */
  get element(): HTMLInputElement | HTMLSelectElement | null {
    return this.#at && (this.#at.column.kind === 'number' ? this.#input : this.#select);
  }

  /** Whether the list of grades is open in the page: up, down, letters, Home and End move in it. */
  get isListOpen(): boolean {
    return this.element === this.#select && this.#mode === 'editing';
  }

  /** The field's cell; null if it has none. */
  get cell(): CellId | null {
    return this.#at && idOf(this.#at);
  }

  /** Inserts the field after the sheet, for the tab order. */
  follow(sheet: HTMLElement): void {
    this.#input.setAttribute('aria-controls', sheet.id);
    sheet.after(this.frame);
  }

  /** Enters the typed text and moves to another cell; `null`: the active cell has no field. */
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

  /** Positions the field over a box of the sheet; the first column covers `covered` pixels of its left end. */
  placeAt({ left, top, width, height }: CellBox, covered: number): void {
    const { style } = this.frame;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    style.clipPath = covered > 0 ? `inset(0 0 0 ${covered}px)` : '';
  }

  /** Takes the focus, and selects the value so that a character replaces it. False without a field. */
  focus(): boolean {
    const { element } = this;
    if (!element) return false;
    if (element === document.activeElement) this.#selectAll();
    else element.focus({ preventScroll: true });
    return true;
  }

  /** Enters the typed text. False if nothing was typed. */
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

  /** Discards the typed text. */
  restore(): void {
    this.#becomeReady();
    this.#grid.typing(null);
    this.#show();
  }

  /** Puts the caret at the end of the value, or opens the list of grades. False without a field. */
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

  /** Edits with the caret where a click has put it. */
  editHere(): void {
    this.#mode = 'editing';
    this.#show();
  }

  /** Opens the browser's list of grades. False if scripts may not: then a second click opens it. */
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

  /** Opens the list in the page, for browsers whose list scripts cannot open (WebKit). */
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

  /** In a list that is open in the page every move fires `change`: the choice is entered when the list is left. */
  #onChosen = (): void => {
    if (this.#at && !this.isListOpen) this.#grid.enter(idOf(this.#at), this.#select.value);
  };

  /** Shows the cell's value, but never overwrites a text that is being typed. */
  #show = (): void => {
    const { element } = this;
    if (!this.#at || !element) return;
    const { row, column } = this.#at;
    const { values, notes } = this.#grid.view(row.id);
    const note = notes[column.id];
    setAttribute(element, 'aria-describedby', note ? elementIdOfNote(idOf(this.#at)) : null);
    setAttribute(element, 'aria-invalid', note?.kind === 'refused' ? 'true' : null);
    // The cell shows grades and notes: the frame is transparent.
    this.frame.toggleAttribute('data-clear', column.kind === 'grade' || (note !== undefined && this.#mode === 'ready'));
    if (this.#mode !== 'ready') return;
    // After a refusal the refused text is edited, not the value.
    this.#shown = note?.kind === 'refused' ? note.typed : cellText(column, values);
    this.#leaveRoom(this.#shown);
    const value = element === this.#select ? cellText(column, values) : this.#shown;
    if (element.value === value) return;
    element.value = value;
    if (element === document.activeElement) this.#selectAll();
  };

  /** Names the field for screen readers: column and row, and the cell with its headings. */
  #tellPlace(at: LiveCell): void {
    const { element } = this;
    const cell = elementIdOfCell(idOf(at));
    this.frame.dataset.over = cell;
    element?.setAttribute('aria-label', `${columnName(at.column)}, ${rowName(at.row)}`);
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
    setAttribute(this.#input, 'data-missing', this.#at && missingDecimalPadding(this.#at.column, text));
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

/** Whether the live field is used in the column's editable cells. */
export const usesLiveField = (column: GridColumn): column is NumberColumn | GradeColumn =>
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

/** An invisible list over the cell's letter: a phone shows its own picker, a keyboard types the letter. */
function makeSelect(): HTMLSelectElement {
  const select = document.createElement('select');
  select.className = styles.liveGrade ?? '';
  return select;
}

/** Writes only a changed value, for speed. */
function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
