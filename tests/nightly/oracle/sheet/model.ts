import { type CellName, cellKey, type Entry, type SheetLook, type Target, type TypingModel } from '../entries.ts';
import { type Column, readTyped } from '../read-typed.ts';

type Mode = 'ready' | 'typing' | 'editing' | 'comment';

/** The search over the sheet, as long as it is open. */
interface Find {
  text: string;
  /** The next character replaces the text. */
  isSelected: boolean;
  /** The student found. */
  at: string | null;
  /** Where the hands were when they went into it. */
  from: { row: string; column: number };
}

const moves: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
  'Shift+Enter': [-1, 0],
  PageDown: [10, 0],
  PageUp: [-10, 0],
};

/** Keys that do something with many cells. */
const acts: ReadonlySet<string> = new Set(['Control+d', 'Control+Shift+D', 'Control+Enter']);

/**
 * A sheet of marks as a person understands it: where the keys go, and what each cell holds when it is left. It knows
 * the specification's rules and those of any spreadsheet, nothing of the program. Whatever happens around the sheet
 * (somebody else's change, a lost connection, a session that ends) moves nothing in it.
 */
export class SheetModel implements TypingModel {
  readonly entries: Entry[] = [];
  readonly #columns: readonly Column[];
  /** As they are shown, in order. */
  #rows: readonly string[];
  #row = 0;
  #column = 0;
  #mode: Mode = 'ready';
  #text = '';
  #caret = 0;
  /** What was there when the text was opened: left as it was, it is no entry. */
  #opened: string | null = null;
  #began = -1;
  #strokes = 0;
  #isHere = false;
  /** The other corner of what is selected. */
  #anchor: { row: number; column: number } | null = null;
  #find: Find | null = null;
  #isFinding = false;

  constructor(columns: readonly Column[], rows: readonly string[]) {
    this.#columns = columns;
    this.#rows = rows;
  }

  get isReady(): boolean {
    return this.#mode === 'ready';
  }

