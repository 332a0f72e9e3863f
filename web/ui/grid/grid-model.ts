import type { MarkWord } from '#shared/marks/mark-words.ts';
import { pluralize } from '#shared/pluralize.ts';
import { uiWordings } from '../wordings.ts';
import { type AppliedEntries, applyEntries, type CellEntry, type CellId, describePaste } from './entries.ts';
import {
  acceptsMarkWords,
  type CellNote,
  type CellValue,
  cellText,
  type RowValues,
  readOnlyReason,
} from './grid-columns.ts';
import { GridCursor } from './grid-cursor.ts';
import { type RowView, RowViewStore } from './row-views.ts';
import { formatBlock, parseBlock } from './typing/clipboard.ts';
import type { CellPosition } from './typing/navigation.ts';
import {
  addStep,
  type CellChange,
  type CellStep,
  changesOfStep,
  emptyUndoHistory,
  type RefusedTextChange,
  redoStep,
  refusalsOfStep,
  type UndoHistory,
  undoStep,
} from './undo-history.ts';

/** The text being typed into a cell, and the cell's value when the typing began. */
interface Typed {
  cell: CellId;
  text: string;
  seen?: CellValue | undefined;
}

/** A message for screen readers. The number distinguishes repeated texts. */
export interface Announcement {
  text: string;
  number: number;
  /** Shown on the screen too. */
  isShown: boolean;
}

/**
 * The state of one mark grid, outside React: values, notes and the undo history, with the cursor of `GridCursor`. Rows
 * render through `subscribe`: a change renders its rows only, and a move of the cursor none.
 *
 * `onChange` reports the user's entries, once an action, with ids and both values. `show` takes values from elsewhere;
 * it reports nothing and cannot be undone.
 */
export class GridModel extends GridCursor {
  /** Set by the screen that saves. */
  onChange: (changes: readonly CellChange[]) => void = () => {};
  /** Set by the screen that saves: refused texts of cells, or that they are no longer there. */
  onRefused: (refusals: readonly RefusedTextChange[]) => void = () => {};
  /**
   * Set by the screen that saves: a cell is being typed into. `read` gives the change that leaving the cell would make.
   */
  onTyping: (read: (() => CellChange | RefusedTextChange | null) | null) => void = () => {};

  #views: RowViewStore;
  /** The last entry's cell, if its text was clamped or refused. */
  #lastNoted: CellId | null = null;
  #buffered: { row: string | null; text: string } = { row: null, text: '' };
  #history: UndoHistory = emptyUndoHistory;
  #announcement: Announcement = { text: '', number: 0, isShown: false };
  #announcementListeners = new Set<() => void>();

  constructor(values: ReadonlyMap<string, RowValues>) {
    super();
    this.#views = new RowViewStore(values);
  }

  view = (row: string): RowView => this.#views.of(row);
  subscribe = (row: string, listener: () => void): (() => void) => this.#views.subscribe(row, listener);
  subscribeRows = (listener: () => void): (() => void) => this.#views.subscribeAll(listener);
  announcement = (): Announcement => this.#announcement;
  subscribeAnnouncement = (listener: () => void): (() => void) => {
    this.#announcementListeners.add(listener);
    return () => void this.#announcementListeners.delete(listener);
  };

