import type { CellNote, CellValue } from './columns.ts';

/** One cell's change, by row and column id. */
export interface CellChange {
  row: string;
  column: string;
  before: CellValue;
  after: CellValue;
}

/** A cell shows a text that it does not take; null: no longer, and its value is what it was. */
export interface CellRefusal {
  row: string;
  column: string;
  refused: CellNote | null;
}

/** A change with the notes beside the value: taking it back shows the cell as it was. */
export interface CellStep extends CellChange {
  noteBefore?: CellNote | undefined;
  noteAfter?: CellNote | undefined;
}

/** What the user did here, in order: each step is one key press, paste or clearing. */
export interface History {
  done: readonly (readonly CellStep[])[];
  undone: readonly (readonly CellStep[])[];
}

export const noHistory: History = { done: [], undone: [] };

/** Adds a step; what had been undone can no longer be redone. */
export function remember(history: History, step: readonly CellStep[]): History {
  return { done: [...history.done, step], undone: [] };
}

/** The history after undoing its last step, and that step reversed; null when nothing is left. */
export function undo(history: History): { history: History; step: readonly CellStep[] } | null {
  const last = history.done.at(-1);
  if (!last) return null;
  return {
    history: { done: history.done.slice(0, -1), undone: [...history.undone, last] },
    step: last.map(reversed).reverse(),
  };
}

/** The history after redoing the step undone last, and that step; null when nothing was undone. */
export function redo(history: History): { history: History; step: readonly CellStep[] } | null {
  const next = history.undone.at(-1);
  if (!next) return null;
  return { history: { done: [...history.done, next], undone: history.undone.slice(0, -1) }, step: next };
}

/** The values that a step changed. */
export const changesOf = (step: readonly CellStep[]): CellChange[] =>
  step
    .filter(({ before, after }) => before !== after)
    .map(({ row, column, before, after }) => ({ row, column, before, after }));

/** The texts that cells refuse since a step, and those that it took away without another value. */
export const refusalsOf = (step: readonly CellStep[]): CellRefusal[] =>
  step.flatMap(({ row, column, before, after, noteBefore, noteAfter }): CellRefusal[] => {
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
