import { createStore, promisifyRequest } from 'idb-keyval';
import type { Waiting } from './waiting.ts';

/** Where typed values wait on the device, by user and record. */
export interface OutboxStorage {
  /** Everything that waits for a user. */
  all: (user: string) => Promise<Waiting[]>;
  /** Changes one record in one transaction, alone among all tabs; undefined: nothing waits. Gives what is stored then. */
  update: (
    place: { user: string; id: string },
    change: (stored: Waiting | undefined) => Waiting | undefined,
  ) => Promise<Waiting | undefined>;
  clear: (user: string) => Promise<void>;
}

/** In the browser's IndexedDB. Where a browser refuses it, values wait in memory: they still reach the server, from this tab. */
export function browserStorage(): OutboxStorage {
  const objects = createStore('formroom.outbox', 'waiting');
  const ofUser = (user: string) => IDBKeyRange.bound([user], [user, []]);
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
    update: (place, change) =>
      orMemory(
        () =>
          objects('readwrite', async (store) => {
            const key = [place.user, place.id];
            const stored = store.get(key);
            let next: Waiting | undefined;
            stored.onsuccess = () => {
              next = change(stored.result as Waiting | undefined);
              if (next) store.put(next, key);
              else store.delete(key);
            };
            await promisifyRequest(store.transaction);
            return next;
          }),
        () => memory.update(place, change),
      ),
    clear: (user) =>
      orMemory(
        () =>
          objects('readwrite', (store) => {
            store.delete(ofUser(user));
            return promisifyRequest<void>(store.transaction);
          }),
        () => memory.clear(user),
      ),
  };
}

/** In this page's memory alone. */
export function memoryStorage(): OutboxStorage {
  const users = new Map<string, Map<string, Waiting>>();
  return {
    all: async (user) => [...(users.get(user)?.values() ?? [])],
    update: async ({ user, id }, change) => {
      const stored = users.get(user) ?? new Map<string, Waiting>();
      users.set(user, stored);
      const next = change(stored.get(id));
      if (next) stored.set(id, next);
      else stored.delete(id);
      return next;
    },
    clear: async (user) => void users.delete(user),
  };
}
