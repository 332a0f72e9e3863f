import { createStore, promisifyRequest } from 'idb-keyval';
import { type Take, type as takeTyped, type Waiting, waitingFor } from '../waiting.ts';
import { isTake, readWaiting, unreadableTake } from './kept.ts';

interface DraftPlace {
  user: string;
  page: string;
}

export interface Draft {
  page: string;
  take: Take;
}

/** Where typed values wait on the device, by user and record. */
export interface OutboxStorage {
  /** Everything that waits for a user. */
  all: (user: string) => Promise<Waiting[]>;
  /**
   * Changes one record in one transaction, alone among all tabs; undefined: nothing waits. Gives what is stored then. With
   * `draft`, a page's draft is forgotten in the same transaction; `hadDraft` says whether there was one.
   */
  update: (
    place: { user: string; id: string },
    change: (stored: Waiting | undefined, hadDraft: boolean) => Waiting | undefined,
    draft?: string,
  ) => Promise<Waiting | undefined>;
  /** What is in a field that a page's user is typing into; null: nothing. */
  keepDraft: (place: DraftPlace, take: Take | null) => Promise<void>;
  /** What pages of the user were typing when they were last heard of. */
  drafts: (user: string) => Promise<Draft[]>;
  clear: (user: string) => Promise<void>;
}

/** In the browser's IndexedDB. Where a browser refuses it, values wait in memory: they still reach the server, from this tab. */
export function browserStorage(): OutboxStorage {
  const objects = createStore('formroom.outbox', 'waiting');
  const ofUser = (user: string) => IDBKeyRange.bound([user], [user, []]);
  const draftKey = ({ user, page }: DraftPlace) => [`draft of ${user}`, page];
  const draftsOf = (user: string) => IDBKeyRange.bound([`draft of ${user}`], [`draft of ${user}`, []]);
  const memory = memoryStorage();
  /** Some browsers throw at the first touch, others reject. */
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
          let next: Waiting | undefined;
          stored.onsuccess = () => {
            const waiting = readWaiting(stored.result);
            if (stored.result !== undefined && !waiting) setAside(store, place, stored.result);
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
          const unreadable = kept.filter(([, waiting]) => !readWaiting(waiting));
          for (const [id] of unreadable) await update({ user, id }, (stored) => stored);
          const all = unreadable.length > 0 ? await entries(ofUser(user)) : kept;
          return all.flatMap(([, waiting]) => readWaiting(waiting) ?? []);
        },
        () => memory.all(user),
      ),
    update,
    keepDraft: (place, take) =>
      orMemory(
        () =>
          objects('readwrite', (store) => {
            if (take) store.put({ page: place.page, take } satisfies Draft, draftKey(place));
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
            take: takeOf(kept) ?? unreadableTake(page, kept),
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

const takeOf = (draft: unknown): Take | undefined =>
  typeof draft === 'object' && draft !== null && 'take' in draft && isTake(draft.take) ? draft.take : undefined;

/** In place of what nobody can read waits its text, until the user has seen it. */
function setAside(store: IDBObjectStore, { user, id }: { user: string; id: string }, kept: unknown): void {
  const { target, typed } = unreadableTake(id, kept);
  store.put(typed.reduce(takeTyped, waitingFor(target)), [user, target.id]);
}

/** In this page's memory alone. */
export function memoryStorage(): OutboxStorage {
  const users = new Map<string, Map<string, Waiting>>();
  const drafts = new Map<string, Map<string, Draft>>();
  return {
    all: async (user) => [...(users.get(user)?.values() ?? [])],
    update: async ({ user, id }, change, draft) => {
      const stored = users.get(user) ?? new Map<string, Waiting>();
      users.set(user, stored);
      const next = change(stored.get(id), draft !== undefined && drafts.get(user)?.delete(draft) === true);
      if (next) stored.set(id, next);
      else stored.delete(id);
      return next;
    },
    keepDraft: async ({ user, page }, take) => {
      const ofUser = drafts.get(user) ?? new Map<string, Draft>();
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
