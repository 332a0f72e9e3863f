import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeviceCipher } from '../../../web/outbox/device/device-cipher.ts';
import { deviceStorage } from '../../../web/outbox/device/storage.ts';
import { mergeEarlier, takeOverUnencrypted } from '../../../web/outbox/device/take-over.ts';
import { createPendingRecord, type PendingRecord } from '../../../web/outbox/pending-record.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  return () => vi.unstubAllGlobals();
});

const cipher = createDeviceCipher('own-key'.padEnd(43, 'A'));
const target = { save: 'marks', record: { row: 'ali' }, id: 'ali', about: 'Ali' };
const place = { user: 'T1', id: 'ali' };
const record = (fields: Record<string, number>, was: Record<string, number | null>): PendingRecord => ({
  ...createPendingRecord(target),
  open: { fields, was },
});
const take = { target, typed: [{ field: 'exam_mark', value: 57, was: null }] };
const isPageOpen = async (page: string) => page === 'open';

/** The storage of an earlier version, and that of today. */
const storages = () => ({ from: deviceStorage(), to: deviceStorage(cipher) });
const move = (to = deviceStorage(cipher)) => takeOverUnencrypted({ user: 'T1', to, isPageOpen });

describe('what an earlier version of the site kept unencrypted', () => {
  it('is moved once with its drafts, but for the draft of a page that is still open, and for other users', async () => {
    const { from, to } = storages();
    const sent = { ...record({}, {}), sent: { key: 'K1', fields: { exam_mark: 57 }, was: { exam_mark: null } } };
    await from.update(place, () => sent);
    await from.update({ ...place, user: 'T2' }, () => sent);
    for (const page of ['open', 'gone']) await from.keepDraft({ user: 'T1', page }, take);
    expect(await move()).toBe(true);
    // Under its key: the request may have arrived.
    expect([await to.all('T1'), await from.all('T1'), await from.all('T2')]).toEqual([[sent], [], [sent]]);
    expect([
      (await to.drafts('T1')).map(({ page }) => page),
      (await from.drafts('T1')).map(({ page }) => page),
    ]).toEqual([['gone'], ['open']]);
    expect(await move()).toBe(false);
  });

  it('stays where it cannot be stored encrypted', async () => {
    const { from, to } = storages();
    await from.update(place, () => record({ exam_mark: 57 }, { exam_mark: null }));
    await from.keepDraft({ user: 'T1', page: 'gone' }, take);
    const full = () => Promise.reject(new DOMException('No space', 'QuotaExceededError'));
    await expect(move({ ...to, update: full })).rejects.toThrow('No space');
    expect((await from.all('T1')).map(({ open }) => open.fields)).toEqual([{ exam_mark: 57 }]);
    await expect(move({ ...to, keepDraft: full })).rejects.toThrow('No space');
    expect((await from.drafts('T1')).map((draft) => draft.take)).toEqual([take]);
    expect(await move()).toBe(true);
    expect([await to.all('T1'), await to.drafts('T1')].map((kept) => kept.length)).toEqual([1, 1]);
  });

  it('stays with a page of that version that changes it meanwhile', async () => {
    const { from, to } = storages();
    await from.update(place, () => record({ exam_mark: 57 }, { exam_mark: null }));
    const slow: typeof to.update = async (...change) => {
      await from.update(place, () => record({ exam_mark: 58 }, { exam_mark: null }));
      return to.update(...change);
    };
    await move({ ...to, update: slow });
    expect((await from.all('T1')).map(({ open }) => open.fields)).toEqual([{ exam_mark: 58 }]);
  });

  it('is replaced by what was typed since in the same field, and is added beside it in another', () => {
    const earlier = {
      ...record({ exam_mark: 58, late: 2 }, { exam_mark: 57, late: null }),
      sent: { key: 'K1', fields: { exam_mark: 57, comment: 'Good' }, was: { exam_mark: null, comment: null } },
      refused: { absent: { typed: 'x', message: 'Not a number.' }, exam_mark: { typed: 'y', message: 'No.' } },
    };
    const merged = mergeEarlier(record({ exam_mark: 60 }, { exam_mark: 50 }), earlier);
    expect(merged.open).toEqual({
      fields: { exam_mark: 60, late: 2, comment: 'Good' },
      was: { exam_mark: 50, late: null, comment: null },
    });
    expect(merged.refused).toEqual({ absent: { typed: 'x', message: 'Not a number.' } });
  });
});
