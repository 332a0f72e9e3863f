import type { Left } from '../waiting.ts';
import { isLeft, unreadableTake } from './kept.ts';

/**
 * What was typed in the moment before a page goes away. IndexedDB answers later, and a page that is gone by then has stored
 * nothing; localStorage is written before the page may go. Each page has its own key: another one may leave at the same time.
 */
const prefix = 'formroom.outbox.last-moment';
export const page: string = crypto.randomUUID();
const keyOf = (user: string, ofPage = page) => `${prefix}/${user}/${ofPage}`;

/** Keeps what storage has not confirmed; nothing to keep removes what was kept. */
export function keepLastMoment(user: string, takes: readonly Left[]): void {
  if (takes.length > 0) localStorage.setItem(keyOf(user), JSON.stringify(takes));
  else localStorage.removeItem(keyOf(user));
}

/**
 * What pages of the user left, or one of them, to be taken again, in this call alone. Taking it twice does no harm: it is the same
 * value.
 */
export function collectLastMoment(user: string, ofPage = ''): Left[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(user, ofPage)));
  const takes = keys.flatMap((key) => readLeft(key, localStorage.getItem(key) ?? '[]'));
  for (const key of keys) localStorage.removeItem(key);
  return takes;
}

function readLeft(key: string, text: string): Left[] {
  const unreadable = (kept: unknown, index = 0): Left => ({ ...unreadableTake(`${key}/${index}`, kept), page });
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept)
      ? kept.map((left, index) => (isLeft(left) ? left : unreadable(left, index)))
      : [unreadable(text)];
  } catch {
    return [unreadable(text)];
  }
}
