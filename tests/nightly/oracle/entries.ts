import type { Reading } from './read-typed.ts';
import type { SheetArrangement } from './steps.ts';

/** A cell or field by its student and column. */
export interface CellName {
  row: string;
  column: string;
}

export const cellKey = ({ row, column }: CellName): string => `${row} ${column}`;

/** What the hands put into a cell, and what it is worth. */
export interface Entry extends CellName {
  typed: string;
  reading: Reading;
  /** The stroke with which it began, by its place among all strokes; -1 where no one stroke began it. */
  stroke: number;
  /** A text that is still being written: it may be stored, and need not be. */
  isPassing?: boolean;
}

/** Where a stroke goes: into a cell or field of the sheet, the window of a comment, or the search over the sheet. */
export type Target = CellName & { in: 'cell' | 'comment' | 'find' };

/** What a person who looks at a whole sheet sees of each cell: its value, and whether something is noted beside it. */
export type SheetLook = ReadonlyMap<string, { value: string; text: string; note: string | null }>;

/** What the hands know of a screen: where their strokes go, and what each cell holds when it is left. */
export interface TypingModel {
  readonly entries: readonly Entry[];
  /** Where the next stroke goes; null while the hands have chosen no cell. */
  readonly target: Target | null;
  /** Whether nothing is being written in the chosen cell. */
  readonly isReady: boolean;
  /** Whether this key goes into a text that is there already: the hands look at it first. */
  opensText(key: string): boolean;
  /** Whether this key does something with many cells: what it does depends on what the sheet holds at that moment. */
  readsSheet(key: string): boolean;
  /** The hands press a key; `seen` and `look` are what they looked at. */
  press(key: string, seen: string, look?: SheetLook): void;
  click(cell: CellName, seen: string): void;
  paste(text: string): void;
  /** The hands go elsewhere: what is being written is taken as it is, and a cell has to be chosen again. */
  leavePage(): void;
  /** The hands press something beside the sheet, such as its menu: what is being written is taken. */
  leaveCell(): void;
  /**
   * Rows are shown in another order, or some of them alone. The chosen cell stays with its student as long as that one
   * is shown.
   */
  arrange(rows: readonly string[]): void;
  isShown(row: string): boolean;
  /** The page was loaded again. */
  reopen(): void;
}

/** Where on a screen the hands find what they type into. */
export interface Surface {
  /** Scrolls or turns pages until a cell can be hit. */
  bringToSight(cell: CellName): Promise<void>;
  click(cell: CellName): Promise<void>;
  /** What it holds for a person who looks. */
  textOf(cell: CellName): Promise<string>;
  allTexts(): Promise<ReadonlyMap<string, string>>;
  /** All of the sheet, row by row as they are shown. */
  look(): Promise<SheetLook>;
  /** Chooses in the menu over the sheet, and comes back to the cell. */
  choose(arranging: SheetArrangement): Promise<void>;
  /** The students shown, in order. */
  rows(): Promise<readonly string[]>;
  /** Shows the students that are hidden. */
  showAll(): Promise<void>;
  /** What the page calls the field that a stroke reaches. */
  nameOf(target: Target): string;
  /** What was typed is in sight, with a word beside it; true as well where the cell is not on the screen. */
  isReasonShown(entry: Entry): Promise<boolean>;
  /** Waits, as a person does, for a window that the last stroke opened or closed. */
  waitForWindow(was: Target | null, is: Target | null): Promise<void>;
}
