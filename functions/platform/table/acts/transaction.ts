import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Action } from '../action.ts';
import { retryTransient } from '../client/retry-policy.ts';
import { cancellationCodes } from '../client/transient-errors.ts';
import { documentClient } from '../table.ts';

/** Actions that DynamoDB takes in one transaction. */
export const largestTransaction = 100;
/** Bytes of a transaction, with room for the companions of an act: DynamoDB takes 4 MB. */
export const largestBytes = 3_000_000;

/** The code of an action whose condition did not hold. */
export const conditionFailed = 'ConditionalCheckFailed';

/**
 * Carries out what is no act, in one transaction: copies that can be made again, counts, logs, what is moved into the
 * archive (ADR 0105). It has no stamp, so its conditions alone refuse a repeat. False when one did not hold.
 * @throws Error for records with a guard or a companion
 */
export async function executeTogetherIf(actions: readonly Action[]): Promise<boolean> {
  if (actions.some(({ means }) => means && means().length > 0)) throw new Error('These are written in an act');
  return (await executeTransaction(actions)) === null;
}

/**
 * Null when all actions were carried out; the codes of the actions when a condition failed.
 * @throws TableBusyError and TableAwayError (`retryTransient`)
 */
export async function executeTransaction(actions: readonly Action[]): Promise<string[] | null> {
  const TransactItems = actions.map(({ means: _, asks: _asks, asking: _asking, writes: _writes, ...item }) => item);
  // A repeated transaction whose answer was lost is known by its token. A cancelled one has stored nothing, and is a
  // new one the next time.
  let token = randomUUID();
  try {
    await retryTransient(async () => {
      try {
        await documentClient.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
      } catch (error) {
        if (cancellationCodes(error)) token = randomUUID();
        throw error;
      }
    });
    return null;
  } catch (error) {
    const codes = cancellationCodes(error);
    if (codes?.includes(conditionFailed)) return codes;
    if (codes) throw new Error(`A transaction was cancelled: ${codes.join(', ')}`, { cause: error });
    throw error;
  }
}
