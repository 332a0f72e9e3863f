import { describe, expect, it } from 'vitest';
import {
  applyTyped,
  createPendingRecord,
  dropField,
  newestTypedValues,
  removeAcknowledgedRequest,
  reopenRequest,
  resolveConflictWithTyped,
  startRequest,
} from '../../../web/outbox/pending-record.ts';

const empty = createPendingRecord({ save: 'marks', record: { student_id: 'S01' }, id: 'marks S01', about: 'Ann' });
const typed = applyTyped(empty, { field: 'exam_mark', value: 50, was: null });
const sent = startRequest(typed, { key: 'first', held: new Set() });

describe('a pending record', () => {
  it('shows what was typed last, over the value that is being sent', () => {
    const newer = applyTyped(sent, { field: 'exam_mark', value: 60, was: 50 });
    expect(newestTypedValues(newer)).toEqual({ exam_mark: 60 });
    expect(newestTypedValues(sent)).toEqual({ exam_mark: 50 });
  });

  it('is reopened after a refusal, with newer values on top and the stored ones as seen', () => {
    const newer = applyTyped(applyTyped(sent, { field: 'exam_mark', value: 60, was: 50 }), {
      field: 'late',
      value: 2,
      was: 1,
    });
    expect(reopenRequest(newer, 'first')).toEqual({
      ...empty,
      open: { fields: { exam_mark: 60, late: 2 }, was: { exam_mark: null, late: 1 } },
    });
    // Typed back to what was seen at first: whether the server still has that, it alone can say.
    expect(reopenRequest(applyTyped(sent, { field: 'exam_mark', value: null, was: 50 }), 'first').open).toEqual({
      fields: { exam_mark: null },
      was: { exam_mark: 50 },
    });
  });

  it('is reopened and acknowledged only under its own key', () => {
    expect(reopenRequest(sent, 'another')).toBe(sent);
    expect(removeAcknowledgedRequest(sent, 'another')).toBe(sent);
    expect(removeAcknowledgedRequest(sent, 'first')).toEqual(empty);
    expect(reopenRequest(typed, 'first')).toBe(typed);
  });

  it('becomes one request under a key, without the held fields', () => {
    const two = applyTyped(typed, { field: 'comment', value: 'Good.', was: null });
    expect(startRequest(two, { key: 'second', held: new Set(['comment']) })).toMatchObject({
      sent: { fields: { exam_mark: 50 }, was: { exam_mark: null }, key: 'second' },
      open: { fields: { comment: 'Good.' }, was: { comment: null } },
    });
    expect(startRequest(sent, { key: 'second', held: new Set() })).toBe(sent);
    expect(startRequest(typed, { key: 'second', held: new Set(['exam_mark']) })).toBe(typed);
  });

  it('counts values in flight as seen', () => {
    expect(applyTyped(sent, { field: 'exam_mark', value: 60, was: null }).open).toEqual({
      fields: { exam_mark: 60 },
      was: { exam_mark: 50 },
    });
  });

  it('sees the value in flight after the changes of a closed page came twice', () => {
    const changes = [
      { field: 'exam_mark', value: 50, was: null },
      { field: 'exam_mark', value: 60, was: 50 },
    ];
    const once = changes.slice(1).reduce(applyTyped, sent);
    expect(changes.reduce(applyTyped, once).open).toEqual({ fields: { exam_mark: 60 }, was: { exam_mark: 50 } });
  });

  it('ignores an unchanged value, and keeps one that was typed back to the first', () => {
    expect(applyTyped(empty, { field: 'exam_mark', value: 50, was: 50 })).toBe(empty);
    expect(applyTyped(sent, { field: 'exam_mark', value: 50, was: null })).toBe(sent);
    // Named as what the user saw is the value in its place: a save of what was seen would be none.
    expect(applyTyped(typed, { field: 'exam_mark', value: null, was: 50 }).open).toEqual({
      fields: { exam_mark: null },
      was: { exam_mark: 50 },
    });
  });

  it('keeps the user’s value with the other’s as seen, or discards it', () => {
    expect(resolveConflictWithTyped(typed, { field: 'exam_mark', theirs: 45 }).open.was).toEqual({ exam_mark: 45 });
    expect(resolveConflictWithTyped(typed, { field: 'late', theirs: 45 })).toBe(typed);
    expect(dropField(applyTyped(typed, { field: 'late', value: 1, was: null }), 'exam_mark').open).toEqual({
      fields: { late: 1 },
      was: { late: null },
    });
  });
});
