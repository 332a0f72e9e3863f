import { schoolTime } from '#shared/school/school-time.ts';
import { closedSentence } from '#shared/terms/closed-term.ts';
import { ClosedTermError } from '../platform/errors.ts';
import type { Action } from '../platform/table/direct-write.ts';
import { readItems } from '../platform/table/table.ts';
import {
  closingOf,
  openedAtOnce,
  type TermEntry,
  type TermName,
  type TermRegister,
  termRegisterKey,
  writeRegister,
} from '../platform/table/term-register.ts';
import { currentPeriodKey, type PeriodItem, periodKey } from './periods.ts';
import { school } from './school.ts';

type After = Omit<TermRegister, 'version'>;

/** Who closes or opens, and when. */
export interface By {
  caller: { name: string };
  request: { now: Date };
}

/** What closing and opening is decided on. One request. */
export async function readClosing({ year, term }: TermName) {
  const { register, current, period } = await readItems({
    register: termRegisterKey(),
    current: currentPeriodKey(),
    period: periodKey(year, term),
  });
  return { register, currentYear: current?.year ?? 0, period };
}

type Stored = Awaited<ReturnType<typeof readClosing>>;

const isSame = (wanted: TermName) => (one: TermName) => one.year === wanted.year && one.term === wanted.term;

function entryOf(
  { year, term }: TermName,
  { period, why, caller, request }: By & { period: PeriodItem | undefined; why: TermEntry['why'] },
): TermEntry {
  const { dateStart = null, dateEnd = null } = period ?? {};
  return { year, term, dateStart, dateEnd, why, by: caller.name, at: schoolTime(request.now, school().timeZone) };
}

const begun = ({ register, currentYear }: Pick<Stored, 'register' | 'currentYear'>): After => ({
  currentYear: register?.currentYear ?? currentYear,
  closed: register?.closed ?? [],
  opened: register?.opened ?? [],
});

/** The term is closed: by the office, or because its reports were posted. */
export function closing(wanted: TermName, why: TermEntry['why'], by: By, stored: Stored): Action[] {
  const { currentYear, closed, opened } = begun(stored);
  const isOther = (one: TermName) => !isSame(wanted)(one);
  const entry = entryOf(wanted, { period: stored.period, why, ...by });
  return writeRegister(stored.register, {
    currentYear,
    closed: [...closed.filter(isOther), entry],
    opened: opened.filter(isOther),
  });
}

/** The term takes changes again. */
export function opening(wanted: TermName, by: By, stored: Stored): Action[] {
  const { currentYear, closed, opened } = begun(stored);
  const isOther = (one: TermName) => !isSame(wanted)(one);
  const entry = entryOf(wanted, { period: stored.period, why: 'office', ...by });
  return writeRegister(stored.register, {
    currentYear,
    closed: closed.filter(isOther),
    opened: [...opened.filter(isOther), entry],
  });
}

/** True where so many terms of past years are open that no more fit into what each write checks. */
export const isFull = ({ register, currentYear }: Stored, { year }: TermName): boolean =>
  year < currentYear && (register?.opened ?? []).filter((one) => one.year < currentYear).length >= openedAtOnce;

/** A term whose posting is removed is as it was before: open, but where the office has closed it itself. */
export function afterRemoval(wanted: TermName, stored: Stored): Action[] {
  if (closingOf(stored.register, wanted)?.why !== 'posted') return [];
  const { currentYear, closed, opened } = begun(stored);
  return writeRegister(stored.register, { currentYear, closed: closed.filter((one) => !isSame(wanted)(one)), opened });
}

/** The year begins: every term of the years before is closed, those too that were open. Nothing where it is the year already. */
export function turning(register: TermRegister | undefined, year: number): Action[] {
  if (register?.currentYear === year) return [];
  const { closed = [], opened = [] } = register ?? {};
  return writeRegister(register, { currentYear: year, closed, opened: opened.filter((one) => one.year >= year) });
}

/** The current term, and the same where it takes changes, else null. One request. */
export async function currentTerm(): Promise<{ current: TermName | null; open: TermName | null }> {
  const { current: stored, register } = await readItems({ current: currentPeriodKey(), register: termRegisterKey() });
  const current = stored ? { year: stored.year, term: stored.term } : null;
  return { current, open: current && !closingOf(register, current) ? current : null };
}

/** For what takes long, before it begins. @throws ClosedTermError */
export async function refuseClosed(wanted: TermName): Promise<void> {
  const { register } = await readItems({ register: termRegisterKey() });
  const found = closingOf(register, wanted);
  if (found) throw new ClosedTermError(closedSentence(wanted, found));
}
