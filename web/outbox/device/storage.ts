import { createStore, promisifyRequest } from 'idb-keyval';
import { applyTyped, createPendingRecord, type PendingRecord, type TypedChange } from '../pending-record.ts';
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
   * Changes one record in a transaction that excludes other tabs, and returns what is stored then; undefined for nothing. With
   * `draft`, a page's draft is deleted in the same transaction; `hadDraft` says whether there was one.
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

/** Stores in IndexedDB; where a browser refuses it, in memory: values still reach the server from this tab. */
export function createBrowserStorage(): OutboxStorage {
  const objects = createStore('formroom.outbox', 'waiting');
  const ofUser = (user: string) => IDBKeyRange.bound([user], [user, []]);
  const draftKey = ({ user, page }: DraftPlace) => [`draft of ${user}`, page];
  const draftsOf = (user: string) => IDBKeyRange.bound([`draft of ${user}`], [`draft of ${user}`, []]);
  const memory = createMemoryStorage();
  /** Some browsers throw at the first access, others reject. */
  const orMemory = async <T>(stored: () => Promise<T>, remembered: () => Promise<T>): Promise<T> => {
    try {
      return await stored();
    } catch {
      return remembered();
    }
  };
  /** Everything in a range, by the second part of its key. */
  const entries = (range: IDBKeyRange): Promise<[string, unknown][]> =>
    objects('readonly', async (store) => {
      const keys = store.getAllKeys(range);
      const values = store.getAll(range);
      await promisifyRequest(store.transaction);
      return keys.result.map((key, index) => [Array.isArray(key) ? String(key[1]) : '', values.result[index]]);
    });
  const update = (
    place: { user: string; id: string },
    change: Parameters<OutboxStorage['update']>[1],
    draft?: string,
  ) =>
    orMemory(
      () =>
        objects('readwrite', async (store) => {
          const key = [place.user, place.id];
          const ofDraft = draft === undefined ? undefined : draftKey({ user: place.user, page: draft });
          const kept = ofDraft && store.get(ofDraft);
          const stored = store.get(key);
          let next: PendingRecord | undefined;
          stored.onsuccess = () => {
            const waiting = parsePendingRecord(stored.result);
            if (stored.result !== undefined && !waiting) storeUnreadable(store, place, stored.result);
            next = change(waiting, kept?.result !== undefined);
            if (ofDraft) store.delete(ofDraft);
            if (next) store.put(next, key);
            else store.delete(key);
          };
          await promisifyRequest(store.transaction);
          return next;
        }),
      () => memory.update(place, change, draft),
    );
  return {
    all: (user) =>
      orMemory(
        async () => {
          const kept = await entries(ofUser(user));
          const unreadable = kept.filter(([, waiting]) => !parsePendingRecord(waiting));
          for (const [id] of unreadable) await update({ user, id }, (stored) => stored);
          const all = unreadable.length > 0 ? await entries(ofUser(user)) : kept;
          return all.flatMap(([, waiting]) => parsePendingRecord(waiting) ?? []);
        },
        () => memory.all(user),
      ),
    update,
    keepDraft: (place, take) =>
      orMemory(
        () =>
          objects('readwrite', (store) => {
            if (take) store.put({ page: place.page, take } satisfies StoredDraft, draftKey(place));
            else store.delete(draftKey(place));
            return promisifyRequest<void>(store.transaction);
          }),
        () => memory.keepDraft(place, take),
      ),
    drafts: (user) =>
      orMemory(
        async () =>
          (await entries(draftsOf(user))).map(([page, kept]) => ({
            page,
            take: takeOf(kept) ?? toUnreadableChange(page, kept),
          })),
        () => memory.drafts(user),
      ),
    clear: (user) =>
      orMemory(
        () =>
          objects('readwrite', (store) => {
            store.delete(ofUser(user));
            store.delete(draftsOf(user));
            return promisifyRequest<void>(store.transaction);
          }),
        () => memory.clear(user),
      ),
  };
}

const takeOf = (draft: unknown): TypedChange | undefined =>
  typeof draft === 'object' && draft !== null && 'take' in draft && isTypedChange(draft.take) ? draft.take : undefined;

/** Replaces an unreadable record by its text, which the user sees in the list of unsaved values. */
function storeUnreadable(store: IDBObjectStore, { user, id }: { user: string; id: string }, kept: unknown): void {
  const { target, typed } = toUnreadableChange(id, kept);
  store.put(typed.reduce(applyTyped, createPendingRecord(target)), [user, target.id]);
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
