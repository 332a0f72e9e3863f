import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserStorage, createMemoryStorage, type OutboxStorage } from '../../../web/outbox/device/storage.ts';
import { createPendingRecord, type PendingRecord, type TypedChange } from '../../../web/outbox/pending-record.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  return () => vi.unstubAllGlobals();
});

const target = (id: string) => ({ save: 'marks', record: { row: id }, id, about: id });
const waiting = (id: string, value = 57): PendingRecord => ({
  ...createPendingRecord(target(id)),
  open: { fields: { exam_mark: value }, was: { exam_mark: null } },
});
const take = (id: string, value = 57): TypedChange => ({
  target: target(id),
  typed: [{ field: 'exam_mark', value, was: null }],
});

/** Writes into the device's store what no page of today writes. */
async function damage(key: IDBValidKey, kept: unknown): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('formroom.outbox');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('waiting', 'readwrite');
      transaction.objectStore('waiting').put(kept, key);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

const kinds: [string, () => OutboxStorage][] = [
  ['in the browser', createBrowserStorage],
  ['in memory', createMemoryStorage],
  [
    'of a browser that refuses its database',
    () => {
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
      return createBrowserStorage();
    },
  ],
];

describe.each(kinds)('storage %s', (_where, open) => {
  it('has what waits for a user, by record, and nothing of anybody else', async () => {
    const storage = open();
    expect(await storage.all('T1')).toEqual([]);
    for (const [user, id] of [
      ['T1', 'ali'],
      ['T1', 'bo'],
      ['T2', 'ali'],
    ] as const) {
      expect(await storage.update({ user, id }, () => waiting(id))).toEqual(waiting(id));
    }
    expect((await storage.all('T1')).map(({ id }) => id)).toEqual(['ali', 'bo']);
    await storage.clear('T1');
    expect([await storage.all('T1'), (await storage.all('T2')).length]).toEqual([[], 1]);
  });

  it('gives a change what is stored, and forgets what no longer waits', async () => {
    const storage = open();
    const place = { user: 'T1', id: 'ali' };
    await storage.update(place, () => waiting('ali'));
    const seen: unknown[] = [];
    await storage.update(place, (stored, hadDraft) => {
      seen.push(stored, hadDraft);
      return waiting('ali', 58);
    });
    expect(seen).toEqual([waiting('ali'), false]);
    expect(await storage.all('T1')).toEqual([waiting('ali', 58)]);
    expect(await storage.update(place, () => undefined)).toBeUndefined();
    expect(await storage.all('T1')).toEqual([]);
  });

  it('loses none of several changes that are asked for at once', async () => {
    const storage = open();
    const add = (stored: PendingRecord | undefined) => {
      const before = stored?.open.fields.exam_mark;
      return waiting('ali', typeof before === 'number' ? before + 1 : 1);
    };
    await Promise.all(Array.from({ length: 10 }, () => storage.update({ user: 'T1', id: 'ali' }, add)));
    expect(await storage.all('T1')).toEqual([waiting('ali', 10)]);
  });

  it('keeps one draft a page, apart from what waits, until it is none', async () => {
    const storage = open();
    await storage.keepDraft({ user: 'T1', page: 'P1' }, take('ali'));
    await storage.keepDraft({ user: 'T1', page: 'P1' }, take('ali', 58));
    await storage.keepDraft({ user: 'T1', page: 'P2' }, take('bo'));
    await storage.keepDraft({ user: 'T2', page: 'P3' }, take('cy'));
    expect(await storage.drafts('T1')).toEqual([
      { page: 'P1', take: take('ali', 58) },
      { page: 'P2', take: take('bo') },
    ]);
    expect(await storage.all('T1')).toEqual([]);
    await storage.keepDraft({ user: 'T1', page: 'P1' }, null);
    expect((await storage.drafts('T1')).map(({ page }) => page)).toEqual(['P2']);
    await storage.clear('T1');
    expect([await storage.drafts('T1'), (await storage.drafts('T2')).length]).toEqual([[], 1]);
  });

  it('forgets a draft with the change that takes it, and says whether there was one', async () => {
    const storage = open();
    await storage.keepDraft({ user: 'T1', page: 'P1' }, take('ali'));
    await storage.keepDraft({ user: 'T1', page: 'P2' }, take('ali'));
    const had: boolean[] = [];
    for (const draft of ['P1', 'P1', undefined]) {
      await storage.update(
        { user: 'T1', id: 'ali' },
        (_stored, hadDraft) => {
          had.push(hadDraft);
          return waiting('ali');
        },
        draft,
      );
    }
    expect(had).toEqual([true, false, false]);
    expect((await storage.drafts('T1')).map(({ page }) => page)).toEqual(['P2']);
  });
});

describe('what the browser kept and nobody can read', () => {
  const text = '{"save":"marks","marks":"41 for Bo"}';
  const shown = { id: 'unreadable/damaged', open: { fields: { 'what was kept': text } } };

  it('waits as text, once, beside what can be read', async () => {
    const storage = createBrowserStorage();
    await storage.update({ user: 'T1', id: 'ali' }, () => waiting('ali'));
    await damage(['T1', 'damaged'], { save: 'marks', marks: '41 for Bo' });
    expect(await storage.all('T1')).toMatchObject([waiting('ali'), shown]);
    expect(await storage.all('T1')).toMatchObject([waiting('ali'), shown]);
  });

  it('makes room for what is typed in its place', async () => {
    const storage = createBrowserStorage();
    await storage.all('T1');
    await damage(['T1', 'damaged'], { save: 'marks', marks: '41 for Bo' });
    await storage.update({ user: 'T1', id: 'damaged' }, (stored) => stored ?? waiting('damaged'));
    expect(await storage.all('T1')).toMatchObject([waiting('damaged'), shown]);
  });

  it('is a draft as text, under the name of its page', async () => {
    const storage = createBrowserStorage();
    await storage.drafts('T1');
    await damage(['draft of T1', 'gone'], { page: 'gone', take: '42 for Cy' });
    await damage(['draft of T1', 'nothing'], null);
    await damage(['draft of T1', 'text'], 'half');
    const drafts = await storage.drafts('T1');
    expect(drafts.map(({ page, take: { target, typed } }) => [page, target.id, typed[0]?.value])).toEqual([
      ['gone', 'unreadable/gone', '{"page":"gone","take":"42 for Cy"}'],
      ['nothing', 'unreadable/nothing', 'null'],
      ['text', 'unreadable/text', 'half'],
    ]);
  });
});
