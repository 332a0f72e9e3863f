import type { PageChange } from '../pending-record.ts';
import type { DeviceCipher } from './device-cipher.ts';
import { isPageChange, toUnreadableChange } from './parse-stored.ts';

/**
 * Changes made just before a page is closed, in localStorage: IndexedDB writes asynchronously, and a closed page would lose them.
 * Each page has its own key, because several may be closed at once. Encrypted ones have keys that pages from before do not look for.
 */
const inTheClear = 'formroom.outbox.last-moment';
const encrypted = 'formroom.encrypted-outbox.last-moment';
export const pageId: string = crypto.randomUUID();
const keyOf = (prefix: string, user: string, ofPage = pageId) => `${prefix}/${user}/${ofPage}`;

/** Saves the changes that IndexedDB has not confirmed; an empty list removes the saved ones. */
export function saveOnPageHide(user: string, takes: readonly PageChange[], cipher?: DeviceCipher): void {
  const key = keyOf(cipher ? encrypted : inTheClear, user);
  if (takes.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, cipher ? cipher.encryptToText(takes, key) : JSON.stringify(takes));
}

/**
 * Removes and returns the changes that the user's pages, or one of them, saved. Enqueuing a change twice is harmless. What another key encrypted
 * stays.
 */
export function takeSavedOnPageHide(user: string, cipher?: DeviceCipher, ofPage = ''): PageChange[] {
  const changes: PageChange[] = [];
  for (const key of Object.keys(localStorage)) {
    const text = localStorage.getItem(key) ?? '';
    const kept = key.startsWith(keyOf(inTheClear, user, ofPage))
      ? parseText(text)
      : cipher && key.startsWith(keyOf(encrypted, user, ofPage)) && cipher.decrypt(text, key);
    if (!kept) continue;
    changes.push(...toPageChanges(key, kept.value));
    localStorage.removeItem(key);
  }
  return changes;
}

function parseText(text: string): { value: unknown } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: text };
  }
}

function toPageChanges(key: string, kept: unknown): PageChange[] {
  const unreadable = (value: unknown, index = 0): PageChange => ({
    ...toUnreadableChange(`${key}/${index}`, value),
    page: pageId,
  });
  if (!Array.isArray(kept)) return [unreadable(kept)];
  return kept.map((left: unknown, index) => (isPageChange(left) ? left : unreadable(left, index)));
}
