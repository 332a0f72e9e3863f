import { createStore, promisifyRequest } from 'idb-keyval';
import { applyTyped, createPendingRecord, type PendingRecord, type TypedChange } from '../pending-record.ts';
import type { DeviceCipher } from './device-cipher.ts';
import { isTypedChange, parsePendingRecord, toUnreadableChange } from './parse-stored.ts';

interface DraftPlace {
  user: string;
  page: string;
}

export interface StoredDraft {
  page: string;
  take: TypedChange;
}

/** Storage of pending records on the device, by user and record. */
export interface OutboxStorage {
  /** Every pending record of a user. */
  all: (user: string) => Promise<PendingRecord[]>;
  /**
   * Changes one record in a transaction that excludes other tabs, and returns what is stored then; undefined for
   * nothing. With `draft`, a page's draft is deleted in the same transaction; `hadDraft` says whether there was one.
   */
  update: (
    place: { user: string; id: string },
    change: (stored: PendingRecord | undefined, hadDraft: boolean) => PendingRecord | undefined,
    draft?: string,
  ) => Promise<PendingRecord | undefined>;
  /** Stores the draft of a page; null deletes it. */
  keepDraft: (place: DraftPlace, take: TypedChange | null) => Promise<void>;
  /** The last drafts of the user's pages. */
  drafts: (user: string) => Promise<StoredDraft[]>;
  clear: (user: string) => Promise<void>;
}

/** What nobody decrypts shows under ids of this kind, followed by the name under which it is stored. */
const undecryptable = 'undecryptable/';

/**
 * Stores as {@link deviceStorage}; without a cipher, or where a browser refuses its database, in memory: values still
 * reach the server from this tab.
 */
export function createBrowserStorage(cipher: DeviceCipher | undefined): OutboxStorage {
  const memory = createMemoryStorage();
  if (!cipher) return memory;
  const device = deviceStorage(cipher);
  /** Some browsers throw at the first access, others reject. */
  const orMemory = async <T>(act: (storage: OutboxStorage) => Promise<T>): Promise<T> => {
    try {
      return await act(device);
    } catch {
      return act(memory);
    }
  };
  return {
    all: (user) => orMemory((storage) => storage.all(user)),
    update: (place, change, draft) => orMemory((storage) => storage.update(place, change, draft)),
    keepDraft: (place, take) => orMemory((storage) => storage.keepDraft(place, take)),
    drafts: (user) => orMemory((storage) => storage.drafts(user)),
    clear: (user) => orMemory((storage) => storage.clear(user)),
  };
}

/**
 * Stores in IndexedDB, encrypted. What another key encrypted, or what is damaged, is shown as such and stays until the
 * user discards it. Throws where the browser refuses.
 */
