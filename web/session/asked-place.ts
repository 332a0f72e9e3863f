import type { Area } from '#shared/accounts/auth/inactivity.ts';
import { homeOf } from './places.ts';

const key = 'formroom.asked-place';

/** Remembers in this tab what a visitor asked for who has to sign in first (rule 42). */
export const keepAskedPlace = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void =>
  sessionStorage.setItem(key, pathname + search);

/** The address that was requested before signing in, once; null without one. */
export function takeAskedPlace(area: Area): string | null {
  const asked = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return asked?.startsWith(`${homeOf[area]}/`) ? asked : null;
}