  /**
   * Enters typed text: keeps, clamps or refuses it, and announces that. `seen` is the cell's value when the typing
   * began: a value that came meanwhile was hidden by the field, and must not be overwritten as if the user had seen it.
   */
  enter(cell: CellId, text: string, seen?: CellValue): void {
    const column = this.entryColumn(cell);
    if (!column) return;
    // The note bubble shows it.
    this.announce(messagesOf(this.#take([{ cell, column, text, seen }])).join(' '), { isShown: false });
  }

  /** Reports that text is being typed into a cell; null: no longer. `read` is called when the browser is idle. */
  typing(read: (() => Typed | null) | null): void {
    this.onTyping(
      read &&
        (() => {
          const typed = read();
          const column = typed && this.entryColumn(typed.cell);
          if (!column) return null;
          const { changes, step } = applyEntries([{ ...typed, column }], this.view);
          return changes[0] ?? refusalsOfStep(step)[0] ?? null;
        }),
    );
  }

  /** Enters texts into editable cells, as one step of the history. */
  enterTexts(texts: readonly { cell: CellId; text: string }[]): void {
    this.#take(
      texts.flatMap(({ cell, text }): CellEntry[] => {
        const column = this.entryColumn(cell);
        return column ? [{ cell, column, text }] : [];
      }),
    );
  }

  /** Clears the selected editable cells. */
  clear(): void {
    const cells = this.selectedCells()
      .flat()
      .filter((cell) => this.entryColumn(cell) !== null);
    this.enterTexts(cells.map((cell) => ({ cell, text: '' })));
    this.announce(cells.length === 1 ? 'Cleared.' : `${pluralize(cells.length, 'value')} cleared.`);
  }

  /** Enters a word such as Abs into every selected cell that accepts it. */
  enterWord(word: MarkWord): void {
    const cells = this.selectedCells()
      .flat()
      .filter((cell) => {
        const column = this.entryColumn(cell);
        return column !== null && acceptsMarkWords(column);
      });
    const active = this.active();
    const closed = active && readOnlyReason(active.column, active.row.closed);
    if (cells.length === 0 && closed) {
      this.announce(closed);
      return;
    }
    const noted = this.#take(
      cells.flatMap((cell): CellEntry[] => {
        const column = this.entryColumn(cell);
        return column ? [{ cell, column, text: word }] : [];
      }),
    );
    const given = cells.length - noted.length;
    this.announce(
      [given > 0 ? `${pluralize(given, 'cell')}: ${word}.` : '', ...messagesOf(noted)].filter(Boolean).join(' '),
    );
  }

