import { runOutsideOfFunction } from '../policies/guarded-functions.ts';
import { hookTable } from './table-requests.ts';

/** Carries out `work`, and all of `other` between what it read and its first transaction. */
export async function runBetweenReadAndWrite<A, B>(work: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  let between: Promise<B> | undefined;
  const done = await hookTable(async ({ command, send }) => {
    if (between === undefined && command.startsWith('TransactWrite')) {
      between = runOutsideOfFunction(other);
      await between;
    }
    return send();
  }, work);
  if (!between) throw new Error('Nothing was written');
  return [done, await between];
}