export function deviceStorage(cipher: DeviceCipher): OutboxStorage {
  const objects = createStore('formroom.encrypted-outbox', 'waiting');
  const ofUser = (user: string) => IDBKeyRange.bound([user], [user, []]);
  const draftKey = ({ user, page }: DraftPlace) => [`draft of ${user}`, page];
  const draftsOf = (user: string) => IDBKeyRange.bound([`draft of ${user}`], [`draft of ${user}`, []]);
  /** Everything in a range, by the second part of its key. */
  const entries = (range: IDBKeyRange): Promise<[string, unknown][]> =>
    objects('readonly', async (store) => {
      const keys = store.getAllKeys(range);
      const values = store.getAll(range);
      await promisifyRequest(store.transaction);
      return keys.result.map((key, index) => [Array.isArray(key) ? String(key[1]) : '', values.result[index]]);
    });
  const update: OutboxStorage['update'] = ({ user, id }, change, draft) =>
    objects('readwrite', async (store) => {
      const lockedName = id.startsWith(undecryptable) ? id.slice(undecryptable.length) : undefined;
      const name = lockedName ?? cipher.encryptName(id);
      const ofDraft = draft === undefined ? undefined : draftKey({ user, page: draft });
      const kept = ofDraft && store.get(ofDraft);
      const stored = store.get([user, name]);
      let next: PendingRecord | undefined;
      stored.onsuccess = () => {
        const found = stored.result === undefined ? undefined : cipher.decrypt(stored.result, name);
        const waiting = found === null ? lockedRecord(lockedName) : parsePendingRecord(found?.value);
        if (found === null && lockedName === undefined) store.put(stored.result, [user, crypto.randomUUID()]);
        if (found && !waiting) {
          const { target, typed } = toUnreadableChange(id, found.value);
          const other = cipher.encryptName(target.id);
          store.put(cipher.encrypt(typed.reduce(applyTyped, createPendingRecord(target)), other), [user, other]);
        }
        next = change(waiting, kept?.result !== undefined);
        if (ofDraft) store.delete(ofDraft);
        if (!next) store.delete([user, name]);
        else if (lockedName === undefined) store.put(cipher.encrypt(next, name), [user, name]);
      };
      await promisifyRequest(store.transaction);
      return next;
    });
  return {
    all: async (user) => {
      const read = async () =>
        (await entries(ofUser(user))).map(([name, stored]) => {
          const found = cipher.decrypt(stored, name);
          return { name, waiting: found ? parsePendingRecord(found.value) : lockedRecord(name) };
        });
      const kept = await read();
      const unreadable = kept.filter(({ waiting }) => !waiting);
      for (const { name } of unreadable)
        await update({ user, id: cipher.decryptName(name) ?? name }, (stored) => stored);
      const all = (unreadable.length > 0 ? await read() : kept).flatMap(({ waiting }) => waiting ?? []);
      return all.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    update,
    keepDraft: ({ user, page }, take) =>
      objects('readwrite', (store) => {
        const key = draftKey({ user, page });
        if (take) store.put(cipher.encrypt({ page, take } satisfies StoredDraft, placeOfDraft(page)), key);
        else store.delete(key);
        return promisifyRequest<void>(store.transaction);
      }),
    drafts: async (user) =>
      (await entries(draftsOf(user))).flatMap(([page, stored]) => {
        const kept = cipher.decrypt(stored, placeOfDraft(page));
        return kept ? { page, take: takeOf(kept.value) ?? toUnreadableChange(page, kept.value) } : [];
      }),
    clear: (user) =>
      objects('readwrite', (store) => {
        store.delete(ofUser(user));
        store.delete(draftsOf(user));
        return promisifyRequest<void>(store.transaction);
      }),
  };
}

const placeOfDraft = (page: string): string => `draft of ${page}`;

const takeOf = (draft: unknown): TypedChange | undefined =>
  typeof draft === 'object' && draft !== null && 'take' in draft && isTypedChange(draft.take) ? draft.take : undefined;

/** What shows for a stored record that cannot be decrypted; it is never stored. Undefined without its name. */
function lockedRecord(name: string | undefined): PendingRecord | undefined {
  if (name === undefined) return undefined;
  const { target, typed } = toUnreadableChange(name, 'Encrypted with a key that is no longer there');
  return typed.reduce(applyTyped, createPendingRecord({ ...target, id: `${undecryptable}${name}` }));
}

/** Stores in this page's memory. */
export function createMemoryStorage(): OutboxStorage {
  const users = new Map<string, Map<string, PendingRecord>>();
  const drafts = new Map<string, Map<string, StoredDraft>>();
  return {
    all: async (user) => [...(users.get(user)?.values() ?? [])],
    update: async ({ user, id }, change, draft) => {
      const stored = users.get(user) ?? new Map<string, PendingRecord>();
      users.set(user, stored);
      const next = change(stored.get(id), draft !== undefined && drafts.get(user)?.delete(draft) === true);
      if (next) stored.set(id, next);
      else stored.delete(id);
      return next;
    },
    keepDraft: async ({ user, page }, take) => {
      const ofUser = drafts.get(user) ?? new Map<string, StoredDraft>();
      drafts.set(user, ofUser);
      if (take) ofUser.set(page, { page, take });
      else ofUser.delete(page);
    },
    drafts: async (user) => [...(drafts.get(user)?.values() ?? [])],
    clear: async (user) => {
      users.delete(user);
      drafts.delete(user);
    },
  };
}
