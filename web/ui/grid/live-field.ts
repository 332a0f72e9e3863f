import { type CellValue, cellText, type GradeColumn, type GridColumn, type NumberColumn, nameOf } from './columns.ts';
import type { CellId } from './entries.ts';
import type { GridModel, ModelRow } from './grid-model.ts';
import styles from './mark-grid.module.css';

/** A cell that the live field can stand in. */
interface LiveCell {
  row: ModelRow;
  column: NumberColumn | GradeColumn;
}

/** What may be typed into a number cell: whole numbers, or one decimal point or comma. */
const typeable = { 0: /^\d*$/, 1: /^[\d.,]*$/ } as const;

/** Id of the text that says what was clamped or refused in a cell. */
export const noteIdOf = ({ row, column }: CellId): string => `note-${row}-${column}`;

/**
 * The one field of the grid that can be typed into: an input for numbers, a list for grades. It is made once and goes from
 * cell to cell, and React knows nothing of it, so that neither a key nor a move renders anything (ADR 0012).
 *
 * The shown text is the input's `defaultValue`: a difference is what has been typed. Leaving the cell in any way takes it.
 * - `ready`: the whole value is selected; a character replaces it, arrows go to other cells.
 * - `typing`: a value is being typed; arrows take it and go on.
 * - `editing`: the caret is inside the value (F2, a second click); left, right, Home and End move the caret.
 */
export class LiveField {
  mode: 'ready' | 'typing' | 'editing' = 'ready';

  readonly #grid: GridModel;
  readonly #input = makeInput();
  readonly #select = makeSelect();
  #grades: GradeColumn['grades'] | null = null;
  #at: LiveCell | null = null;
  /** What the cell held when the typing began. */
  #seen: CellValue | undefined;
  #forgetRow = () => {};

  constructor(grid: GridModel) {
    this.#grid = grid;
    this.#input.addEventListener('beforeinput', this.#refuseCharacter);
    this.#input.addEventListener('input', this.#onInput);
    this.#input.addEventListener('blur', () => this.commit());
    this.#input.addEventListener('focus', this.#selectAll);
    this.#select.addEventListener('change', () => this.#at && grid.enter(idOf(this.#at), this.#select.value));
  }

  /** The field where it stands; null while the active cell only shows. */
  get element(): HTMLInputElement | HTMLSelectElement | null {
    return this.#at && (this.#at.column.kind === 'number' ? this.#input : this.#select);
  }

  /** Takes what was typed and goes into a cell's element; to `null` when the active cell takes nothing that is typed. */
  moveTo(host: HTMLElement | null, at: LiveCell | null): void {
    const before = this.element;
    const isSame = host !== null && host === before?.parentElement && this.#at?.column.id === at?.column.id;
    if (!isSame) this.commit();
    this.#forgetRow();
    this.#at = host && at;
    const { element } = this;
    if (before !== element) before?.remove();
    if (!host || !at || !element) return;
    this.#forgetRow = this.#grid.subscribe(at.row.id, this.#show);
    // Before its text changes: out of the page the field has no focus, and without focus nothing to select.
    if (!isSame) host.prepend(element);
    setAttribute(element, 'aria-label', `${nameOf(at.column)}, ${at.row.name}`);
    if (at.column.kind === 'grade') this.#offer(at.column.grades);
    else setAttribute(element, 'inputmode', at.column.decimals === 0 ? 'numeric' : 'decimal');
    this.#show();
  }

  /** Takes the focus, and selects the value so that a character replaces it. False where the field stands nowhere. */
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
    if (!at || this.mode === 'ready') return false;
    const typed = this.#input.value;
    const isChanged = typed !== this.#input.defaultValue;
    const seen = this.#seen;
    this.mode = 'ready';
    this.#seen = undefined;
    if (isChanged) this.#grid.enter(idOf(at), typed, seen);
    this.#show();
    return isChanged;
  }

  /** Forgets what was typed. */
  restore(): void {
    this.mode = 'ready';
    this.#seen = undefined;
    this.#show();
  }

  /** Puts the caret at the end of the value, or opens the list of grades. False where nothing can be typed. */
  edit(): boolean {
    if (this.element !== this.#input) return this.openGrades();
    this.mode = 'editing';
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
    return true;
  }

  /** Opens the browser's own list of grades, where it lets a script do that; elsewhere a second press opens it. */
  openGrades(): boolean {
    if (this.element !== this.#select) return false;
    try {
      this.#select.showPicker();
    } catch {
      this.#select.focus();
    }
    return true;
  }

  /** A value from elsewhere never overwrites what is being typed. */
  #show = (): void => {
    const { element } = this;
    if (!this.#at || !element) return;
    const { row, column } = this.#at;
    const { values, notes } = this.#grid.view(row.id);
    const note = notes[column.id];
    setAttribute(element, 'aria-describedby', note ? noteIdOf(idOf(this.#at)) : null);
    setAttribute(element, 'aria-invalid', note?.kind === 'refused' ? 'true' : null);
    if (this.mode !== 'ready') return;
    const text = cellText(column, values);
    if (column.kind === 'number' && this.#input.defaultValue !== text) this.#input.defaultValue = text;
    if (element.value === text) return;
    element.value = text;
    if (element === document.activeElement) this.#selectAll();
  };

  #selectAll = (): void => {
    if (this.mode === 'ready' && this.element === this.#input && this.#input.value !== '') this.#input.select();
  };

  /** Before the character arrives, for it would replace the selected value. */
  #refuseCharacter = (event: InputEvent): void => {
    const column = this.#at?.column;
    if (column?.kind !== 'number' || event.data === null || typeable[column.decimals].test(event.data)) return;
    event.preventDefault();
    this.#grid.announce(column.decimals === 0 ? 'Whole numbers only.' : 'Numbers only.');
  };

  #onInput = (): void => {
    if (this.mode === 'ready') this.mode = 'typing';
    if (this.#seen === undefined && this.#at) {
      this.#seen = this.#grid.view(this.#at.row.id).values[this.#at.column.id] ?? null;
    }
  };

  #offer(grades: GradeColumn['grades']): void {
    if (grades === this.#grades) return;
    this.#grades = grades;
    const options = Object.entries(grades).map(([grade, meaning]) => new Option(`${grade} ${meaning}`, grade));
    this.#select.replaceChildren(new Option('—', ''), ...options);
  }
}

/** Whether the live field can stand in a cell of the column; whether the cell takes an entry is another question. */
export const isLive = (column: GridColumn): column is NumberColumn | GradeColumn =>
  column.kind === 'number' || column.kind === 'grade';

const idOf = ({ row, column }: LiveCell): CellId => ({ row: row.id, column: column.id });

function makeInput(): HTMLInputElement {
  const input = document.createElement('input');
  input.className = styles.live ?? '';
  input.dataset.live = '';
  input.type = 'text';
  input.enterKeyHint = 'next';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.maxLength = 12;
  return input;
}

/** Lies unseen over the cell's letter: a phone shows its own picker, a keyboard types the letter. */
function makeSelect(): HTMLSelectElement {
  const select = document.createElement('select');
  select.className = styles.liveGrade ?? '';
  select.dataset.live = '';
  return select;
}

/** Sets what differs: each write costs the browser work. */
function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
