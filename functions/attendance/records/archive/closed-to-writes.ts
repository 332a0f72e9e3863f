import { ConflictError } from '../../../platform/errors.ts';
import { type Action, directAbsence } from '../../../platform/table/direct-write.ts';
import { readItems } from '../../../platform/table/table.ts';
import { halfOf } from '../attendance-record.ts';
import { archivedHalfKey, mayBeArchived } from './archived-half.ts';

const oldHalves = (dates: readonly string[]): string[] => [...new Set(dates.map(halfOf))].filter(mayBeArchived);

/** For a transaction that changes days: cancels it where their half year is in the archive. Nothing of days of the last year. */
export const whileOpen = (dates: readonly string[]): Action[] =>
  oldHalves(dates).map((half) => directAbsence(archivedHalfKey(half).key));

/** Says why, where such a transaction was cancelled for that. @throws ConflictError */
export async function refuseArchived(dates: readonly string[]): Promise<void> {
  const halves = oldHalves(dates);
  if (halves.length === 0) return;
  const { archived } = await readItems({ archived: halves.map(archivedHalfKey) });
  if (archived.length > 0)
    throw new ConflictError(
      'This day is in the archive. It can be changed once the office has brought its half year back.',
    );
}
