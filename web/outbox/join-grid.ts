import type { GridModel } from '../ui/grid/grid-model.ts';
import type { CellChange } from '../ui/grid/history.ts';
import type { Outbox } from './outbox.ts';
import type { Target } from './waiting.ts';

interface Joining {
  grid: GridModel;
  outbox: Outbox;
  /** The record of a row of the grid; its columns are the record's fields. */
  targetOf: (row: string) => Target | undefined;
  /** Called after a row's values were taken. */
  onTaken?: (row: string) => void;
}

/** What is entered into a grid goes into the outbox, and what is being typed there too. Returns the way to stop. */
export function joinGrid({ grid, outbox, targetOf, onTaken }: Joining): () => void {
  const typedOf = ({ column, before, after }: CellChange) => ({ field: column, value: after, was: before });
  grid.onChange = (changes) => {
    for (const [row, ofRow] of Map.groupBy(changes, (change) => change.row)) {
      const target = targetOf(row);
      if (target) void outbox.take(target, ofRow.map(typedOf));
      onTaken?.(row);
    }
  };
  grid.onTyping = (read) => {
    outbox.typing(
      read &&
        (() => {
          const change = read();
          const target = change && targetOf(change.row);
          return target ? { target, typed: [typedOf(change)] } : null;
        }),
    );
  };
  return () => {
    grid.onChange = () => {};
    grid.onTyping = () => {};
  };
}
