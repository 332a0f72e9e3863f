import type { SaveStatus } from '../ui/screen/save-state.tsx';
import type { Failure } from './outcome.ts';
import { hasValues, type PendingRecord } from './pending-record.ts';

/** Save state of one record. The same object until something changes. */
export interface RecordState {
  status: SaveStatus;
  waiting: PendingRecord | null;
  failures: readonly Failure[];
}

/** This tab's bookkeeping of one record. */
export interface RecordEntry {
  state: RecordState;
  /** Pending writes to storage: until they are done this tab is ahead of storage. */
  writing: number;
  isDraining: boolean;
  /** Something was typed while the record was being sent. */
  isAgain: boolean;
  /** The last attempt did not reach the server, or nobody is signed in. */
  isOffline: boolean;
  isSaved: boolean;
  /** The last answer of the server, and the outbox's version when it came. */
  answer: { value: unknown; version: number } | null;
}

export const idle: RecordState = { status: 'idle', waiting: null, failures: [] };

export const newEntry = (isOffline: boolean): RecordEntry => ({
  state: idle,
  writing: 0,
  isDraining: false,
  isAgain: false,
  isOffline: isOffline,
  isSaved: false,
  answer: null,
});

export function statusOf(facts: Omit<RecordState, 'status'> & Pick<RecordEntry, 'isOffline' | 'isSaved'>): SaveStatus {
  if (facts.failures.length > 0) return 'error';
  if (facts.waiting === null) return facts.isSaved ? 'saved' : 'idle';
  if (!hasValues(facts.waiting)) return 'refused';
  return facts.isOffline ? 'waiting' : 'saving';
}
