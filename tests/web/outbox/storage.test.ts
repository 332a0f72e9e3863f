import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeviceCipher } from '../../../web/outbox/device/device-cipher.ts';
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

/** Two accounts' keys. */
const cipherOf = (name: string) => createDeviceCipher(name.repeat(9).padEnd(43, 'A').slice(0, 43));
const [own, other] = [cipherOf('own'), cipherOf('other')];
const encrypted = () => createBrowserStorage(own);

const ofToday = 'formroom.encrypted-outbox';

/** Runs `act` on the device's store, and returns the result of its request. */
async function onDevice<T>(database: string, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onupgradeneeded = () => opening.result.createObjectStore('waiting');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('waiting', 'readwrite');
      const asked = act(transaction.objectStore('waiting'));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(asked.result);
      };
    };
  });
}

/** Writes into the device's store, under the account's key, what no page writes. */
const damageRecord = (id: string, kept: unknown) => {
  const name = own.encryptName(id);
  return onDevice(ofToday, (store) => store.put(own.encrypt(kept, name), ['T1', name]));
};
const damageDraft = (page: string, kept: unknown) =>
  onDevice(ofToday, (store) => store.put(own.encrypt(kept, `draft of ${page}`), ['draft of T1', page]));

const kinds: [string, () => OutboxStorage][] = [
  ['in the browser', encrypted],
  ['in the browser where nobody is signed in', () => createBrowserStorage(undefined)],
  ['in memory', createMemoryStorage],
  [
    'of a browser that refuses its database',
    () => {
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
      return encrypted();
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
    const storage = encrypted();
    await storage.update({ user: 'T1', id: 'ali' }, () => waiting('ali'));
    await damageRecord('damaged', { save: 'marks', marks: '41 for Bo' });
    expect(await storage.all('T1')).toMatchObject([waiting('ali'), shown]);
    expect(await storage.all('T1')).toMatchObject([waiting('ali'), shown]);
  });

  it('makes room for what is typed in its place', async () => {
    const storage = encrypted();
    await storage.all('T1');
    await damageRecord('damaged', { save: 'marks', marks: '41 for Bo' });
    await storage.update({ user: 'T1', id: 'damaged' }, (stored) => stored ?? waiting('damaged'));
    expect(await storage.all('T1')).toMatchObject([waiting('damaged'), shown]);
  });

  it('is a draft as text, under the name of its page', async () => {
    const storage = encrypted();
    await storage.drafts('T1');
    await damageDraft('gone', { page: 'gone', take: '42 for Cy' });
    await damageDraft('nothing', null);
    await damageDraft('text', 'half');
    const drafts = await storage.drafts('T1');
    expect(drafts.map(({ page, take: { target, typed } }) => [page, target.id, typed[0]?.value])).toEqual([
      ['gone', 'unreadable/gone', '{"page":"gone","take":"42 for Cy"}'],
      ['nothing', 'unreadable/nothing', 'null'],
      ['text', 'unreadable/text', 'half'],
    ]);
  });
});

describe('what lies on the device', () => {
  /** Everything there, keys too, as text in which letters would be seen. */
  const everything = async () => {
    const values = await onDevice(ofToday, (store) => store.getAll());
    const keys = await onDevice(ofToday, (store) => store.getAllKeys());
    const bytes = (values as Uint8Array[]).map((one) => Array.from(one, (byte) => String.fromCharCode(byte)).join(''));
    return { count: values.length, text: JSON.stringify([keys, bytes]) };
  };

  it('shows neither values, nor names, nor whose records they are', async () => {
    const storage = encrypted();
    await storage.update({ user: 'T1', id: 'alina-s1' }, () => waiting('alina-s1', 57913));
    await storage.keepDraft({ user: 'T1', page: 'P1' }, take('boris-s2', 57914));
    const { count, text } = await everything();
    expect(count).toBe(2);
    // Long enough that no chance writes them.
    for (const secret of ['alina', 'boris', 'exam_mark', '5791', 'fields']) expect(text).not.toContain(secret);
    // The test sees what is not encrypted.
    await onDevice(ofToday, (store) => store.put(new TextEncoder().encode('exam_mark'), ['T2', 'x']));
    expect((await everything()).text).toContain('exam_mark');
  });

  it('is read by the next page of the account, and by nobody with another key', async () => {
    await encrypted().update({ user: 'T1', id: 'ali' }, () => waiting('ali'));
    expect(await encrypted().all('T1')).toEqual([waiting('ali')]);
    expect(JSON.stringify(await createBrowserStorage(other).all('T1'))).not.toContain('57');
  });
});

describe('what another key encrypted', () => {
  const shown = {
    save: 'unreadable',
    open: { fields: { 'what was kept': expect.stringContaining('no longer there') } },
  };

  it('shows as that, and stays whatever is done with it until it is discarded', async () => {
    await encrypted().update({ user: 'T1', id: 'ali' }, () => waiting('ali'));
    const later = createBrowserStorage(other);
    const [locked] = await later.all('T1');
    expect(locked).toMatchObject(shown);
    const place = { user: 'T1', id: locked?.id ?? '' };
    // As the outbox does when it sends it and is refused.
    expect(await later.update(place, (stored) => stored && { ...stored, about: 'sent' })).toMatchObject(shown);
    // What is typed now has a record of its own.
    await later.update({ user: 'T1', id: 'ali' }, (stored) => stored ?? waiting('ali', 58));
    expect(await encrypted().all('T1')).toContainEqual(waiting('ali'));
    expect(await later.all('T1')).toContainEqual(waiting('ali', 58));

    await later.update(place, () => undefined);
    expect(await later.all('T1')).toEqual([waiting('ali', 58)]);
    expect(await encrypted().all('T1')).toMatchObject([shown]);
  });

  it('is put aside where something else is typed in its place', async () => {
    await encrypted().update({ user: 'T1', id: 'ali' }, () => waiting('ali'));
    const [key] = await onDevice(ofToday, (store) => store.getAllKeys());
    const stored = (await onDevice(ofToday, (store) => store.get(key as IDBValidKey))) as Uint8Array;
    await onDevice(ofToday, (store) => store.put(stored.toReversed(), key));
    await encrypted().update({ user: 'T1', id: 'ali' }, (before) => before ?? waiting('ali', 58));
    const all = await encrypted().all('T1');
    expect(all).toHaveLength(2);
    expect(all).toContainEqual(waiting('ali', 58));
    expect(all.find(({ id }) => id !== 'ali')).toMatchObject(shown);
    const kept = (await onDevice(ofToday, (store) => store.getAll())) as Uint8Array[];
    expect(kept).toContainEqual(stored.toReversed());
  });

  it('is a draft that stays, unread', async () => {
    await encrypted().keepDraft({ user: 'T1', page: 'P1' }, take('ali'));
    expect(await createBrowserStorage(other).drafts('T1')).toEqual([]);
    expect(await encrypted().drafts('T1')).toEqual([{ page: 'P1', take: take('ali') }]);
  });
});
