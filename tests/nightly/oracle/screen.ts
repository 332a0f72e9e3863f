import type { Page } from 'playwright-core';
import type { TestClient } from '../../support/callers/client.ts';
import type { CellName, Surface, TypingModel } from './entries.ts';
import type { Lesson, OracleSchool } from './oracle-school.ts';
import type { Step } from './steps.ts';

/** Values by `row column`, as text. */
export type Values = ReadonlyMap<string, string>;

/** What is on the screen once it is open, and how it is typed into. */
export interface Typing {
  model: TypingModel;
  surface: Surface;
  /** A script for these hands. */
  plan: (seed: string, strokes: number) => readonly Step[];
  /** The keys that put a value into a chosen cell and leave it. */
  keysFor: (value: string) => readonly string[];
  /** What each cell shows; after a reload it must be what is stored. */
  shown: () => Promise<Values>;
}

/** A screen that is typed into: how one comes to it, and how the server knows its cells. */
export interface OracleScreen {
  name: string;
  prepare(school: OracleSchool, lesson: Lesson): Promise<void>;
  /** From the main menu to what is typed into. */
  open(page: Page, lesson: Lesson): Promise<void>;
  /** Brings it back after the page was loaded again, past what has opened by itself. */
  reopen(page: Page, lesson: Lesson, clearTheWay: () => Promise<void>): Promise<void>;
  /** Closes the window that it is in, if it is in one: what it hides can be reached again. */
  putAway(page: Page, clearTheWay: () => Promise<void>): Promise<void>;
  typing(page: Page, lesson: Lesson): Promise<Typing>;
  /** What the table holds. */
  stored(client: TestClient, lesson: Lesson): Promise<Values>;
  /** Somebody else writes a value. False when the server did not take it. */
  write(client: TestClient, lesson: Lesson, cell: CellName, value: string): Promise<boolean>;
  /** Subject of the audit trail of a student's row. */
  trailSubject(lesson: Lesson, row: string): string;
  /** The column of a field of the trail; null for a field that is in no column. */
  columnOfField(field: string): string | null;
  /** What the screen calls its columns where it speaks of one cell. */
  labels: Readonly<Record<string, string>>;
  /** Whether the office may write here: else the teacher does, from elsewhere. */
  isOfficeRival: boolean;
}
