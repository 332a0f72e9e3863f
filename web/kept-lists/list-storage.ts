import { createStore, promisifyRequest } from 'idb-keyval';
import { type AdminSession, currentSession } from '../session/session.ts';

/** A list as the server answered it. */
export interface KeptList {
  data: unknown;
  /** Its entity tag. */
  tag: string;
  /** Milliseconds since 1970. */
  readAt: number;
}

/** What a list of this device is read with: the list, if it is kept, and the state of the storage, for {@link keepList}. */
export interface KeptListReading {
  list: KeptList | undefined;
  /** Another one after each change that a page of this browser sends. */
  state: string;
}

interface Encrypted {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** Whose lists the storage has. */
interface StorageState {
  owner: string;
  state: string;
}

const stateKey = 'state';
const objects = createStoreOnce();

/**
 * The list of this name that an earlier page of the session kept; undefined where nothing can be kept. Lists of another session, or of another build of
 * the site, are deleted: another session's key does not decrypt them.
 */
export async function readKeptList(name: string): Promise<KeptListReading | undefined> {
  const session = adminSession();
  if (!session) return undefined;
  try {
    const [owner, entry] = await Promise.all([ownerOf(session), nameOf(session, name)]);
    let state = newState(owner);
    const kept = await objects()('readwrite', async (store) => {
      const [known, found] = [store.get(stateKey), store.get(entry)];
      found.onsuccess = () => {
        const stored = known.result as StorageState | undefined;
        if (stored?.owner === owner) state = stored;
        else {
          store.clear();
          store.put(state, stateKey);
        }
      };
      await promisifyRequest(store.transaction);
      return state === known.result ? (found.result as Encrypted | undefined) : undefined;
    });
    // A damaged entry is none.
    const list = kept && (await decrypt(session, entry, kept).catch(() => undefined));
    return { state: state.state, list };
  } catch {
    // No storage.
    return undefined;
  }
}

/** Keeps a list, unless a page of this browser sent a change since `state` was read: the list may be older than it. */
export async function keepList(name: string, list: KeptList, { state }: KeptListReading): Promise<void> {
  const session = adminSession();
  if (!session) return;
  try {
    const [owner, entry] = await Promise.all([ownerOf(session), nameOf(session, name)]);
    const encrypted = await encrypt(session, entry, list);
    await objects()('readwrite', (store) => {
      const known = store.get(stateKey);
      known.onsuccess = () => {
        const stored = known.result as StorageState | undefined;
        if (stored?.owner === owner && stored.state === state) store.put(encrypted, entry);
      };
      return promisifyRequest(store.transaction);
    });
  } catch {
    // Not kept: the next page asks for all of it.
  }
}

/** Deletes the lists of the session, which keeps new ones from then on: a change of this browser's user is never shown undone. */
export const deleteKeptListsOfSession = async (): Promise<void> =>
  adminSession() && deleteLists((before) => before?.owner ?? '');

/** Deletes everything, when the session is over. */
export const deleteAllKeptLists = (): Promise<void> => deleteLists(() => '');

/** @param ownerAfter whose lists are kept from then on */
async function deleteLists(ownerAfter: (before: StorageState | undefined) => string): Promise<void> {
  try {
    await objects()('readwrite', (store) => {
      const known = store.get(stateKey);
      known.onsuccess = () => {
        store.clear();
        store.put(newState(ownerAfter(known.result as StorageState | undefined)), stateKey);
      };
      return promisifyRequest(store.transaction);
    });
  } catch {
    // No storage has no lists.
  }
}

const newState = (owner: string): StorageState => ({ owner, state: crypto.randomUUID() });

/** Of administrators only: no list of a teacher carries a version. */
function adminSession(): AdminSession | undefined {
  const session = currentSession();
  return session?.area === 'admin' ? session : undefined;
}

function createStoreOnce(): () => ReturnType<typeof createStore> {
  let store: ReturnType<typeof createStore> | undefined;
  return () => {
    store ??= createStore('formroom.lists', 'lists');
    return store;
  };
}

/** The script of the page: another one in each build. */
const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** A hash that says neither whose session it is nor what it names. */
async function hashOf(session: AdminSession, text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${session.storageKey} ${text}`));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
const ownerOf = (session: AdminSession) => hashOf(session, build());
const nameOf = (session: AdminSession, name: string) => hashOf(session, `list ${name}`);

const algorithm = 'AES-GCM';

const keyOf = ({ storageKey }: AdminSession): Promise<CryptoKey> => {
  const text = atob(storageKey.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt']);
};

/** Bound to its name: a list cannot take the place of another. */
const parameters = (iv: Uint8Array<ArrayBuffer>, entry: string) => ({
  ...{ name: algorithm, iv },
  additionalData: new TextEncoder().encode(entry),
});

async function encrypt(session: AdminSession, entry: string, list: KeptList): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(list));
  return { iv, bytes: await crypto.subtle.encrypt(parameters(iv, entry), await keyOf(session), text) };
}

async function decrypt(session: AdminSession, entry: string, { iv, bytes }: Encrypted): Promise<KeptList> {
  const text = await crypto.subtle.decrypt(parameters(iv, entry), await keyOf(session), bytes);
  return JSON.parse(new TextDecoder().decode(text)) as KeptList;
}
