import { momentText } from '../ui/fields/dates/school-clock.ts';
import type { SaveStatus } from '../ui/screen/save-status-text.tsx';
import {
  hasUnacknowledgedValues,
  newestTypedValues,
  type PendingRecord,
  type RefusedText,
  type TypedValue,
} from './pending-record.ts';
import type { SaveConflict, SendingPause, ValueFailure } from './save-failure.ts';

/** Save state of one record. The same object until something changes. */
export interface RecordState {
  status: SaveStatus;
  waiting: PendingRecord | null;
  failures: readonly ValueFailure[];
}

/** This tab's bookkeeping of one record. */
export interface RecordEntry {
  state: RecordState;
  /** Pending writes to storage: until they are done this tab is ahead of storage. */
  writing: number;
  isDraining: boolean;
  /** Values were typed while the record was being sent. */
  needsDrain: boolean;
  /** The last attempt did not reach the server, or nobody is signed in. */
  isOffline: boolean;
  isSaved: boolean;
  /** The last answer of the server, and the outbox's version when it came. */
  answer: { value: unknown; version: number } | null;
}

export const idleRecordState: RecordState = { status: 'idle', waiting: null, failures: [] };

export const createRecordEntry = (isOffline: boolean): RecordEntry => ({
  state: idleRecordState,
  writing: 0,
  isDraining: false,
  needsDrain: false,
  isOffline: isOffline,
  isSaved: false,
  answer: null,
});

export function computeSaveStatus(
  facts: Omit<RecordState, 'status'> & Pick<RecordEntry, 'isOffline' | 'isSaved'>,
): SaveStatus {
  if (facts.failures.length > 0) return 'error';
  if (facts.waiting === null) return facts.isSaved ? 'saved' : 'idle';
  if (!hasUnacknowledgedValues(facts.waiting)) return 'refused';
  return facts.isOffline ? 'waiting' : 'saving';
}

/** A typed value that the server has not acknowledged, or a refused text, with its state. */
export interface UnsavedValue {
  record: PendingRecord;
  field: string;
  /** The text, where it is refused. */
  value: TypedValue;
  /**
   * `kept`: on this device until the server is reachable, or the user has signed in again. `refused`: until the user
   * corrects it.
   */
  state: 'conflict' | 'failed' | 'refused' | 'kept' | 'saving';
  /** Why it is a conflict or failed. */
  failure?: ValueFailure;
  /** Why it is refused. */
  refused?: RefusedText;
}

/** The fields of a record whose values the server has not acknowledged. */
export const listUnsavedFields = ({ waiting }: RecordState): ReadonlySet<string> =>
  new Set(waiting ? Object.keys(newestTypedValues(waiting)) : []);

/** Every unsaved value of the records, most urgent first. */
export function listUnsavedValues(states: readonly RecordState[]): UnsavedValue[] {
  const all = states.flatMap(({ waiting: record, failures, status }) => {
    if (!record) return [];
    const failureOf = (field: string) =>
      failures.find((failure) => failure.field === field) ?? failures.find((failure) => failure.field === null);
    const values = Object.entries(newestTypedValues(record)).map(([field, value]): UnsavedValue => {
      const failure = failureOf(field);
      if (failure) return { record, field, value, state: failure.conflict ? 'conflict' : 'failed', failure };
      return { record, field, value, state: status === 'waiting' ? 'kept' : 'saving' };
    });
    const texts = Object.entries(record.refused ?? {}).map(
      ([field, refused]): UnsavedValue => ({ record, field, value: refused.typed, state: 'refused', refused }),
    );
    return [...values, ...texts];
  });
  return all.sort((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state));
}

const urgency: readonly UnsavedValue['state'][] = ['conflict', 'failed', 'refused', 'kept', 'saving'];

/** Why values are held on the device. */
export type HoldReason = 'offline' | 'signed-out' | SendingPause['why'] | null;

const awayWords = {
  offline: 'Offline, ',
  'signed-out': 'Signed out, ',
  slowed: 'Slowed down, ',
  unavailable: 'Database not available, ',
} as const;

/**
 * The status of the top bar: 'All saved', 'Saving 3', 'Offline, 12 kept on this device', '1 conflict'. Offline it says
 * so with nothing to save as well: that is why nothing opens.
 */
export function outboxStatusText(unsaved: readonly UnsavedValue[], away: HoldReason): string {
  const count = (state: UnsavedValue['state']) => unsaved.filter((one) => one.state === state).length;
  const [conflicts, failed, refused, kept, saving] = urgency.map(count) as [number, number, number, number, number];
  const notSaved = failed + refused;
  const parts = [
    conflicts > 0 && `${conflicts} ${conflicts === 1 ? 'conflict' : 'conflicts'}`,
    notSaved > 0 && `${notSaved} not saved`,
    kept > 0 && `${away ? awayWords[away] : ''}${kept} kept on this device`,
    saving > 0 && `Saving ${saving}`,
  ].filter((part) => part !== false);
  if (parts.length > 0) return parts.join(' · ');
  return away === 'offline' ? `${awayWords.offline}all saved` : 'All saved';
}

/** A typed value for a reader. */
export const typedValueText = (value: number | string | null): string => (value === null ? '(blank)' : String(value));

/** Describes a conflict: "Andrea Joseph changed this to 31, 14 Mar 2026, 10:42." */
export function conflictText({ theirs, by, at, isOwnTab }: SaveConflict): string {
  const who = isOwnTab ? 'You' : (by ?? 'Somebody');
  const where = isOwnTab ? ' in another tab of yours' : '';
  return `${who} changed this to ${typedValueText(theirs)}${where}${at === null ? '' : `, ${momentText(at)}`}.`;
}
