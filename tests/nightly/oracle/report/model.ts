import type { CellName, Entry, Target, TypingModel } from '../entries.ts';
import { type Column, readTyped } from '../read-typed.ts';

/**
 * A form of fields, one student at a time, as a person understands it: what is typed belongs to the field that was
 * chosen and to the student in sight. A count is taken when it is left; a remark may be taken while it is written.
 */
export class ReportModel implements TypingModel {
  readonly entries: Entry[] = [];
  readonly #columns: readonly Column[];
  readonly #rows: readonly string[];
  #row = 0;
  #column: Column | null = null;
  #text = '';
  /** What the field held before; left as it was, it is no entry. */
  #opened = '';
  #isAllSelected = false;
  #began = -1;
  #strokes = 0;

  constructor(columns: readonly Column[], rows: readonly string[]) {
    this.#columns = columns;
    this.#rows = rows;
  }

  get target(): Target | null {
    const column = this.#column?.id;
    return column === undefined ? null : { row: this.#rows[this.#row] ?? '', column, in: 'cell' };
  }

  get isReady(): boolean {
    return this.#text === this.#opened;
  }

  /** The next student's field holds what it holds. */
  opensText = (key: string): boolean => key === 'Control+a' || key === 'Control+End';

  readsSheet = () => false;
  arrange(): void {}
  reopen(): void {}
  isShown = () => true;

  press(key: string, seen: string): void {
    this.#strokes += 1;
    if (this.opensText(key)) {
      if (this.isReady) this.#open(seen);
      this.#isAllSelected = key === 'Control+a';
    } else if (key === 'Tab') this.leavePage();
    else if (key === 'Alt+PageDown' || key === 'Alt+PageUp') this.#turn(key === 'Alt+PageDown' ? 1 : -1);
    else if (key === 'Backspace') this.#write(this.#isAllSelected ? '' : this.#text.slice(0, -1));
    else if (key.length === 1) this.#write((this.#isAllSelected ? '' : this.#text) + key);
  }

  click({ row, column }: CellName, seen: string): void {
    this.leavePage();
    this.#row = this.#rows.indexOf(row);
    this.#column = this.#columns.find(({ id }) => id === column) ?? null;
    this.#open(seen);
  }

  /** Into the field, as any text. */
  paste(text: string): void {
    this.#strokes += 1;
    this.#write((this.#isAllSelected ? '' : this.#text) + text);
  }

  leaveCell(): void {
    this.#take();
  }

  leavePage(): void {
    this.#take();
    this.#column = null;
  }

  /** PREV and NEXT take what is written, and keep the focus in the same field. */
  #turn(by: 1 | -1): void {
    this.#take();
    this.#row = Math.min(Math.max(this.#row + by, 0), this.#rows.length - 1);
    this.#open('');
  }

  #open(text: string): void {
    this.#text = text;
    this.#opened = text;
    this.#isAllSelected = false;
    this.#began = this.#strokes - 1;
  }

  #write(text: string): void {
    this.#text = text;
    this.#isAllSelected = false;
    if (this.#column?.kind === 'text') this.#enter(true);
  }

  #take(): void {
    if (this.#column && this.#text !== this.#opened) this.#enter(false);
    this.#opened = this.#text;
  }

  #enter(isPassing: boolean): void {
    if (!this.#column) return;
    const reading = readTyped(this.#column, this.#text);
    if (!reading)
      throw new Error(`The hands must not type “${this.#text}” into ${this.#column.id}: it has no one meaning`);
    const place = { row: this.#rows[this.#row] ?? '', column: this.#column.id };
    this.entries.push({
      ...place,
      typed: this.#text,
      reading,
      stroke: this.#began,
      ...(isPassing ? { isPassing } : {}),
    });
  }
}
