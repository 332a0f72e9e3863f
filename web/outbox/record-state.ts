import type { SaveStatus } from '../ui/screen/save-state.tsx';
import type { Failure } from './outcome.ts';
import { hasValues, type Waiting } from './waiting.ts';

/** How far the saving of one record is. The same object until something changed. */
export interface RecordState {
  status: SaveStatus;
  waiting: Waiting | null;
  failures: readonly Failure[];
}

/** What the outbox of this tab knows of one record. */
export interface Entry {
  state: RecordState;
  /** Writes into storage that are not done: until then this tab knows more than storage says. */
  writing: number;
  isDraining: boolean;
  /** Something was typed while the record was drained. */
  isAgain: boolean;
  /** The last attempt met no server, or nobody is signed in. */
  isAway: boolean;
  isSaved: boolean;
  /** The last answer of the server, and the outbox's version when it came. */
  answer: { value: unknown; version: number } | null;
}

export const idle: RecordState = { status: 'idle', waiting: null, failures: [] };

export const newEntry = (isAway: boolean): Entry => ({
  state: idle,
  writing: 0,
  isDraining: false,
  isAgain: false,
  isAway,
  isSaved: false,
  answer: null,
});

export function statusOf(facts: Omit<RecordState, 'status'> & Pick<Entry, 'isAway' | 'isSaved'>): SaveStatus {
  if (facts.failures.length > 0) return 'error';
  if (facts.waiting === null) return facts.isSaved ? 'saved' : 'idle';
  if (!hasValues(facts.waiting)) return 'refused';
  return facts.isAway ? 'waiting' : 'saving';
}
