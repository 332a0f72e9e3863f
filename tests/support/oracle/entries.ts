import type { Reading } from './read-typed.ts';

/** A cell or field by its student and column. */
export interface CellName {
  row: string;
  column: string;
}

export const keyOf = ({ row, column }: CellName): string => `${row} ${column}`;

/** What the hands put into a cell, and what it is worth. */
export interface Entry extends CellName {
  typed: string;
  reading: Reading;
  /** The stroke with which it began, by its place among all strokes; -1 where no one stroke began it. */
  stroke: number;
  /** A text that is still being written: it may be stored, and need not be. */
  isPassing?: boolean;
}

/** What the hands know of a screen: where their strokes go, and what each cell holds when it is left. */
export interface TypingModel {
  readonly entries: readonly Entry[];
  /** Where the next stroke goes; null while the hands have chosen no cell. */
  readonly target: (CellName & { isComment: boolean }) | null;
  /** Whether nothing is being written in the chosen cell. */
  readonly isReady: boolean;
  /** Whether this key goes into a text that is there already: the hands look at it first. */
  opensText(key: string): boolean;
  /** The hands press a key; `seen` is what they looked at. */
  press(key: string, seen: string): void;
  click(cell: CellName, seen: string): void;
  paste(text: string): void;
  /** The hands go elsewhere: what is being written is taken as it is, and a cell has to be chosen again. */
  leavePage(): void;
}

/** Where on a screen the hands find what they type into. */
export interface Surface {
  /** Scrolls or turns pages until a cell can be hit. */
  bringToSight(cell: CellName): Promise<void>;
  click(cell: CellName): Promise<void>;
  /** What it holds for a person who looks. */
  textOf(cell: CellName): Promise<string>;
  allTexts(): Promise<ReadonlyMap<string, string>>;
  /** What the page calls the field that a stroke reaches. */
  nameOf(target: CellName & { isComment: boolean }): string;
  /** What was typed is in sight, with a word beside it; true as well where the cell is not on the screen. */
  isReasonShown(entry: Entry): Promise<boolean>;
  /** Waits, as a person does, for a window that the last stroke opened or closed. */
  waitForWindow(wasOpen: boolean, isOpen: boolean): Promise<void>;
}
