import { describe, expect, it } from 'vitest';
import { createPendingRecord } from '../../../web/outbox/pending-record.ts';
import type { ValueFailure } from '../../../web/outbox/save-failure.ts';
import { listUnsavedValues, outboxStatusText, type RecordState } from '../../../web/outbox/save-status.ts';

const conflictIn = (field: string): ValueFailure => ({
  field,
  message: 'Changed meanwhile.',
  isRefused: true,
  conflict: { theirs: 31, by: 'Andrea Joseph', at: null },
});
const recordOf = (about: string, fields: Record<string, number>, facts: Partial<RecordState> = {}): RecordState => ({
  status: 'saving',
  waiting: {
    ...createPendingRecord({ save: 'marks', record: {}, id: about, about }),
    open: { fields, was: {} },
  },
  failures: [],
  ...facts,
});
const text = (states: readonly RecordState[], away: Parameters<typeof outboxStatusText>[1] = null) =>
  outboxStatusText(listUnsavedValues(states), away);

describe('the status of the top bar', () => {
  it('says All saved if nothing is pending', () => {
    expect(text([])).toBe('All saved');
    expect(text([], 'offline')).toBe('Offline, all saved');
    expect(text([{ status: 'saved', waiting: null, failures: [] }])).toBe('All saved');
  });

  it('counts values, not records', () => {
    expect(text([recordOf('Ali', { exam_mark: 1, late: 2 }), recordOf('Bo', { exam_mark: 3 })])).toBe('Saving 3');
  });

  it('says why values are kept on the device', () => {
    const kept = [recordOf('Ali', { exam_mark: 1, late: 2 }, { status: 'waiting' })];
    expect(text(kept)).toBe('2 kept on this device');
    expect(text(kept, 'offline')).toBe('Offline, 2 kept on this device');
    expect(text(kept, 'slowed')).toBe('Slowed down, 2 kept on this device');
    expect(text(kept, 'unavailable')).toBe('Database not available, 2 kept on this device');
    expect(text(kept, 'signed-out')).toBe('Signed out, 2 kept on this device');
  });

  it('puts what needs an answer first, each field by itself', () => {
    const failed: ValueFailure = { field: null, message: 'The table is away.', isRefused: false };
    const states = [
      recordOf('Cy', { exam_mark: 4 }),
      recordOf('Ali', { exam_mark: 1, late: 2 }, { status: 'error', failures: [conflictIn('exam_mark')] }),
      recordOf('Bo', { late: 3, absent: 5 }, { status: 'error', failures: [failed] }),
    ];
    expect(text(states)).toBe('1 conflict · 2 not saved · Saving 2');
    expect(listUnsavedValues(states).map(({ record, field, state }) => `${record.about} ${field} ${state}`)).toEqual([
      'Ali exam_mark conflict',
      'Bo late failed',
      'Bo absent failed',
      'Cy exam_mark saving',
      'Ali late saving',
    ]);
  });
});
