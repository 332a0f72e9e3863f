import { countOf } from '#shared/count-of.ts';
import type { MarkWord } from '#shared/marks/mark-words.ts';
import {
  type CellNote,
  type CellValue,
  cellText,
  type EntryColumn,
  type GridColumn,
  type RowValues,
  readOnlyReason,
  takesEntry,
  takesWords,
} from './columns.ts';
import { type AppliedEntries, applyEntries, type Block, type CellId, type Entry, pasteReport } from './entries.ts';
import { type RowView, RowViews } from './row-views.ts';
import { parseBlock, writeBlock } from './typing/clipboard.ts';
import { type Move, type Place, placeAfter } from './typing/navigation.ts';
import {
  type CellChange,
  type CellRefusal,
  type CellStep,
  changesOf,
  type History,
  noHistory,
  redo,
  refusalsOf,
  remember,
  undo,
} from './undo-history.ts';

/** A row as the grid's model needs it; `name` is what a screen reader calls the row. */
export interface ModelRow {
  id: string;
  name: string;
  /** Why no cell of the row takes an entry. */
  closed?: string | undefined;
}

/** What is being typed for a cell, and what the cell showed when that began. */
interface Typed {
  cell: CellId;
  text: string;
  seen?: CellValue | undefined;
}

/** Something to be read out. The number tells two announcements of the same words apart. */
export interface Announcement {
  text: string;
  number: number;
  /** Shown as well: what is read out alone is on the screen in another way. */
  isShown: boolean;
}

/** Where the user is. The selection is null while it is the active cell alone. */
export interface CursorPlace {
  active: Place | null;
  selection: Block | null;
}

/**
 * The state of one mark grid, outside React: values, notes, the active cell, the selection and the user's own history.
 * Rows are drawn through `subscribe`, so that a change redraws its rows and nothing else; a move redraws none.
 *
 * What the user enters comes out at `onChange`, once per act, with ids and both values. What comes from elsewhere goes in
 * through `show`, which reports nothing and cannot be undone.
 */
export class GridModel {
  /** Set by the screen that saves. */
  onChange: (changes: readonly CellChange[]) => void = () => {};
  /** Set by the screen that saves: texts that cells do not take any more, or not as yet. */
  onRefused: (refusals: readonly CellRefusal[]) => void = () => {};
  /** Set by what draws the grid: the active cell is to be in sight, and gets the focus where it is asked for. */
  onGoTo: (options: { focus: boolean }) => void = () => {};
  /** Set by the screen that saves: a cell is being typed into. Asked later, `read` says what would be taken by then. */
  onTyping: (read: (() => CellChange | CellRefusal | null) | null) => void = () => {};

  #columns: readonly GridColumn[] = [];
  #rows: readonly ModelRow[] = [];
  #views: RowViews;
  #active: CellId | null = null;
  #anchor: CellId | null = null;
  /** The cell of the entry taken last, where that was not taken as it was typed. */
  #lastNoted: CellId | null = null;
  #buffered: { row: string | null; text: string } = { row: null, text: '' };
  #history: History = noHistory;
  #announcement: Announcement = { text: '', number: 0, isShown: false };
  #announcementListeners = new Set<() => void>();
  #cursorListeners = new Set<() => void>();

  constructor(values: ReadonlyMap<string, RowValues>) {
    this.#views = new RowViews(values);
  }

  view = (row: string): RowView => this.#views.of(row);
  subscribe = (row: string, listener: () => void): (() => void) => this.#views.subscribe(row, listener);
  subscribeRows = (listener: () => void): (() => void) => this.#views.subscribeAll(listener);
  announcement = (): Announcement => this.#announcement;
  subscribeAnnouncement = (listener: () => void): (() => void) => {
    this.#announcementListeners.add(listener);
    return () => void this.#announcementListeners.delete(listener);
  };

  cursor = (): CursorPlace => ({
    active: this.#placeOf(this.#active),
    selection: this.#anchor && this.#selection(),
  });
  /** Calls back when the user moved, and when the rows or columns under the cursor changed. */
  subscribeCursor = (listener: () => void): (() => void) => {
    this.#cursorListeners.add(listener);
    return () => void this.#cursorListeners.delete(listener);
  };

