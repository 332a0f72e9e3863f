import { describe, expect, it } from 'vitest';
import {
  isPageChange,
  isTypedChange,
  parsePendingRecord,
  toUnreadableChange,
} from '../../../web/outbox/device/parse-stored.ts';

const open = { fields: { exam_mark: 41, comment: null }, was: { exam_mark: null, comment: 'Good' } };
const sent = { fields: { late: 2 }, was: { late: 0 }, key: 'key 1' };
const target = {
  save: 'subjectRecord',
  record: { student_id: 'S1', term: 1 },
  id: 'subjectRecord/S1',
  about: 'Ali, Bo',
};

describe('a record that the device has stored', () => {
  it('is parsed with and without a request, and with and without a version', () => {
    for (const kept of [
      { ...target, open, sent: null },
      { ...target, open, sent },
      { ...target, version: 2, open, sent },
    ]) {
      expect(parsePendingRecord(structuredClone(kept))).toEqual(kept);
    }
  });

  it.each([
    ['nothing', null],
    ['a text', 'marks'],
    ['a list', [target]],
    ['no save', { ...target, save: undefined, open, sent: null }],
    ['a save that is no text', { ...target, save: 5, open, sent: null }],
    ['no id', { ...target, id: 7, open, sent: null }],
    ['no name', { ...target, about: null, open, sent: null }],
    ['no record', { ...target, record: 'S1', open, sent: null }],
    ['a record with a blank', { ...target, record: { student_id: null }, open, sent: null }],
    ['a version that is a text', { ...target, version: '2', open, sent: null }],
    ['no typed values', { ...target, sent: null }],
    ['typed values of another kind', { ...target, open: { fields: { exam_mark: { value: 4 } }, was: {} }, sent: null }],
    ['seen values of another kind', { ...target, open: { fields: {}, was: { late: true } }, sent: null }],
    ['no word whether it was sent', { ...target, open }],
    ['a request without a key', { ...target, open, sent: { ...sent, key: undefined } }],
    ['a request without values', { ...target, open, sent: { key: 'key 1' } }],
  ])('is not parsed if it has %s', (_what, kept) => {
    expect(parsePendingRecord(kept)).toBeUndefined();
  });

  it('is parsed by the same rules as a draft or a change of a closed page', () => {
    const take = { target, typed: [{ field: 'late', value: 3, was: null }] };
    expect(isTypedChange(take)).toBe(true);
    expect(isPageChange(take)).toBe(false);
    expect(isPageChange({ ...take, page: 'P1' })).toBe(true);
    expect(isTypedChange({ target, typed: [{ field: 'late', value: 3 }] })).toBe(false);
    expect(isTypedChange({ target, typed: [{ field: 9, value: 3, was: null }] })).toBe(false);
    expect(isTypedChange({ target: { ...target, id: null }, typed: [] })).toBe(false);
    expect(isTypedChange({ target, typed: {} })).toBe(false);
  });

  it('is shown to the user as text if it cannot be parsed, under an id of its own', () => {
    const { target: shown, typed } = toUnreadableChange('subjectRecord/S1', { exam: [41] });
    expect(shown.id).toBe('unreadable/subjectRecord/S1');
    expect(typed).toEqual([{ field: 'what was kept', value: '{"exam":[41]}', was: null }]);
    expect(toUnreadableChange('x', 'half a te').typed[0]?.value).toBe('half a te');
    const endless: { self?: unknown } = {};
    endless.self = endless;
    expect(toUnreadableChange('x', endless).typed[0]?.value).toBe('[object Object]');
  });
});
