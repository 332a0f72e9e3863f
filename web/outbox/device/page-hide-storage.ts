import type { PageChange } from '../pending-record.ts';
import type { DeviceCipher } from './device-cipher.ts';
import { isPageChange, toUnreadableChange } from './parse-stored.ts';

/**
 * Changes made just before a page is closed, in localStorage: IndexedDB writes asynchronously, and a closed page would
 * lose them. Each page has its own key, because several may be closed at once. Encrypted; without a cipher nothing is
 * kept.
 */
const lastMoment = 'formroom.encrypted-outbox.last-moment';
export const pageId: string = crypto.randomUUID();
const keyOf = (user: string, ofPage = pageId) => `${lastMoment}/${user}/${ofPage}`;

/** Saves the changes that IndexedDB has not confirmed; an empty list removes the saved ones. */
export function saveOnPageHide(user: string, takes: readonly PageChange[], cipher: DeviceCipher | undefined): void {
  const key = keyOf(user);
  if (takes.length === 0) localStorage.removeItem(key);
  else if (cipher) localStorage.setItem(key, cipher.encryptToText(takes, key));
}

/**
 * Removes and returns the changes that the user's pages, or one of them, saved. Enqueuing a change twice is harmless.
 * What another key encrypted stays.
 */
export function takeSavedOnPageHide(user: string, cipher: DeviceCipher | undefined, ofPage = ''): PageChange[] {
  const changes: PageChange[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(keyOf(user, ofPage))) continue;
    const kept = cipher?.decrypt(localStorage.getItem(key), key);
    if (!kept) continue;
    changes.push(...toPageChanges(key, kept.value));
    localStorage.removeItem(key);
  }
  return changes;
}

function toPageChanges(key: string, kept: unknown): PageChange[] {
  const unreadable = (value: unknown, index = 0): PageChange => ({
    ...toUnreadableChange(`${key}/${index}`, value),
    page: pageId,
  });
  if (!Array.isArray(kept)) return [unreadable(kept)];
  return kept.map((left: unknown, index) => (isPageChange(left) ? left : unreadable(left, index)));
}
