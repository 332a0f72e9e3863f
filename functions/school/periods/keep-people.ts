import { keepTermPeopleActions } from '../../people/records/term-people.ts';
import type { Action } from '../../platform/table/action.ts';
import { readPosting } from '../../term-reports/report-cards/posting/postings.ts';
import type { PeriodChange, StoredPeriods } from '../records/period-changes.ts';
import type { Term } from '../records/term-locks.ts';

/** For the transaction that closes a term: keeps the people on its documents (rule 74). */
export async function keepPeopleOfTermActions(term: Term): Promise<Action[]> {
  return keepTermPeopleActions(term, { isPosted: (await readPosting(term))?.isPosted ?? false });
}

/** The same for the term that was current before, where a change makes another one the current term. */
export const keepPeopleOfTermBefore = (
  { becomesCurrent }: PeriodChange,
  { current }: Pick<StoredPeriods, 'current'>,
): Promise<Action[]> => (becomesCurrent && current ? keepPeopleOfTermActions(current) : Promise.resolve([]));
