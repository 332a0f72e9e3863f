import { termTitle } from './academic-year.ts';
import { displayDate } from './display-date.ts';

/**
 * Why a term is closed (rule 47): by the office, by the posting of its reports, or because it is of a past year. Who
 * did it and when, in the school's own time (yyyy-MM-dd HH:mm:ss); null of a past year.
 */
export interface TermClosure {
  why: 'office' | 'posted' | 'past year';
  by: string | null;
  at: string | null;
}

/** "was closed by Ada Office on 12-Dec-2025 at 14:05" */
export function describeTermClosure({ why, by, at }: TermClosure): string {
  if (why === 'past year') return 'is of a past year, and closed';
  const [day = '', time = ''] = (at ?? '').split(' ');
  const moment = at === null ? '' : ` on ${displayDate(day)} at ${time.slice(0, 5)}`;
  const who = by === null ? '' : ` by ${by}`;
  return why === 'posted' ? `was closed when its reports were posted${who}${moment}` : `was closed${who}${moment}`;
}

export const noCurrentTerm = 'The office has not set the current term yet.';

/** The refusal of a save in a closed term. */
export const closedTermMessage = (period: { year: number; term: number }, closing: TermClosure): string =>
  `${termTitle(period)} ${describeTermClosure(closing)}. Its marks and remarks can no longer be changed.`;

/** The refusal for a day before the current year that is in no term. */
export const pastDayMessage = (date: string): string =>
  `${displayDate(date)} is of a past year, and closed. Its attendance can no longer be changed.`;