  /** The selection in the format of spreadsheets. */
  copy(): string {
    return formatBlock(this.selectedCells().map((row) => row.map((cell) => this.#textOf(cell))));
  }

  /**
   * Pastes a block from a spreadsheet at the first selected cell, as one step. A single value fills the whole
   * selection. Skips read-only cells and leaves out what is beyond the last row or column; announces both, the latter
   * value by value.
   */
  paste(text: string): void {
    const block = parseBlock(text);
    const at = this.selection();
    if (!at || block.length === 0) return;
    const single = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
    const offers =
      single === undefined
        ? block.flatMap((values, down) =>
            values.map((value, right) => ({
              cell: this.cellAt({ row: at.top + down, column: at.left + right }),
              value,
            })),
          )
        : this.selectedCells()
            .flat()
            .map((cell) => ({ cell, value: single }));
    const entries: CellEntry[] = [];
    const outside: string[] = [];
    for (const { cell, value } of offers) {
      const column = cell && this.entryColumn(cell);
      if (cell && column) entries.push({ cell, column, text: value });
      else if (!cell) outside.push(value);
    }
    const skipped = offers.length - entries.length - outside.length;
    const blank = entries.filter(({ text: value }) => value.trim() === '');
    const cleared = blank.filter(({ cell }) => (this.view(cell.row).values[cell.column] ?? null) !== null).length;
    const noted = this.#take(entries);
    const refused = noted.filter(({ note }) => note.kind === 'refused').length;
    const messages = messagesOf(noted);
    const leftOut = outside.filter((value) => value.trim() !== '');
    this.announce(
      describePaste({
        taken: entries.length - blank.length - refused,
        cleared,
        refused,
        messages,
        skipped,
        outside: leftOut,
      }),
    );
  }

  undo(): void {
    this.#replay(undoStep(this.#history), 'Undone', uiWordings.nothingToUndo);
  }

  redo(): void {
    this.#replay(redoStep(this.#history), 'Redone', 'Nothing to redo.');
  }

  /** Shows values from elsewhere: the server's answer, or the chosen side of a conflict. */
  show(row: string, values: RowValues): void {
    const shown = this.view(row).values;
    const changed = Object.entries(values).filter(([column, value]) => shown[column] !== value);
    if (changed.length > 0) this.#views.replace(row, Object.fromEntries(changed));
  }

  /** Sets the texts of outliers, by row and column. */
  showOutliers(found: ReadonlyMap<string, RowView['outliers']>): void {
    this.#views.showOutliers(found);
  }

  /** Buffers a character for a field outside the grid that is not rendered yet, until {@link takeBufferedKeys}. */
  bufferKey(key: string): void {
    const row = this.activeCell()?.row ?? null;
    this.#buffered = { row, text: row === this.#buffered.row ? this.#buffered.text + key : key };
  }

  /** Returns and clears the characters that were typed before a row's field was rendered. */
  takeBufferedKeys(row: string): string {
    const { row: heldFor, text } = this.#buffered;
    this.#buffered = { row: null, text: '' };
    return heldFor === row ? text : '';
  }

  /** Sets or removes a cell's note. */
  note(cell: CellId, note: CellNote | null): void {
    this.#views.put(cell.row, cell.column, { value: this.#valueOf(cell), note: note ?? undefined });
    this.drawCursor();
  }

  activeNote(): CellNote | undefined {
    const cell = this.activeCell();
    return cell ? this.view(cell.row).notes[cell.column] : undefined;
  }

  /** The note to show in full: the active cell's, else that of the last entry. */
  visibleNote(): { place: CellPosition; note: CellNote } | null {
    for (const cell of [this.activeCell(), this.#lastNoted]) {
      const place = this.placeOf(cell);
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

  /** Applies entries as one step of the history; returns the notes of clamped and refused texts. */
  #take(entries: readonly CellEntry[]): AppliedEntries['noted'] {
    const { changes, step, views, noted } = applyEntries(entries, this.view);
    for (const [row, view] of views) this.#views.draw(row, view);
    if (changes.length > 0 || step.some(({ noteBefore, noteAfter }) => noteBefore !== noteAfter)) {
      this.#history = addStep(this.#history, step);
    }
    const before = this.#lastNoted;
    this.#lastNoted = noted.at(-1)?.cell ?? null;
    if (before || this.#lastNoted) this.drawCursor();
    this.#tell(changes, step);
    return noted;
  }

  #replay(replay: ReturnType<typeof undoStep>, done: string, nothing: string): void {
    if (!replay) {
      this.announce(nothing);
      return;
    }
    this.#history = replay.history;
    // The current value may be somebody else's, shown since: the save must name it as the one seen.
    const step = replay.step.map((change) => {
      const now = this.#valueOf(change);
      return { ...change, before: now, after: change.before === change.after ? now : change.after };
    });
    for (const { row, column, after, noteAfter } of step)
      this.#views.put(row, column, { value: after, note: noteAfter });
    this.drawCursor();
    const values = step.filter(({ before, after }) => before !== after);
    const away = values.filter((change) => !this.rows().some(({ id }) => id === change.row)).length;
    const notShown = away > 0 ? `, ${away} of them not shown now` : '';
    this.announce(values.length > 0 ? `${done}: ${pluralize(values.length, 'value')}${notShown}.` : `${done}.`);
    this.#tell(changesOfStep(step), step);
  }

  #tell(changes: readonly CellChange[], step: readonly CellStep[]): void {
    if (changes.length > 0) this.onChange(changes);
    const refusals = refusalsOfStep(step);
    if (refusals.length > 0) this.onRefused(refusals);
  }

  #valueOf = (cell: CellId): CellValue => this.view(cell.row).values[cell.column] ?? null;
  #textOf(cell: CellId): string {
    const column = this.columns().find(({ id }) => id === cell.column);
    return column ? cellText(column, this.view(cell.row).values) : '';
  }
}

const messagesOf = (noted: AppliedEntries['noted']): readonly string[] => noted.map(({ note }) => note.message);
