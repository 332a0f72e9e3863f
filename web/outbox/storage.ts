import { createStore, promisifyRequest } from 'idb-keyval';
import type { Take } from './last-moment.ts';
import type { Waiting } from './waiting.ts';

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
  // Some browsers throw where others reject, so the attempt is made in here.
  /** Some browsers throw at the first touch, others reject. */
  const orMemory = async <T>(stored: () => Promise<T>, remembered: () => Promise<T>): Promise<T> => {
    try {
      return await stored();
    } catch {
      return remembered();
    }
  };
  return {
    all: (user) =>
      orMemory(
        () => objects('readonly', (store) => promisifyRequest<Waiting[]>(store.getAll(ofUser(user)))),
        () => memory.all(user),
      ),
    update: (place, change, draft) =>
      orMemory(
        () =>
          objects('readwrite', async (store) => {
            const key = [place.user, place.id];
            const ofDraft = draft === undefined ? undefined : draftKey({ user: place.user, page: draft });
            const kept = ofDraft && store.get(ofDraft);
            const stored = store.get(key);
            let next: Waiting | undefined;
            stored.onsuccess = () => {
              next = change(stored.result as Waiting | undefined, kept?.result !== undefined);
              if (ofDraft) store.delete(ofDraft);
              if (next) store.put(next, key);
              else store.delete(key);
            };
            await promisifyRequest(store.transaction);
            return next;
          }),
        () => memory.update(place, change, draft),
      ),
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
        () => objects('readonly', (store) => promisifyRequest<Draft[]>(store.getAll(draftsOf(user)))),
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
