import { schoolTime } from '#shared/school/school-time.ts';
import { closedSentence } from '#shared/terms/closed-term.ts';
import { ClosedTermError } from '../platform/errors.ts';
import { type Action, directCheck } from '../platform/table/direct-write.ts';
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

type Days = Pick<TermEntry, 'dateStart' | 'dateEnd'>;
const daysOf = (period: PeriodItem | undefined): Days => ({
  dateStart: period?.dateStart ?? null,
  dateEnd: period?.dateEnd ?? null,
});

function entryOf(
  { year, term }: TermName,
  { period, why, caller, request }: By & { period: PeriodItem | undefined; why: TermEntry['why'] },
): TermEntry {
  return { year, term, ...daysOf(period), why, by: caller.name, at: schoolTime(request.now, school().timeZone) };
}

const begun = ({ register, currentYear }: Pick<Stored, 'register' | 'currentYear'>): After => ({
  currentYear: register?.currentYear ?? currentYear,
  closed: register?.closed ?? [],
  opened: register?.opened ?? [],
});

/**
 * Puts a term into one of the lists and takes it out of the other, on the condition that it has the days that were read: days are closed
 * and opened by them.
 */
function listed(list: 'closed' | 'opened', entry: TermEntry, stored: Stored): Action[] {
  const { currentYear, closed, opened } = begun(stored);
  const isOther = (one: TermName) => !isSame(entry)(one);
  const others = { closed: closed.filter(isOther), opened: opened.filter(isOther) };
  return [
    ...writeRegister(stored.register, { currentYear, ...others, [list]: [...others[list], entry] }),
    directCheck(periodKey(entry.year, entry.term).key, { ...daysOf(stored.period) }),
  ];
}

/** The term is closed: by the office, or because its reports were posted. */
export const closing = (wanted: TermName, why: TermEntry['why'], by: By, stored: Stored): Action[] =>
  listed('closed', entryOf(wanted, { period: stored.period, why, ...by }), stored);

/** The term takes changes again. */
export const opening = (wanted: TermName, by: By, stored: Stored): Action[] =>
  listed('opened', entryOf(wanted, { period: stored.period, why: 'office', ...by }), stored);

/** True where so many terms of past years are open that no more fit into what each write checks. */
export const isFull = ({ register, currentYear }: Stored, { year }: TermName): boolean =>
  year < currentYear && (register?.opened ?? []).filter((one) => one.year < currentYear).length >= openedAtOnce;

/** A term whose posting is removed is as it was before: open, but where the office has closed it itself. */
export function afterRemoval(wanted: TermName, stored: Stored): Action[] {
  if (closingOf(stored.register, wanted)?.why !== 'posted') return [];
  const { currentYear, closed, opened } = begun(stored);
  // Noted as opened again: until it is closed, classes may have changed that do not count for it.
  const removed = closed.filter((one) => isSame(wanted)(one) && one.year >= currentYear);
  return writeRegister(stored.register, {
    currentYear,
    closed: closed.filter((one) => !isSame(wanted)(one)),
    opened: [...opened, ...removed],
  });
}

/** A change of a term: it becomes the current one, or has other days. */
interface Following {
  currentYear?: number | undefined;
  dated?: PeriodItem | undefined;
}

/** What happens to the register with a change of a term, and whether the register itself is written. */
interface Follow {
  actions: Action[];
  writesRegister: boolean;
}

/**
 * What a change of a term has follow. With a new year every term of the years before is closed, those too that were open. A term of a past
 * year that was opened is open by its new days; where it is not listed, nobody has listed it since that was read.
 */
export function following(register: TermRegister | undefined, { currentYear, dated }: Following): Follow {
  const { closed = [], opened = [], currentYear: yearBefore = 0 } = register ?? {};
  const isTurned = currentYear !== undefined && register?.currentYear !== currentYear;
  const isDated = (one: TermName) => dated !== undefined && isSame(dated)(one);
  if (isTurned || opened.some(isDated)) {
    const year = currentYear ?? yearBefore;
    const actions = writeRegister(register, {
      currentYear: year,
      closed,
      opened: opened
        .filter((one) => !isTurned || one.year >= year)
        .map((one) => (isDated(one) ? { ...one, ...daysOf(dated) } : one)),
    });
    return { actions, writesRegister: true };
  }
  const unlisted = directCheck(termRegisterKey().key, { version: register?.version ?? null });
  return { actions: dated === undefined ? [] : [unlisted], writesRegister: false };
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
  refuseClosedIn(register, wanted);
}

/** @throws ClosedTermError */
export function refuseClosedIn(register: TermRegister | undefined, wanted: TermName): void {
  const found = closingOf(register, wanted);
  if (found) throw new ClosedTermError(closedSentence(wanted, found));
}
