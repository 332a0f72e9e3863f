import type { CellName } from './entries.ts';

/**
 * How the network and the server treat saves for a while; `-after`: the server carries one out and its answer is lost.
 */
export const networkConditions = ['offline', 'slow', '429', '500', '500-after', 'lost-after'] as const;
export type NetworkCondition = 'fine' | (typeof networkConditions)[number];

/** What the hands ask of the menu over a sheet, by the column in which they are. */
export const sheetArrangements = ['list', 'name', 'lowest', 'highest', 'missing first', 'missing only'] as const;
export type SheetArrangement = (typeof sheetArrangements)[number];

/** What hands and world do, in order. Each step needs no other one, so that any part of a script is a script. */
export type Step =
  | { do: 'key'; key: string; wait: number }
  | { do: 'click'; cell: CellName }
  | { do: 'paste'; text: string }
  | { do: 'pause'; wait: number }
  | { do: 'weather'; weather: NetworkCondition }
  | { do: 'rival'; cell: CellName; value: string }
  | { do: 'other tab'; cell: CellName; value: string }
  | { do: 'answer'; keep: 'mine' | 'theirs' }
  | { do: 'arrange'; arranging: SheetArrangement }
  | { do: 'expire' }
  | { do: 'sign in' }
  | { do: 'reload' };
