import { recordsPlace } from '#shared/place.ts';
import { pluralize } from '#shared/pluralize.ts';
import type { LogRow } from './office-log.ts';

/** A line of the office log that has words of its own. */
export interface ActToTell {
  /** What of its subject follows the first word. */
  of: readonly string[];
  changes: LogRow['changes'];
  /** "Term 1, 2025-2026". */
  termText: (year: string | undefined, term: string | undefined) => string;
}

export interface ToldAct {
  /** What it is about, where that is more than the first word of its subject. */
  about?: string;
  /** What was done, after the person's name: "Took 3 refused scans". */
  says: string;
}

/** How options tell their acts, by the first word of the subject, those of an option that is off included. */
export const actsOfOptions = recordsPlace<Readonly<Record<string, (act: ActToTell) => ToldAct>>>('acts of options');

/** An act of an option, as the option tells it; undefined for others. */
export function tellActOfOption(subject: string, act: Omit<ActToTell, 'of'>): ToldAct | undefined {
  const [word = '', ...of] = subject.split('#');
  return actsOfOptions
    .all()
    .find((acts) => Object.hasOwn(acts, word))
    ?.[word]?.({ ...act, of });
}

/** How many students a list of ids has, or a number says: "31 students". */
export const studentsOf = (value: unknown): string =>
  pluralize(Array.isArray(value) ? value.length : typeof value === 'number' ? value : 1, 'student');