  /** Which rows and columns are there now, in order. The active cell stays, or moves to the first cell that takes an entry. */
  arrange(columns: readonly GridColumn[], rows: readonly ModelRow[]): void {
    // What was selected from one row to another is something else in another order.
    if (this.#anchor && rows.map(({ id }) => id).join() !== this.#rows.map(({ id }) => id).join()) this.#anchor = null;
    this.#columns = columns;
    this.#rows = rows;
    const first = placeAfter({ row: 0, column: -1 }, 'next-entry', this.#shape()) ?? { row: 0, column: 0 };
    if (!this.#placeOf(this.#active)) this.#active = this.#cellAt(first);
    if (!this.#placeOf(this.#anchor)) this.#anchor = null;
    this.#drawCursor();
  }

  /** What is there, in order. */
  columns = (): readonly GridColumn[] => this.#columns;
  rows = (): readonly ModelRow[] => this.#rows;

  /** The active cell with its row and column; null in an empty grid. */
  active(): { row: ModelRow; column: GridColumn } | null {
    const place = this.#placeOf(this.#active);
    const row = place && this.#rows[place.row];
    const column = place && this.#columns[place.column];
    return row && column ? { row, column } : null;
  }

  /** Makes a cell the active one. With `extend` the selection reaches from where it began to this cell. */
  activate(place: Place, { extend = false } = {}): void {
    const cell = this.#cellAt(place);
    if (!cell) return;
    this.#anchor = extend ? (this.#anchor ?? this.#active) : null;
    this.#active = cell;
    this.#drawCursor();
  }

  /** Makes a cell the active one by its ids; nothing happens where it is not among the visible ones. */
  activateCell(cell: CellId, options?: { extend: boolean }): void {
    const place = this.#placeOf(cell);
    if (place) this.activate(place, options);
  }

  /** Goes to a cell by its ids from outside of the grid: it comes into sight, and has the focus unless that is to stay elsewhere. */
  goTo(cell: CellId, { focus = true } = {}): void {
    this.activateCell(cell);
    this.onGoTo({ focus });
  }

  /** Moves the active cell. False when the move leaves the grid. */
  move(move: Move, options?: { extend: boolean }): boolean {
    const from = this.#placeOf(this.#active);
    const to = from && placeAfter(from, move, this.#shape());
    if (to) this.activate(to, options);
    return to !== null;
  }

  /**
   * Takes typed text for a cell: keeps, clamps or refuses it, and says so. `seen` is what the cell showed when the typing
   * began: another's value that came meanwhile was hidden behind it, and must not be overwritten as if it had been read.
   */
  enter(cell: CellId, text: string, seen?: CellValue): void {
    const column = this.#entryColumn(cell);
    if (!column) return;
    // The bubble beside the cell shows it.
    this.announce(messagesOf(this.#take([{ cell, column, text, seen }])).join(' '), { isShown: false });
  }

  /** Text is being typed for a cell, and is not taken yet; null: no longer. It is read when there is time. */
  typing(read: (() => Typed | null) | null): void {
    this.onTyping(
      read &&
        (() => {
          const typed = read();
          const column = typed && this.#entryColumn(typed.cell);
          if (!column) return null;
          const { changes, step } = applyEntries([{ ...typed, column }], this.view);
          return changes[0] ?? refusalsOf(step)[0] ?? null;
        }),
    );
  }

  /** Takes texts for cells that take an entry, as one step of the history. */
  enterTexts(texts: readonly { cell: CellId; text: string }[]): void {
    this.#take(
      texts.flatMap(({ cell, text }): Entry[] => {
        const column = this.#entryColumn(cell);
        return column ? [{ cell, column, text }] : [];
      }),
    );
  }

  /** Blanks every selected cell that takes an entry. */
  clear(): void {
    const cells = this.selectedCells()
      .flat()
      .filter((cell) => this.#entryColumn(cell) !== null);
    this.enterTexts(cells.map((cell) => ({ cell, text: '' })));
    this.announce(cells.length === 1 ? 'Cleared.' : `${countOf(cells.length, 'value')} cleared.`);
  }

  /** Gives every selected cell that takes it a word in the place of a mark, as if it were typed there. */
  enterWord(word: MarkWord): void {
    const cells = this.selectedCells()
      .flat()
      .filter((cell) => {
        const column = this.#entryColumn(cell);
        return column !== null && takesWords(column);
      });
    const active = this.active();
    const closed = active && readOnlyReason(active.column, active.row.closed);
    if (cells.length === 0 && closed) {
      this.announce(closed);
      return;
    }
    const noted = this.#take(
      cells.flatMap((cell): Entry[] => {
        const column = this.#entryColumn(cell);
        return column ? [{ cell, column, text: word }] : [];
      }),
    );
    const given = cells.length - noted.length;
    this.announce(
      [given > 0 ? `${countOf(given, 'cell')}: ${word}.` : '', ...messagesOf(noted)].filter(Boolean).join(' '),
    );
  }

  /** The selection as a spreadsheet understands it. */
  copy(): string {
    return writeBlock(this.selectedCells().map((row) => row.map((cell) => this.#textOf(cell))));
  }

  /**
   * Takes a block from a spreadsheet, its first cell at the first selected one, as one step. One value fills the whole
   * selection. Cells that take no entry are passed over, and what reaches beyond the last row or column is left out; both
   * are announced, the latter value by value.
   */
  paste(text: string): void {
    const block = parseBlock(text);
    const at = this.#selection();
    if (!at || block.length === 0) return;
    const single = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
    const offers =
      single === undefined
        ? block.flatMap((values, down) =>
            values.map((value, right) => ({
              cell: this.#cellAt({ row: at.top + down, column: at.left + right }),
              value,
            })),
          )
        : this.selectedCells()
            .flat()
            .map((cell) => ({ cell, value: single }));
    const entries: Entry[] = [];
    const outside: string[] = [];
    for (const { cell, value } of offers) {
      const column = cell && this.#entryColumn(cell);
      if (cell && column) entries.push({ cell, column, text: value });
      else if (!cell) outside.push(value);
    }
    const passedOver = offers.length - entries.length - outside.length;
    const noted = this.#take(entries);
    const refused = noted.filter(({ note }) => note.kind === 'refused').length;
    const messages = messagesOf(noted);
    const leftOut = outside.filter((value) => value.trim() !== '');
    this.announce(pasteReport({ taken: entries.length - refused, refused, messages, passedOver, outside: leftOut }));
  }

  undo(): void {
    this.#replay(undo(this.#history), 'Undone', 'Nothing to undo.');
  }

  redo(): void {
    this.#replay(redo(this.#history), 'Redone', 'Nothing to redo.');
  }

  /** Shows values that came from elsewhere: the server's answer, or the side chosen in a conflict. */
  show(row: string, values: RowValues): void {
    const shown = this.view(row).values;
    const changed = Object.entries(values).filter(([column, value]) => shown[column] !== value);
    if (changed.length > 0) this.#views.replace(row, Object.fromEntries(changed));
  }

  /** Says which values are far from the other rows', by row and column; nothing of it is an entry. */
  showOutliers(found: ReadonlyMap<string, RowView['outliers']>): void {
    this.#views.showOutliers(found);
  }

  /** A character came for the active cell, whose field is outside the grid and not there yet: it waits for {@link takeBufferedKeys}. */
  bufferKey(key: string): void {
    const row = this.#active?.row ?? null;
    this.#buffered = { row, text: row === this.#buffered.row ? this.#buffered.text + key : key };
  }

  /** What was typed for a row's text before its field was there, in this call alone. */
  takeBufferedKeys(row: string): string {
    const { row: heldFor, text } = this.#buffered;
    this.#buffered = { row: null, text: '' };
    return heldFor === row ? text : '';
  }

  /** Puts a note beside a cell's value, or takes it away. */
  note(cell: CellId, note: CellNote | null): void {
    this.#views.put(cell.row, cell.column, { value: this.#valueOf(cell), note: note ?? undefined });
    this.#drawCursor();
  }

  activeNote(): CellNote | undefined {
    return this.#active ? this.view(this.#active.row).notes[this.#active.column] : undefined;
  }

  /** The note to be shown in full: the active cell's, else that of the text judged last. */
  visibleNote(): { place: Place; note: CellNote } | null {
    for (const cell of [this.#active, this.#lastNoted]) {
      const place = this.#placeOf(cell);
      const note = cell && this.view(cell.row).notes[cell.column];
      if (place && note) return { place, note };
    }
    return null;
  }

  announce(text: string, { isShown = true } = {}): void {
    if (text === '' && this.#announcement.text === '') return;
    this.#announcement = { text, number: this.#announcement.number + 1, isShown: isShown && text !== '' };
    for (const listener of this.#announcementListeners) listener();
  }

  /** Takes entries as one step of the history; gives what was clamped and refused. */
  #take(entries: readonly Entry[]): AppliedEntries['noted'] {
    const { changes, step, views, noted } = applyEntries(entries, this.view);
    for (const [row, view] of views) this.#views.draw(row, view);
    if (changes.length > 0 || step.some(({ noteBefore, noteAfter }) => noteBefore !== noteAfter)) {
      this.#history = remember(this.#history, step);
    }
    const before = this.#lastNoted;
    this.#lastNoted = noted.at(-1)?.cell ?? null;
    if (before || this.#lastNoted) this.#drawCursor();
    this.#tell(changes, step);
    return noted;
  }

  #replay(replay: ReturnType<typeof undo>, done: string, nothing: string): void {
    if (!replay) {
      this.announce(nothing);
      return;
    }
    this.#history = replay.history;
    // What is there now may be another's value shown since; a save must name it as what the user saw.
    const step = replay.step.map((change) => {
      const now = this.#valueOf(change);
      return { ...change, before: now, after: change.before === change.after ? now : change.after };
    });
    for (const { row, column, after, noteAfter } of step)
      this.#views.put(row, column, { value: after, note: noteAfter });
    this.#drawCursor();
    const values = step.filter(({ before, after }) => before !== after);
    const away = values.filter((change) => !this.#rows.some(({ id }) => id === change.row)).length;
    const notShown = away > 0 ? `, ${away} of them not shown now` : '';
    this.announce(values.length > 0 ? `${done}: ${countOf(values.length, 'value')}${notShown}.` : `${done}.`);
    this.#tell(changesOf(step), step);
  }

  #tell(changes: readonly CellChange[], step: readonly CellStep[]): void {
    if (changes.length > 0) this.onChange(changes);
    const refusals = refusalsOf(step);
    if (refusals.length > 0) this.onRefused(refusals);
  }

  #valueOf = (cell: CellId): CellValue => this.view(cell.row).values[cell.column] ?? null;

  #textOf(cell: CellId): string {
    const column = this.#columns.find(({ id }) => id === cell.column);
    return column ? cellText(column, this.view(cell.row).values) : '';
  }

  #entryColumn(cell: CellId): EntryColumn | null {
    const column = this.#columns.find(({ id }) => id === cell.column);
    const row = this.#rows.find(({ id }) => id === cell.row);
    return column && takesEntry(column, row?.closed) ? column : null;
  }

  #shape() {
    return {
      rows: this.#rows.length,
      columns: this.#columns.length,
      firstColumn: this.#columns.findIndex(({ kind }) => kind !== 'node'),
      takesEntry: (place: Place) => {
        const cell = this.#cellAt(place);
        return cell !== null && this.#entryColumn(cell) !== null;
      },
    };
  }

  #placeOf(cell: CellId | null): Place | null {
    if (!cell) return null;
    const row = this.#rows.findIndex(({ id }) => id === cell.row);
    const column = this.#columns.findIndex(({ id }) => id === cell.column);
    return row < 0 || column < 0 ? null : { row, column };
  }

  #cellAt({ row, column }: Place): CellId | null {
    const rowId = this.#rows[row]?.id;
    const columnId = this.#columns[column]?.id;
    return rowId === undefined || columnId === undefined ? null : { row: rowId, column: columnId };
  }

  /** The selected block; the active cell alone where nothing more is selected. */
  #selection(): Block | null {
    const active = this.#placeOf(this.#active);
    if (!active) return null;
    const anchor = this.#placeOf(this.#anchor) ?? active;
    return {
      top: Math.min(active.row, anchor.row),
      bottom: Math.max(active.row, anchor.row),
      left: Math.min(active.column, anchor.column),
      right: Math.max(active.column, anchor.column),
    };
  }

  /** The selected cells, row by row; the active cell alone where nothing more is selected. */
  selectedCells(): CellId[][] {
    const selection = this.#selection();
    if (!selection) return [];
    const columns = this.#columns.slice(selection.left, selection.right + 1);
    const rows = this.#rows.slice(selection.top, selection.bottom + 1);
    return rows.map((row) => columns.map((column) => ({ row: row.id, column: column.id })));
  }

  #drawCursor(): void {
    for (const listener of this.#cursorListeners) listener();
  }
}

const messagesOf = (noted: AppliedEntries['noted']): readonly string[] => noted.map(({ note }) => note.message);