  get target(): Target | null {
    if (!this.#isHere) return null;
    return { ...this.#cell, in: this.#isFinding ? 'find' : this.#mode === 'comment' ? 'comment' : 'cell' };
  }

  /** Filling and the next blank, where a sheet has them: in a comment's window and in the search there is none. */
  readsSheet(key: string): boolean {
    return acts.has(key) && this.target?.in === 'cell';
  }

  reopen(): void {
    this.#find = null;
  }

  isShown(row: string): boolean {
    return this.#rows.includes(row);
  }

  arrange(rows: readonly string[]): void {
    const { row } = this.#cell;
    this.#rows = rows;
    this.#anchor = null;
    this.#row = rows.indexOf(row);
    if (this.#row >= 0) return;
    // Out of sight: a sheet goes to the first cell that can be written to, and with nobody on it there is none.
    this.#row = 0;
    this.#column = this.#columns.findIndex(({ kind }) => kind !== 'shown');
    if (rows.length === 0) this.leavePage();
  }

  /** Whether F2 or a double click now would go into a text that the hands must have looked at. */
  opensText(key: string): boolean {
    if (this.#mode !== 'ready' || this.#isFinding) return false;
    if (this.#at.kind === 'text') return key === 'F2' || key === 'Enter' || key === 'Tab' || key.length === 1;
    return this.#at.kind === 'number' && key === 'F2';
  }

  /** The hands press a key. `seen` is what the cell holds, as they see it; needed where `opensText`. */
  press(key: string, seen = '', look: SheetLook = new Map()): void {
    this.#strokes += 1;
    if (this.#isFinding) {
      this.#pressInFind(key);
      return;
    }
    if (this.#mode === 'comment') {
      this.#pressInComment(key);
      return;
    }
    if (key.length === 1) {
      this.#character(key, seen);
      return;
    }
    if (this.#mode === 'editing' && this.#moveCaret(key)) return;
    switch (key) {
      case 'Backspace':
        this.#backspace();
        return;
      case 'Delete':
        this.#delete();
        return;
      case 'Escape':
        this.#mode = 'ready';
        return;
      case 'F2':
        this.#edit(seen);
        return;
      case 'Tab':
        this.#toEntry(1, seen);
        return;
      case 'Shift+Tab':
        this.#toEntry(-1, seen);
        return;
      case 'Enter':
        if (this.#at.kind === 'text' && this.#mode === 'ready') {
          this.#openComment(seen);
          return;
        }
        break;
      case 'Home':
        this.#go(this.#row, this.#firstColumn);
        return;
      case 'End':
        this.#go(this.#row, this.#columns.length - 1);
        return;
      case 'Control+Home':
        this.#go(0, this.#firstColumn);
        return;
      case 'Control+End':
        this.#go(this.#rows.length - 1, this.#columns.length - 1);
        return;
      case 'Shift+ArrowDown':
        this.#extend(1);
        return;
      case 'Shift+ArrowUp':
        this.#extend(-1);
        return;
      case 'Control+f':
        this.#openFind();
        return;
      case 'Control+d':
        this.#fillDown(look);
        return;
      case 'Control+Shift+D':
        this.#fillBlanks(look);
        return;
      case 'Control+Enter':
        this.#toNextBlank(look);
        return;
    }
    const move = moves[key];
    if (move) this.#go(this.#row + move[0], this.#column + move[1]);
  }

  /** The hands click a cell; a comment opens, and `seen` is what it holds. */
  click({ row, column }: CellName, seen = ''): void {
    const [down, right] = [this.#rows.indexOf(row), this.#columns.findIndex(({ id }) => id === column)];
    const isHere = this.#isHere && down === this.#row && right === this.#column;
    // A cell that is being written stays so: the click is into its text.
    if (!isHere || this.#mode === 'comment') this.leave();
    else if (this.#mode === 'typing') this.#mode = 'editing';
    this.#isHere = true;
    this.#isFinding = false;
    this.#anchor = null;
    this.#row = down;
    this.#column = right;
    if (this.#at.kind === 'text') this.#openComment(seen);
  }

  /**
   * The hands paste. Several lines or cells go to the sheet, whatever is being written; a single text goes where a key
   * would.
   */
  paste(text: string): void {
    this.#strokes += 1;
    const block = text
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map((line) => line.split('\t'));
    const isSingle = block.length === 1 && block[0]?.length === 1;
    if (isSingle && this.#mode !== 'ready') {
      this.#insert(block[0]?.[0] ?? '');
      return;
    }
    if (this.#mode !== 'ready') this.#mode = 'ready';
    for (const [down, values] of block.entries()) {
      for (const [right, value] of values.entries()) {
        const row = this.#rows[this.#row + down];
        const column = this.#columns[this.#column + right];
        if (row !== undefined && column && column.kind !== 'shown') this.#enter(row, column, value, -1);
      }
    }
  }

  /** Whatever is being written is taken as it is: the page is left, or another cell chosen. */
  leave(): void {
    const isWritten = this.#mode !== 'ready' && this.#text !== this.#opened;
    if (isWritten) this.#enter(this.#cell.row, this.#at, this.#text, this.#began);
    this.#mode = 'ready';
  }

  leaveCell(): void {
    this.leave();
  }

  /** The page is gone: the hands have to choose a cell again. */
  leavePage(): void {
    this.leave();
    this.#isHere = false;
    this.#isFinding = false;
    this.#anchor = null;
  }

  /** Where a row begins: what comes before belongs to the student's heading. */
  get #firstColumn(): number {
    return this.#columns.findIndex(({ id }) => id !== 'save');
  }

  get #cell(): CellName {
    return { row: this.#rows[this.#row] ?? '', column: this.#at.id };
  }

  get #at(): Column {
    const column = this.#columns[this.#column];
    if (!column) throw new Error('The sheet has no columns');
    return column;
  }

  #character(key: string, seen: string): void {
    if (this.#at.kind === 'shown') return;
    if (this.#at.kind === 'text') {
      this.#openComment(seen);
      this.#pressInComment(key);
      return;
    }
    if (this.#at.kind === 'grade') {
      this.#enter(this.#cell.row, this.#at, key, this.#strokes - 1);
      return;
    }
    if (this.#mode === 'ready') {
      this.#mode = 'typing';
      this.#write('', null);
    }
    this.#insert(key);
  }

  #write(text: string, opened: string | null): void {
    this.#text = text;
    this.#opened = opened;
    this.#caret = text.length;
    this.#began = this.#strokes - 1;
  }

  #insert(text: string): void {
    this.#text = this.#text.slice(0, this.#caret) + text + this.#text.slice(this.#caret);
    this.#caret += text.length;
  }

  #backspace(): void {
    if (this.#at.kind !== 'number') {
      this.#delete();
      return;
    }
    if (this.#mode === 'ready') {
      this.#mode = 'typing';
      this.#write('', null);
    } else if (this.#caret > 0) {
      this.#text = this.#text.slice(0, this.#caret - 1) + this.#text.slice(this.#caret);
      this.#caret -= 1;
    }
  }

  #delete(): void {
    if (this.#mode === 'ready') {
      const { top, bottom } = this.#block;
      const stroke = top === bottom ? this.#strokes - 1 : -1;
      if (this.#at.kind !== 'shown')
        for (const row of this.#rows.slice(top, bottom + 1)) this.#enter(row, this.#at, '', stroke);
    } else this.#text = this.#text.slice(0, this.#caret) + this.#text.slice(this.#caret + 1);
  }

  #edit(seen: string): void {
    if (this.#mode !== 'ready') {
      this.#mode = 'editing';
      return;
    }
    if (this.#at.kind === 'text') {
      this.#openComment(seen);
      return;
    }
    if (this.#at.kind !== 'number') return;
    this.#mode = 'editing';
    this.#write(seen, seen);
  }

  /** True when the key moved the caret inside the text. */
  #moveCaret(key: string): boolean {
    const to = { ArrowLeft: this.#caret - 1, ArrowRight: this.#caret + 1, Home: 0, End: this.#text.length }[key];
    if (to === undefined) return false;
    this.#caret = Math.min(Math.max(to, 0), this.#text.length);
    return true;
  }

  #go(row: number, column: number): void {
    this.leave();
    this.#anchor = null;
    this.#row = Math.min(Math.max(row, 0), this.#rows.length - 1);
    this.#column = Math.min(Math.max(column, 0), this.#columns.length - 1);
  }

  /** Tab: the next cell that can be written to, row by row; a comment opens. */
  #toEntry(direction: 1 | -1, seen: string): void {
    const count = this.#columns.length;
    for (
      let at = this.#row * count + this.#column + direction;
      at >= 0 && at < this.#rows.length * count;
      at += direction
    ) {
      if (this.#columns[at % count]?.kind === 'shown') continue;
      this.#go(Math.floor(at / count), at % count);
      if (this.#at.kind === 'text') this.#openComment(seen);
      return;
    }
    this.leavePage();
  }

  /** The hands select in one column only. */
  #extend(by: 1 | -1): void {
    const from = this.#anchor ?? { row: this.#row, column: this.#column };
    this.#go(this.#row + by, this.#column);
    this.#anchor = from;
  }

  get #block(): { top: number; bottom: number } {
    const other = this.#anchor?.row ?? this.#row;
    return { top: Math.min(this.#row, other), bottom: Math.max(this.#row, other) };
  }

  /** What a cell has to give: nothing where it is blank or holds a text that was not taken. */
  #given(row: string, look: SheetLook, fresh: Entry | undefined): string | null {
    const cell = { row, column: this.#at.id };
    if (fresh && cellKey(fresh) === cellKey(cell)) return fresh.reading.kept || null;
    const seen = look.get(cellKey(cell));
    return seen?.note === 'refused' ? null : seen?.value || null;
  }

  /** What is being written is taken first. */
  #leaveFresh(): Entry | undefined {
    const told = this.entries.length;
    this.leave();
    return this.entries[told];
  }

  #fillDown(look: SheetLook): void {
    const fresh = this.#leaveFresh();
    const { top, bottom } = this.#block;
    const from = top === bottom ? top - 1 : top;
    const source = this.#rows[from];
    if (source === undefined || this.#at.kind === 'shown') return;
    const text = this.#given(source, look, fresh);
    if (text === null) return;
    for (const row of this.#rows.slice(from + 1, bottom + 1)) this.#enter(row, this.#at, text, -1);
  }

  #fillBlanks(look: SheetLook): void {
    const fresh = this.#leaveFresh();
    const { row: source, column } = this.#cell;
    if (this.#at.kind === 'shown') return;
    const text = this.#given(source, look, fresh);
    if (text === null) return;
    for (const row of this.#rows) {
      const seen = look.get(cellKey({ row, column }));
      if (row !== source && seen?.value === '' && seen.note === null) this.#enter(row, this.#at, text, -1);
    }
  }

  /** Down the column, then on from its top, then in the columns after it and on from the first. */
  #toNextBlank(look: SheetLook): void {
    this.leave();
    const places = this.#rows.map((_, row) => row);
    const blanks = (column: number, rows: readonly number[]) =>
      this.#columns[column]?.kind === 'shown'
        ? []
        : rows.filter((row) => {
            const cell = { row: this.#rows[row] ?? '', column: this.#columns[column]?.id ?? '' };
            return look.get(cellKey(cell))?.value === '';
          });
    const below = places.slice(this.#row + 1);
    const above = places.slice(0, this.#row);
    const here = blanks(this.#column, [...below, ...above])[0];
    if (here !== undefined) {
      this.#go(here, this.#column);
      return;
    }
    for (let step = 1; step < this.#columns.length; step += 1) {
      const column = (this.#column + step) % this.#columns.length;
      const row = blanks(column, places)[0];
      if (row === undefined) continue;
      this.#go(row, column);
      return;
    }
  }

  #openFind(): void {
    this.leave();
    this.#anchor = null;
    this.#isFinding = true;
    const from = { row: this.#cell.row, column: this.#column };
    this.#find = { text: this.#find?.text ?? '', isSelected: true, at: this.#find?.at ?? null, from };
  }

  #pressInFind(key: string): void {
    const find = this.#find;
    if (!find) return;
    const goTo = (row: string | null) => {
      find.at = row;
      this.#row = this.#rows.indexOf(row ?? find.from.row);
      this.#column = find.from.column;
    };
    const close = () => {
      this.#find = null;
      this.#isFinding = false;
    };
    const found = () => {
      const all = find.text === '' ? [] : this.#rows.filter((row) => row.toLowerCase().startsWith(find.text));
      return all.map((row) => this.#rows.indexOf(row));
    };
    if (key === 'Escape') {
      goTo(null);
      close();
    } else if (key === 'Enter') {
      if (find.at !== null) close();
    } else if (key === 'ArrowDown') {
      const rows = found();
      const next = rows[(rows.indexOf(this.#rows.indexOf(find.at ?? '')) + 1) % rows.length];
      if (next !== undefined) goTo(this.#rows[next] ?? null);
    } else if (key === 'Backspace' || key.length === 1) {
      const before = find.isSelected ? '' : find.text;
      find.text = key === 'Backspace' ? (find.isSelected ? '' : before.slice(0, -1)) : before + key;
      find.isSelected = false;
      const rows = found();
      const from = this.#rows.indexOf(find.from.row);
      const next = rows.find((row) => row >= from) ?? rows[0];
      goTo(next === undefined ? null : (this.#rows[next] ?? null));
    }
  }

  #openComment(text: string): void {
    this.#mode = 'comment';
    this.#write(text, text);
  }

  #pressInComment(key: string): void {
    if (key === 'Escape') {
      this.leave();
      return;
    }
    if (key === 'Backspace') {
      this.#text = this.#text.slice(0, -1);
      this.#caret = this.#text.length;
    } else if (key.length === 1) this.#insert(key);
    this.#enter(this.#cell.row, this.#at, this.#text, this.#began, true);
  }

  #enter(row: string, column: Column, typed: string, stroke: number, isPassing = false): void {
    const reading = readTyped(column, typed);
    if (!reading) throw new Error(`The hands must not type “${typed}” into ${column.id}: it has no one meaning`);
    this.entries.push({ row, column: column.id, typed, reading, stroke, ...(isPassing ? { isPassing } : {}) });
  }
}
