import type { TermClosure } from '#shared/school/closed-term.ts';
import { type Action, replaceItemAction, type TableItem } from '../../platform/table/action.ts';
import { type ItemKey, readItems, tableNames } from '../../platform/table/table.ts';

/** A term of an academic year; `year` is the one in which the academic year starts. */
export interface Term {
  year: number;
  term: 1 | 2 | 3;
}

/** Who closed or opened something of a term, and when, in the school's time zone. */
export interface AttendanceLockChange extends Term {
  by: string;
  at: string;
}

/** A term that was closed or opened. */
export interface TermLockChange extends AttendanceLockChange {
  why: 'office' | 'posted';
}

/**
 * Which terms take changes (rule 47, ADR 0091). Terms of years before the current one are closed but those in `opened`;
 * of the current year, and later, those in `closed`. No term is in both.
 */
export interface TermLocks {
  /** Counts changes of the register. */
  version: number;
  currentYear: number;
  closed: TermLockChange[];
  opened: TermLockChange[];
  /**
   * Terms whose attendance an administrator has closed, or opened after its days (rule 49). Absent in a register of
   * before.
   */
  attendanceClosed?: AttendanceLockChange[];
  attendanceOpened?: AttendanceLockChange[];
}

const pk = 'term-register';
const registerSk = 'register';

/**
 * Every write of marks, remarks or attendance checks one of these copies: transactions that check one item at the same
 * moment are in each other's way, and all teachers save at the end of a term.
 */
const lockCopies = 8;
/**
 * So many terms of past years, and so many whose attendance is over, may be open at a time: a copy stays below a
 * kilobyte, and a check costs two units.
 */
export const maxReopenedTerms = 6;

const lockSk = (copy: number) => `lock#${copy}`;

/** The lists of terms in a copy; they are absent where they are empty. */
type LockList = 'opened' | 'closed' | 'attendanceOpened' | 'attendanceClosed';

interface LockConditions {
  /** Spreads transactions over the copies. */
  spreadBy: string;
  conditions: readonly string[];
  /** By the placeholders in the conditions. */
  names: Record<string, LockList | 'currentYear'>;
  values: Record<string, string | number>;
}

/**
 * Cancels a transaction unless all conditions hold for one of the copies. They hold where there was never a current
 * term.
 */
export function termLockCheck({ spreadBy, conditions, names, values }: LockConditions): Action {
  let sum = 0;
  for (let index = 0; index < spreadBy.length; index += 1) sum = (sum * 31 + spreadBy.charCodeAt(index)) % 65_521;
  return {
    ConditionCheck: {
      TableName: tableNames().records,
      Key: { pk, sk: lockSk(sum % lockCopies) },
      ConditionExpression: `attribute_not_exists(pk) OR (${conditions.join(' AND ')})`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

export const termLocksKey = (): ItemKey<TermLocks> => ({
  table: tableNames().records,
  key: { pk, sk: registerSk },
  parse: (item) => item as unknown as TermLocks,
});

/** Undefined in a school that has never had a current term; there nothing is closed. */
export async function readTermLocks(): Promise<TermLocks | undefined> {
  return (await readItems({ register: termLocksKey() })).register;
}

/** How a term is named in the copies. */
export const termNameInCopies = ({ year, term }: Term): string => `${year}#${term}`;

/** The register's record, and the copies that writes check. */
export function termLocksItems(register: TermLocks): [TableItem, ...TableItem[]] {
  const { currentYear, closed, opened, attendanceClosed = [], attendanceOpened = [] } = register;
  const lock = {
    currentYear,
    closed: marksOf(closed.filter(({ year }) => year >= currentYear)),
    opened: marksOf(opened.filter(({ year }) => year < currentYear)),
    // That of years before is over by itself.
    attendanceClosed: marksOf(attendanceClosed.filter(({ year }) => year >= currentYear - 1)),
    attendanceOpened: marksOf(attendanceOpened),
  };
  return [
    { ...register, pk, sk: registerSk },
    ...Array.from({ length: lockCopies }, (_, copy) => ({ ...lock, pk, sk: lockSk(copy) })),
  ];
}

const marksOf = (terms: readonly Term[]) => (terms.length > 0 ? new Set(terms.map(termNameInCopies)) : undefined);

/** Stores the register as it is to be, on the condition that it is as it was read. */
export const writeTermLocksActions = (before: TermLocks | undefined, after: Omit<TermLocks, 'version'>): Action[] => {
  const { records: TableName } = tableNames();
  const [register, ...copies] = termLocksItems({ ...after, version: (before?.version ?? 0) + 1 });
  return [
    replaceItemAction<TermLocks>(register, { version: before?.version }),
    ...copies.map((Item) => ({ Put: { TableName, Item } })),
  ];
};

/** True where a term of the current year was closed, and takes changes again. */
export const isTermReopened = (register: TermLocks | undefined, { year, term }: Term): boolean =>
  register?.opened.some((one) => one.year === year && one.term === term) ?? false;

/** Why a term is closed; null where it is open. */
export function findTermClosure(register: TermLocks | undefined, wanted: Term): TermClosure | null {
  if (!register) return null;
  const isThis = ({ year, term }: Term) => year === wanted.year && term === wanted.term;
  const closed = register.closed.find(isThis);
  if (closed) return { why: closed.why, by: closed.by, at: closed.at };
  if (wanted.year >= register.currentYear || register.opened.some(isThis)) return null;
  return { why: 'past year', by: null, at: null };
}
