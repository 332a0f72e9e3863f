import type { PageChange } from '../pending-record.ts';
import { isPageChange, toUnreadableChange } from './parse-stored.ts';

/**
 * Changes made just before a page is closed, in localStorage: IndexedDB writes asynchronously, and a closed page would lose them.
 * Each page has its own key, because several may be closed at once.
 */
const prefix = 'formroom.outbox.last-moment';
export const pageId: string = crypto.randomUUID();
const keyOf = (user: string, ofPage = pageId) => `${prefix}/${user}/${ofPage}`;

/** Saves the changes that IndexedDB has not confirmed; an empty list removes the saved ones. */
export function saveOnPageHide(user: string, takes: readonly PageChange[]): void {
  if (takes.length > 0) localStorage.setItem(keyOf(user), JSON.stringify(takes));
  else localStorage.removeItem(keyOf(user));
}

/** Removes and returns the changes that the user's pages, or one of them, saved. Enqueuing a change twice is harmless. */
export function takeSavedOnPageHide(user: string, ofPage = ''): PageChange[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(user, ofPage)));
  const takes = keys.flatMap((key) => parsePageChanges(key, localStorage.getItem(key) ?? '[]'));
  for (const key of keys) localStorage.removeItem(key);
  return takes;
}

function parsePageChanges(key: string, text: string): PageChange[] {
  const unreadable = (kept: unknown, index = 0): PageChange => ({
    ...toUnreadableChange(`${key}/${index}`, kept),
    page: pageId,
  });
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept)
      ? kept.map((left, index) => (isPageChange(left) ? left : unreadable(left, index)))
      : [unreadable(text)];
  } catch {
    return [unreadable(text)];
  }
}
