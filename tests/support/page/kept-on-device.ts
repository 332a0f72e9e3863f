import type { Page } from 'playwright-core';
import { createDeviceCipher } from '../../../web/outbox/device/device-cipher.ts';

interface StoredValue {
  /** The second part of its key: the name of a record, or the page of a draft. */
  name: string;
  isDraft: boolean;
  bytes: number[];
}

/** The keys of pages whose session may have ended since. */
const keys = new WeakMap<Page, string>();

/**
 * What a browser keeps of typing: records and drafts, decrypted with the key that the server answers to the page's
 * user, and all of it as text as it lies there. A page that was signed out is read with the key that it had when this
 * was called last. Throws where something is stored and no key is known: it would look like nothing.
 */
export async function readOutbox(page: Page): Promise<{ records: unknown[]; drafts: unknown[]; raw: string }> {
  const { key, stored } = await page.evaluate(
    () =>
      new Promise<{ key: string | undefined; stored: StoredValue[] }>((resolve, reject) => {
        const keyOf = async (path: string) => {
          const answer = await fetch(path);
          return answer.ok ? ((await answer.json()) as { outbox_key?: string }).outbox_key : undefined;
        };
        const opening = indexedDB.open('formroom.encrypted-outbox');
        // A page that has typed nothing yet has no database, and makes its own.
        opening.onupgradeneeded = () => opening.result.createObjectStore('waiting');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const store = opening.result.transaction('waiting').objectStore('waiting');
          const [names, values] = [store.getAllKeys(), store.getAll()];
          values.onsuccess = async () => {
            opening.result.close();
            const stored = (names.result as unknown as [string, string][]).map(([owner, name], index) => ({
              name,
              isDraft: owner.startsWith('draft of '),
              bytes: Array.from(values.result[index] as Uint8Array),
            }));
            resolve({ key: (await keyOf('/api/user-employee')) ?? (await keyOf('/api/admin-permissions')), stored });
          };
        };
      }),
  );
  if (key !== undefined) keys.set(page, key);
  const known = keys.get(page);
  if (known === undefined && stored.length > 0)
    throw new Error('The outbox was not read while its user was signed in.');
  const cipher = known === undefined ? undefined : createDeviceCipher(known);
  const read = (wanted: boolean) =>
    stored
      .filter(({ isDraft }) => isDraft === wanted)
      .flatMap(
        ({ name, isDraft, bytes }) =>
          cipher?.decrypt(Uint8Array.from(bytes), isDraft ? `draft of ${name}` : name) ?? [],
      )
      .map(({ value }) => value);
  const raw = stored.map(({ name, bytes }) => name + Buffer.from(bytes).toString('latin1')).join('\n');
  return { records: read(false), drafts: read(true), raw };
}

/**
 * Everything that the browser keeps of this page's origin: all databases, storages, caches, cookies, and the page's
 * history entry. Bytes are Latin-1.
 */
export async function readDevice(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const textOf = (value: unknown): string => {
      if (value instanceof ArrayBuffer)
        return Array.from(new Uint8Array(value), (byte) => String.fromCharCode(byte)).join('');
      if (ArrayBuffer.isView(value)) return textOf(value.buffer.slice());
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([name, part]) => `${name} ${textOf(part)}`)
        .join('\n');
    };
    const texts = [{ ...localStorage }, { ...sessionStorage }, history.state, window.name].map(textOf);
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        texts.push(textOf([name, ...(await Promise.all([finished(store.getAllKeys()), finished(store.getAll())]))]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
  return `${kept}\n${JSON.stringify(await page.context().cookies())}`;
}
