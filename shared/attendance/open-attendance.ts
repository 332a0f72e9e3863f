import { termTitle } from '../school/academic-year.ts';
import { displayDate } from '../school/display-date.ts';
import type { TermDates } from './school-days.ts';

/** Terms whose attendance an administrator has closed or opened. A term is in one of the lists, or in none. */
export interface ManualAttendanceState {
  closed: readonly ClosedByHand[];
  opened: readonly Pick<TermDates, 'year' | 'term'>[];
}

/** Who closed a term's attendance, and when in the school's own time (yyyy-MM-dd HH:mm:ss). */
interface ClosedByHand extends Pick<TermDates, 'year' | 'term'> {
  by: string;
  at: string;
}

/**
 * Why a term's attendance is closed: an administrator closed it, or its days are over (`at` is the last day on which it
 * was open).
 */
export interface AttendanceClosure {
  why: 'office' | 'over';
  by: string | null;
  at: string;
}

interface ClosureOptions {
  byHand: ManualAttendanceState;
  /** yyyy-MM-dd at the school. */
  today: string;
  /** Days after the term's last one: the school file's `openDaysAfterTerm`. */
  openDays: number;
}

/**
 * The last day on which the attendance of a term is open without an administrator; null where the term has no last day.
 */
export const lastOpenDay = ({ dateEnd }: Pick<TermDates, 'dateEnd'>, openDays: number): string | null =>
  dateEnd === null
    ? null
    : new Date(Date.parse(`${dateEnd}T00:00:00Z`) + openDays * 86_400_000).toISOString().slice(0, 10);

/**
 * Why the attendance of a term is closed, or null. It is open until its last day and the school file's days after it,
 * or until an administrator closes it; closing marks and reports of the term makes no difference (rule 49). Pure.
 */
export function attendanceClosure(
  term: Omit<TermDates, 'dateStart'>,
  { byHand, today, openDays }: ClosureOptions,
): AttendanceClosure | null {
  const isThis = (one: Pick<TermDates, 'year' | 'term'>) => one.year === term.year && one.term === term.term;
  const closed = byHand.closed.find(isThis);
  if (closed) return { why: 'office', by: closed.by, at: closed.at };
  const last = lastOpenDay(term, openDays);
  if (last === null || today <= last || byHand.opened.some(isThis)) return null;
  return { why: 'over', by: null, at: last };
}

/** "was closed by Ada Office on 12-Dec-2025 at 14:05", "was open until 26-Dec-2025" */
export function describeAttendanceClosure({ why, by, at }: AttendanceClosure): string {
  const [day = '', time = ''] = at.split(' ');
  if (why === 'over') return `was open until ${displayDate(day)}`;
  return `was closed by ${by ?? 'the office'} on ${displayDate(day)} at ${time.slice(0, 5)}`;
}

/** The refusal of a change to closed attendance. */
export const attendanceClosedMessage = (term: Pick<TermDates, 'year' | 'term'>, closing: AttendanceClosure): string =>
  `Attendance of ${termTitle(term)} ${describeAttendanceClosure(closing)}. An administrator can open it again in Current Term.`;
