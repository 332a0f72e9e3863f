import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import type { ExportedChange } from './exported-records.ts';

const batchSize = 25;
/** Requests under way at once. */
const lanes = 8;

interface Target {
  dynamoDb: DynamoDBClient;
  table: string;
  sleep: (milliseconds: number) => Promise<void>;
}

/** Writes each change, whatever is there: done again, it ends the same. No two of them may be of one record. */
export async function writeChanges(changes: readonly ExportedChange[], target: Target): Promise<void> {
  const requests = changes.map(
    (change): WriteRequest =>
      'put' in change ? { PutRequest: { Item: change.put } } : { DeleteRequest: { Key: change.remove } },
  );
  let next = 0;
  const lane = async () => {
    while (next < requests.length) {
      const batch = requests.slice(next, next + batchSize);
      next += batchSize;
      await writeBatch(batch, target);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Asks again for what DynamoDB left, ever more slowly: a new table takes some thousand writes a second, and more after
 * a while.
 */
async function writeBatch(batch: WriteRequest[], { dynamoDb, table, sleep }: Target): Promise<void> {
  let left = batch;
  for (let pause = 100; left.length > 0; pause = Math.min(pause * 2, 10_000)) {
    const answer = await dynamoDb.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
    left = answer.UnprocessedItems?.[table] ?? [];
    if (left.length > 0) await sleep(pause);
  }
}
