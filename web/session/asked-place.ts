import type { Area } from '#shared/accounts/auth/inactivity.ts';
import { homeOf } from './places.ts';

const key = 'formroom.asked-place';

/** Remembers in this tab what a visitor asked for who has to sign in first (rule 42). */
export const keepAskedPlace = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void =>
  sessionStorage.setItem(key, pathname + search);

/** What was asked for in the area that has been signed in to, once; null where nothing was. */
export function takeAskedPlace(area: Area): string | null {
  const asked = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return asked?.startsWith(`${homeOf[area]}/`) ? asked : null;
}
