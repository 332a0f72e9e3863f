import {
  type AttendanceClosure,
  attendanceClosedMessage,
  attendanceClosure,
  lastOpenDay,
  type ManualAttendanceState,
} from '#shared/attendance/open-attendance.ts';
import { findTermOfDay, type TermDates } from '#shared/attendance/school-days.ts';
import { pastDayMessage } from '#shared/school/closed-term.ts';
import { ClosedTermError } from '../../platform/errors.ts';
import type { Action } from '../../platform/table/action.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { readTermLocks, type TermLocks, termLockCheck, termNameInCopies } from '../../school/records/term-locks.ts';
import { toTermDates } from './school-calendar.ts';

/** When days are checked for closed attendance, with the terms where the caller has read them. */
export interface ClosureCheck {
  now: Date;
  terms?: readonly TermDates[];
}

const byHand = (register: TermLocks | undefined): ManualAttendanceState => ({
  closed: register?.attendanceClosed ?? [],
  opened: register?.attendanceOpened ?? [],
});

/**
 * Why the attendance of a term is closed (rule 49), or null. Without a register no administrator has closed or opened
 * it.
 */
export const attendanceClosureOf = (
  register: TermLocks | undefined,
  term: Omit<TermDates, 'dateStart'>,
  now: Date,
): AttendanceClosure | null =>
  attendanceClosure(term, {
    byHand: byHand(register),
    today: schoolDay(now),
    openDays: school().attendance.openDaysAfterTerm,
  });

/**
 * The same with the last day on which the attendance is open without an administrator; null where one has opened it for
 * longer.
 */
export function attendanceStateOfTerm(register: TermLocks | undefined, term: TermDates, now: Date) {
  const isOpened = byHand(register).opened.some((one) => termNameInCopies(one) === termNameInCopies(term));
  return {
    closed: attendanceClosureOf(register, term, now),
    until: isOpened ? null : lastOpenDay(term, school().attendance.openDaysAfterTerm),
  };
}

/**
 * Why a day's attendance is closed, as a sentence, or null. A day outside of all terms is closed once its academic year
 * is past.
 */
function closedSentenceOf(date: string, terms: readonly TermDates[], { register, now }: Judging): string | null {
  const term = findTermOfDay(date, terms);
  if (!term) return date < `${register?.currentYear ?? 0}-08-01` ? pastDayMessage(date) : null;
  const closing = attendanceClosureOf(register, term, now);
  return closing && attendanceClosedMessage(term, closing);
}

interface Judging {
  register: TermLocks | undefined;
  now: Date;
}

const termsOf = async ({ terms }: ClosureCheck): Promise<readonly TermDates[]> =>
  terms ?? (await readAllPeriods()).periods.map(toTermDates);

/** The days whose attendance is closed, with the reason. One request, and two more where the terms are not given. */
export async function readClosedDays(dates: readonly string[], at: ClosureCheck): Promise<Map<string, string>> {
  const [terms, register] = await Promise.all([termsOf(at), readTermLocks()]);
  return new Map(
    dates.flatMap((date) => {
      const sentence = closedSentenceOf(date, terms, { register, now: at.now });
      return sentence === null ? [] : [[date, sentence]];
    }),
  );
}

/** @throws ClosedTermError where the attendance of a day is closed */
export async function requireOpenAttendance(dates: readonly string[], at: ClosureCheck): Promise<void> {
  const [sentence] = (await readClosedDays(dates, at)).values();
  if (sentence !== undefined) throw new ClosedTermError(sentence);
}

/**
 * Conditions of a transaction that changes days: cancel it where an administrator closes the attendance of their terms
 * meanwhile. Two requests where the terms are not given, and one for days that are open only because an administrator
 * opened them.
 * @throws ClosedTermError for days that are closed already because their time is over
 */
export async function openAttendanceChecks(dates: readonly string[], at: ClosureCheck): Promise<Action[]> {
  const terms = await termsOf(at);
  const isOpenByDate = (date: string) => {
    const term = findTermOfDay(date, terms);
    return term !== undefined && attendanceClosureOf(undefined, term, at.now) === null;
  };
  const openByDate = dates.filter(isOpenByDate);
  const others = dates.filter((date) => !isOpenByDate(date));
  if (others.length > 0) await requireOpenAttendance(others, { ...at, terms });
  const marksOf = (days: readonly string[]) => [
    ...new Set(days.flatMap((day) => findTermOfDay(day, terms) ?? []).map(termNameInCopies)),
  ];
  const [open, opened] = [marksOf(openByDate), marksOf(others)];
  if (open.length + opened.length === 0) return [];
  return [
    termLockCheck({
      spreadBy: `${dates[0]}${at.now.getTime()}`,
      conditions: [
        ...open.map((_, index) => `NOT contains(#closed, :c${index})`),
        ...opened.map((_, index) => `contains(#opened, :o${index})`),
      ],
      names: {
        ...(open.length > 0 ? { '#closed': 'attendanceClosed' as const } : {}),
        ...(opened.length > 0 ? { '#opened': 'attendanceOpened' as const } : {}),
      },
      values: {
        ...Object.fromEntries(open.map((mark, index) => [`:c${index}`, mark])),
        ...Object.fromEntries(opened.map((mark, index) => [`:o${index}`, mark])),
      },
    }),
  ];
}
