import { momentText } from '../ui/fields/dates/school-clock.ts';
import type { Conflict } from './outcome.ts';

/** A typed value for a reader. */
export const valueText = (value: number | string | null): string => (value === null ? '(blank)' : String(value));

/** Describes a conflict: "Andrea Joseph changed this to 31, 14 Mar 2026, 10:42." */
export function conflictText({ theirs, by, at, isOwnTab }: Conflict): string {
  const who = isOwnTab ? 'You' : (by ?? 'Somebody');
  const where = isOwnTab ? ' in another tab of yours' : '';
  return `${who} changed this to ${valueText(theirs)}${where}${at === null ? '' : `, ${momentText(at)}`}.`;
}
