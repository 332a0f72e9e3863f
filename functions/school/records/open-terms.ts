import { closedTermMessage } from '#shared/school/closed-term.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { ClosedTermError } from '../../platform/errors.ts';
import { type Guard, guardedBy, type Meaning } from '../../platform/table/action.ts';
import {
  findTermClosure,
  readTermLocks,
  type Term,
  type TermLocks,
  termLockCheck,
  termNameInCopies,
} from './term-locks.ts';

/** The condition, in the transaction itself, that what it writes belongs to terms that are open (ADR 0091). */
const openTerms: Guard<Term> = {
  name: 'open term',
  check: (facts, first) => {
    const values: Record<string, string | number> = {};
    const conditions = distinct(facts).map((one, index) => {
      values[`:y${index}`] = one.year;
      values[`:t${index}`] = termNameInCopies(one);
      return `(:y${index} >= #currentYear OR contains(#opened, :t${index})) AND NOT contains(#closed, :t${index})`;
    });
    return termLockCheck({
      spreadBy: first,
      conditions,
      names: { '#currentYear': 'currentYear', '#opened': 'opened', '#closed': 'closed' },
      values,
    });
  },
  refusal: async (facts) => refusalOf(await readTermLocks(), distinct(facts)),
};

/**
 * The guard of what belongs to a term: marks, remarks and reports. Weekly tests name their term themselves, as a
 * Thursday that is in none is of the current one. Attendance has its own end (`attendance/records/open-attendance.ts`).
 */
export const inOpenTerm = ({ year, term }: Term): Meaning => guardedBy(openTerms, { year, term });

const distinct = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((one) => [termNameInCopies(one), one])).values(),
];

function refusalOf(register: TermLocks | undefined, terms: readonly Term[]): Error {
  for (const one of terms) {
    const closing = findTermClosure(register, one);
    if (closing) return new ClosedTermError(closedTermMessage(one, closing));
  }
  // Opened again at this moment: the next attempt succeeds.
  return new ClosedTermError(termRefusals.closedForAMoment);
}
