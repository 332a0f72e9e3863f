import { closedTermMessage } from '#shared/school/closed-term.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { ClosedTermError } from '../../errors.ts';
import type { Action } from '../action.ts';
import type { TableKey } from '../table.ts';
import {
  findTermClosure,
  readTermLocks,
  type Term,
  type TermLocks,
  termLockCheck,
  termNameInCopies,
} from './term-locks.ts';

/**
 * Keys of records that belong to a term. A new kind of record of a term needs its line here. Weekly tests name their term
 * themselves: a Thursday that is in none is of the current one. Attendance has its own end (`attendance/records/open-attendance.ts`).
 */
const ofTerm = [
  { pk: /^student#/, sk: /^(?:record|report|work|removed-mark)#(\d+)#([123])(?:#|$)/ },
  { pk: /^page#(\d+)#([123])#/, sk: /^/ },
  { pk: /^class#(\d+)#([123])#/, sk: /^registration$/ },
];

function termOfKey({ pk, sk }: TableKey): Term | undefined {
  for (const pattern of ofTerm) {
    const inPk = pattern.pk.exec(pk);
    const inSk = inPk && pattern.sk.exec(sk);
    if (!inSk) continue;
    const [year, term] = [...inPk.slice(1), ...inSk.slice(1)];
    return { year: Number(year), term: Number(term) as 1 | 2 | 3 };
  }
  return undefined;
}

function writtenKey({ Put, Update, Delete }: Action): TableKey | undefined {
  return (Put?.Item ?? Update?.Key ?? Delete?.Key) as TableKey | undefined;
}

/** The terms whose marks, remarks or reports a transaction writes. */
function touchedBy(actions: readonly Action[], also: readonly Term[]): Term[] {
  const terms = new Map(also.map((one) => [termNameInCopies(one), one]));
  for (const action of actions) {
    const key = writtenKey(action);
    const term = key && termOfKey(key);
    if (term) terms.set(termNameInCopies(term), term);
  }
  return [...terms.values()];
}

/** The condition, in the transaction itself, that what it writes belongs to terms that are open (ADR 0091). */
export interface OpenTermCheck {
  check: Action;
  /** Which of the terms is closed. */
  refusal: () => Promise<Error>;
}

/** @param also terms that the keys do not name */
export function openTermCheck(actions: readonly Action[], also: readonly Term[] = []): OpenTermCheck | undefined {
  const terms = touchedBy(actions, also);
  if (terms.length === 0) return undefined;
  const first = actions.map(writtenKey).find((key) => key !== undefined);
  const values: Record<string, string | number> = {};
  const conditions = terms.map((one, index) => {
    values[`:y${index}`] = one.year;
    values[`:t${index}`] = termNameInCopies(one);
    return `(:y${index} >= #currentYear OR contains(#opened, :t${index})) AND NOT contains(#closed, :t${index})`;
  });
  return {
    check: termLockCheck({
      spreadBy: first ? `${first.pk}${first.sk}` : '',
      conditions,
      names: { '#currentYear': 'currentYear', '#opened': 'opened', '#closed': 'closed' },
      values,
    }),
    refusal: async () => refusalOf(await readTermLocks(), terms),
  };
}

function refusalOf(register: TermLocks | undefined, terms: readonly Term[]): Error {
  for (const one of terms) {
    const closing = findTermClosure(register, one);
    if (closing) return new ClosedTermError(closedTermMessage(one, closing));
  }
  // Opened again at this moment: the next attempt succeeds.
  return new ClosedTermError(termRefusals.closedForAMoment);
}
