import type { UndoAnswer } from '#shared/undo/calls.ts';

/** The answer of an undo that is done, with what it left. */
export const undone = (...left: string[]): UndoAnswer => ({
  rows_processed: 1,
  total_rows: 1,
  state: 'finished',
  left,
  left_count: left.length,
});
