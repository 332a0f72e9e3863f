import type { CellNote, CellValue } from './grid-columns.ts';

/** One cell's change, by row and column id. */
export interface CellChange {
  row: string;
  column: string;
  before: CellValue;
  after: CellValue;
}

/** A cell shows a refused text; null: no longer, and its value is unchanged. */
export interface RefusedTextChange {
  row: string;
  column: string;
  refused: CellNote | null;
}

/** A change with the cell's notes, so that undo shows the cell as before. */
export interface CellStep extends CellChange {
  noteBefore?: CellNote | undefined;
  noteAfter?: CellNote | undefined;
}

/** The user's steps in order: each is an entry, a paste or a clearing. */
export interface UndoHistory {
  done: readonly (readonly CellStep[])[];
  undone: readonly (readonly CellStep[])[];
}

export const emptyUndoHistory: UndoHistory = { done: [], undone: [] };

/** Adds a step, after which nothing can be redone. */
export function addStep(history: UndoHistory, step: readonly CellStep[]): UndoHistory {
  return { done: [...history.done, step], undone: [] };
}

/** The history without its last step, and that step reversed; null if there is none. */
export function undoStep(history: UndoHistory): { history: UndoHistory; step: readonly CellStep[] } | null {
  const last = history.done.at(-1);
  if (!last) return null;
  return {
    history: { done: history.done.slice(0, -1), undone: [...history.undone, last] },
    step: last.map(reversed).reverse(),
  };
}

/** The history with the last undone step, and that step; null if there is none. */
export function redoStep(history: UndoHistory): { history: UndoHistory; step: readonly CellStep[] } | null {
  const next = history.undone.at(-1);
  if (!next) return null;
  return { history: { done: [...history.done, next], undone: history.undone.slice(0, -1) }, step: next };
}

/** The values that a step changed. */
export const changesOfStep = (step: readonly CellStep[]): CellChange[] =>
  step
    .filter(({ before, after }) => before !== after)
    .map(({ row, column, before, after }) => ({ row, column, before, after }));

/** Refused texts that a step added, and those that it removed without another value. */
export const refusalsOfStep = (step: readonly CellStep[]): RefusedTextChange[] =>
  step.flatMap(({ row, column, before, after, noteBefore, noteAfter }): RefusedTextChange[] => {
    if (noteAfter?.kind === 'refused') return [{ row, column, refused: noteAfter }];
    return noteBefore?.kind === 'refused' && before === after ? [{ row, column, refused: null }] : [];
  });

const reversed = (step: CellStep): CellStep => ({
  ...step,
  before: step.after,
  after: step.before,
  noteBefore: step.noteAfter,
  noteAfter: step.noteBefore,
});
