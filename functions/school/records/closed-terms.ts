import { closedTermMessage } from '#shared/school/closed-term.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { ClosedTermError, ConflictError } from '../../platform/errors.ts';
import type { Action } from '../../platform/table/action.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentPeriodKey, periodKey } from './periods.ts';
import { school } from './school.ts';
import {
  type AttendanceLockChange,
  findTermClosure,
  maxReopenedTerms,
  type Term,
  type TermLockChange,
  type TermLocks,
  termLocksKey,
  writeTermLocksActions,
} from './term-locks.ts';

type After = Required<Omit<TermLocks, 'version'>>;

/** The caller who closes or opens, and the time. */
export interface TermChangeAuthor {
  caller: { name: string };
  request: { now: Date };
}

/** What closing and opening a term depends on. One request. */
export async function readTermClosing({ year, term }: Term) {
  const { register, current, period } = await readItems({
    register: termLocksKey(),
    current: currentPeriodKey(),
    period: periodKey(year, term),
  });
  return { register, currentYear: current?.year ?? 0, period };
}

export type StoredClosing = Awaited<ReturnType<typeof readTermClosing>>;

const isSame = (wanted: Term) => (one: Term) => one.year === wanted.year && one.term === wanted.term;

function entryOf({ year, term }: Term, { caller, request }: TermChangeAuthor): AttendanceLockChange {
  return { year, term, by: caller.name, at: schoolTime(request.now, school().timeZone) };
}

const registerNow = ({ register, currentYear }: Pick<StoredClosing, 'register' | 'currentYear'>): After => ({
  currentYear: register?.currentYear ?? currentYear,
  closed: register?.closed ?? [],
  opened: register?.opened ?? [],
  attendanceClosed: register?.attendanceClosed ?? [],
  attendanceOpened: register?.attendanceOpened ?? [],
});

/** Moves a term from one of the lists to the other. */
function moveToListActions(list: 'closed' | 'opened', entry: TermLockChange, stored: StoredClosing): Action[] {
  const before = registerNow(stored);
  const isOther = (one: Term) => !isSame(entry)(one);
  const others = { closed: before.closed.filter(isOther), opened: before.opened.filter(isOther) };
  return writeTermLocksActions(stored.register, { ...before, ...others, [list]: [...others[list], entry] });
}

/** The term is closed: by the office, or because its reports were posted. */
export const closeTermActions = (
  wanted: Term,
  why: TermLockChange['why'],
  by: TermChangeAuthor,
  stored: StoredClosing,
): Action[] => moveToListActions('closed', { ...entryOf(wanted, by), why }, stored);

/** The term takes changes again. */
export const openTermActions = (wanted: Term, by: TermChangeAuthor, stored: StoredClosing): Action[] =>
  moveToListActions('opened', { ...entryOf(wanted, by), why: 'office' }, stored);

/** An administrator closes the attendance of a term (rule 49). */
export const closeAttendanceActions = (wanted: Term, by: TermChangeAuthor, stored: StoredClosing): Action[] =>
  withAttendance(wanted, { closed: entryOf(wanted, by) }, stored);

/** Reopens the attendance of a term: until its days are over, or with `isOver` until it is closed by hand. */
export const openAttendanceActions = (
  wanted: Term,
  { isOver, ...by }: TermChangeAuthor & { isOver: boolean },
  stored: StoredClosing,
) => withAttendance(wanted, isOver ? { opened: entryOf(wanted, by) } : {}, stored);

function withAttendance(
  wanted: Term,
  { closed, opened }: { closed?: AttendanceLockChange; opened?: AttendanceLockChange },
  stored: StoredClosing,
): Action[] {
  const before = registerNow(stored);
  const others = (list: AttendanceLockChange[]) => list.filter((one) => !isSame(wanted)(one));
  return writeTermLocksActions(stored.register, {
    ...before,
    attendanceClosed: [...others(before.attendanceClosed), ...(closed ? [closed] : [])],
    attendanceOpened: [...others(before.attendanceOpened), ...(opened ? [opened] : [])],
  });
}

/** True at the limit of terms whose attendance was reopened; each write checks them all. */
export const isReopenedAttendanceLimitReached = ({ register }: StoredClosing): boolean =>
  (register?.attendanceOpened ?? []).length >= maxReopenedTerms;

/** True at the limit of open terms of past years; each write checks them all. */
export const isOpenTermLimitReached = ({ register, currentYear }: StoredClosing, { year }: Term): boolean =>
  year < currentYear && (register?.opened ?? []).filter((one) => one.year < currentYear).length >= maxReopenedTerms;

/** Reopens a term whose posting is removed, unless the office closed it. */
export function reopenAfterPostingRemovedActions(wanted: Term, stored: StoredClosing): Action[] {
  if (findTermClosure(stored.register, wanted)?.why !== 'posted') return [];
  const before = registerNow(stored);
  // Listed as opened again, since classes that changed while it was closed do not count for it.
  const removed = before.closed.filter((one) => isSame(wanted)(one) && one.year >= before.currentYear);
  return writeTermLocksActions(stored.register, {
    ...before,
    closed: before.closed.filter((one) => !isSame(wanted)(one)),
    opened: [...before.opened, ...removed],
  });
}

/**
 * The writes for a term that becomes the current one: with a new year, every term of earlier years is closed, reopened
 * ones included. None where the year was current already.
 */
export function closePastYearsActions(register: TermLocks | undefined, currentYear: number): Action[] {
  if (register?.currentYear === currentYear) return [];
  const before = registerNow({ register, currentYear });
  return writeTermLocksActions(register, {
    ...before,
    currentYear,
    opened: before.opened.filter(({ year }) => year >= currentYear),
  });
}

/** The current term, and the same where it takes changes, else null. One request. */
export async function readCurrentTerm(): Promise<{ current: Term | null; open: Term | null }> {
  const { current: stored, register } = await readItems({ current: currentPeriodKey(), register: termLocksKey() });
  const current = stored ? { year: stored.year, term: stored.term } : null;
  return { current, open: current && !findTermClosure(register, current) ? current : null };
}

/** For a job, before it begins. @throws ClosedTermError */
export async function refuseJobInClosedTerm(wanted: Term): Promise<void> {
  const { register } = await readItems({ register: termLocksKey() });
  refuseClosedTerm(register, wanted);
}

/** @throws ClosedTermError */
export function refuseClosedTerm(register: TermLocks | undefined, wanted: Term): void {
  const found = findTermClosure(register, wanted);
  if (found) throw new ClosedTermError(closedTermMessage(wanted, found));
}

/**
 * For a change of class that the user confirmed while the term was open: in a closed term it has another effect.
 * @throws ConflictError where the term was closed during the write; nothing was written
 */
export async function throwConflictIfTermClosedMeanwhile<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ClosedTermError)) throw error;
    throw new ConflictError(termRefusals.closedThisMoment);
  }
}
