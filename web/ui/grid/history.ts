import type { CellValue } from './columns.ts';

/** One cell's change, by row and column id. */
export interface CellChange {
  row: string;
  column: string;
  before: CellValue;
  after: CellValue;
}

/** What the user did here, in order: each step is one key press, paste or clearing. */
export interface History {
  done: readonly (readonly CellChange[])[];
  undone: readonly (readonly CellChange[])[];
}

export const noHistory: History = { done: [], undone: [] };

/** Steps kept; older ones can no longer be undone. */
const memory = 200;

/** Adds a step; what had been undone can no longer be redone. */
export function remember(history: History, step: readonly CellChange[]): History {
  return { done: [...history.done, step].slice(-memory), undone: [] };
}

/** The history after undoing its last step, and that step reversed; null when nothing is left. */
export function undo(history: History): { history: History; step: readonly CellChange[] } | null {
  const last = history.done.at(-1);
  if (!last) return null;
  return {
    history: { done: history.done.slice(0, -1), undone: [...history.undone, last] },
    step: last.map((change) => ({ ...change, before: change.after, after: change.before })).reverse(),
  };
}

/** The history after redoing the step undone last, and that step; null when nothing was undone. */
export function redo(history: History): { history: History; step: readonly CellChange[] } | null {
  const next = history.undone.at(-1);
  if (!next) return null;
  return { history: { done: [...history.done, next], undone: history.undone.slice(0, -1) }, step: next };
}
