import { inspect } from 'node:util';

/** What the device has of kept lists: how many, and everything as one text, bytes in Latin-1. `change` replaces each list. */
export async function storedLists(change?: (entry: unknown) => unknown): Promise<{ entries: number; text: string }> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('formroom.lists');
    opening.onupgradeneeded = () => opening.result.createObjectStore('lists');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const store = database.transaction('lists', 'readwrite').objectStore('lists');
  const [keys, values] = [store.getAllKeys(), store.getAll()];
  await new Promise<void>((resolve, reject) => {
    store.transaction.oncomplete = () => resolve();
    store.transaction.onerror = () => reject(store.transaction.error);
    values.onsuccess = () => {
      if (!change) return;
      for (const [index, key] of keys.result.entries())
        if (key !== 'state') store.put(change(values.result[index]), key);
    };
  });
  database.close();
  const lists = keys.result.filter((key) => key !== 'state');
  return { entries: lists.length, text: [...keys.result, ...values.result].map(textOf).join('\n') };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(
          ([name, part]) =>
            `${name} ${part instanceof ArrayBuffer ? Buffer.from(part).toString('latin1') : inspect(part)}`,
        )
        .join(' ')
    : String(value);
