import { closedSentence, pastDaySentence } from '#shared/terms/closed-term.ts';
import { ClosedTermError } from '../errors.ts';
import type { Action } from './direct-write.ts';
import { entityConfiguration, type TableKey } from './table.ts';
import {
  closingOf,
  firstDayOfYear,
  lockCopies,
  lockKeyFor,
  openedAtOnce,
  readTermRegister,
  type TermName,
  type TermRegister,
  termMark,
} from './term-register.ts';

/** Terms, and days, whose marks, remarks or attendance a transaction writes. */
interface Touched {
  terms: TermName[];
  days: string[];
}

/**
 * What is written of a term says so by its key. A new kind of record of a term, or of a day, has its line here. Weekly tests name their term
 * themselves: a Thursday that is in none is of the current one.
 */
const ofTerm = [
  { pk: /^student#/, sk: /^(?:record|report|work|removed-mark)#(\d+)#([123])(?:#|$)/ },
  { pk: /^page#(\d+)#([123])#/, sk: /^/ },
  { pk: /^class#(\d+)#([123])#/, sk: /^registration$/ },
];
const ofDay = [
  { pk: /^attendance#/, sk: /^(\d{4}-\d\d-\d\d)$/ },
  { pk: /^attendance-(?:days|settings)#/, sk: /^(\d{4}-\d\d-\d\d)/ },
];

const found = (patterns: typeof ofTerm, { pk, sk }: TableKey): string[] | undefined => {
  for (const pattern of patterns) {
    const inPk = pattern.pk.exec(pk);
    const inSk = inPk && pattern.sk.exec(sk);
    if (inSk) return [...inPk.slice(1), ...inSk.slice(1)];
  }
  return undefined;
};

function writtenKey({ Put, Update, Delete }: Action): TableKey | undefined {
  return (Put?.Item ?? Update?.Key ?? Delete?.Key) as TableKey | undefined;
}

function touchedBy(actions: readonly Action[], also: readonly TermName[]): Touched {
  const terms = new Map(also.map((one) => [termMark(one), one]));
  const days = new Set<string>();
  for (const action of actions) {
    const key = writtenKey(action);
    if (!key) continue;
    const [year, term] = found(ofTerm, key) ?? [];
    if (term !== undefined) terms.set(`${year}#${term}`, { year: Number(year), term: Number(term) as 1 | 2 | 3 });
    const [day] = found(ofDay, key) ?? [];
    if (day !== undefined) days.add(day);
  }
  return { terms: [...terms.values()], days: [...days].sort() };
}

/** The condition, in the transaction itself, that what it writes belongs to terms that are open (ADR 0091). */
export interface TermCheck {
  check: Action;
  /** Which of the terms or days is closed. */
  refusal: () => Promise<Error>;
}

/** @param also terms that the keys do not name */
export function termCheck(actions: readonly Action[], also: readonly TermName[] = []): TermCheck | undefined {
  const touched = touchedBy(actions, also);
  const { terms, days } = touched;
  if (terms.length + days.length === 0) return undefined;
  const first = actions.map(writtenKey).find((key) => key !== undefined);
  const names: Record<string, string> = {};
  const values: Record<string, string | number> = {};
  const name = (attribute: string) => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const conditions = [
    ...terms.map((one, index) => {
      values[`:y${index}`] = one.year;
      values[`:t${index}`] = termMark(one);
      const isOpenYear = `:y${index} >= ${name('currentYear')} OR contains(${name('opened')}, :t${index})`;
      return `(${isOpenYear}) AND NOT contains(${name('closed')}, :t${index})`;
    }),
    ...monthsOf(days).map(([from, to], index) => {
      values[`:f${index}`] = from;
      values[`:l${index}`] = to;
      const within = (slot: number) =>
        `(${name(`opened${slot}From`)} <= :f${index} AND ${name(`opened${slot}To`)} >= :l${index})`;
      const isOpenYear = [`:f${index} >= ${name('firstDay')}`, ...slots(openedAtOnce).map(within)].join(' OR ');
      const overlaps = (slot: number) =>
        `(${name(`closed${slot}From`)} <= :l${index} AND ${name(`closed${slot}To`)} >= :f${index})`;
      return `(${isOpenYear}) AND NOT (${slots(closedAtOnce).map(overlaps).join(' OR ')})`;
    }),
  ];
  return {
    check: {
      ConditionCheck: {
        TableName: entityConfiguration.table,
        Key: lockKeyFor(first ? `${first.pk}${first.sk}` : String(lockCopies)),
        ConditionExpression: `attribute_not_exists(pk) OR (${conditions.join(' AND ')})`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      },
    },
    refusal: async () => refusalOf(await readTermRegister(), touched),
  };
}

/** Terms of one year, and the year after where its terms are set and closed early. */
const closedAtOnce = 6;
const slots = (count: number) => Array.from({ length: count }, (_, slot) => slot);

/** First and last day of each month: no closed term is so short that it lies between them. */
const monthsOf = (days: readonly string[]): [string, string][] =>
  [...Map.groupBy(days, (day) => day.slice(0, 7)).values()].map((ofMonth) => [ofMonth[0] ?? '', ofMonth.at(-1) ?? '']);

function refusalOf(register: TermRegister | undefined, { terms, days }: Touched): Error {
  for (const one of terms) {
    const closing = closingOf(register, one);
    if (closing) return new ClosedTermError(closedSentence(one, closing));
  }
  const { closed = [], opened = [], currentYear = 0 } = register ?? {};
  const has = (day: string) => (one: { dateStart: string | null; dateEnd: string | null }) =>
    one.dateStart !== null && one.dateEnd !== null && one.dateStart <= day && day <= one.dateEnd;
  for (const day of days) {
    const one = closed.find(has(day));
    if (one) return new ClosedTermError(closedSentence(one, one));
    if (day < firstDayOfYear(currentYear) && !opened.some(has(day))) return new ClosedTermError(pastDaySentence(day));
  }
  // Opened again in this very moment: the next try is carried out.
  return new ClosedTermError('The term was closed at that moment, and is open again. Please try again.');
}
