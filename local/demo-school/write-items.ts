import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, entityConfiguration } from '#functions/platform/table.ts';
import type { Item } from './items.ts';

/** DynamoDB takes at most 25 items in one batch. */
const batchSize = 25;
/** Requests under way at once: enough to keep an emulator busy, few enough for its queue. */
const lanes = 4;

export const inLanes = (work: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: lanes }, work));

/** Puts items into the table, whatever stood under their keys, and asks again for those that DynamoDB left. */
export async function writeItems(items: Iterator<Item>): Promise<void> {
  const nextBatch = () => {
    const batch: Item[] = [];
    while (batch.length < batchSize) {
      const next = items.next();
      if (next.done) break;
      batch.push(next.value);
    }
    return batch;
  };
  await inLanes(async () => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await writeBatch(batch);
  });
}

async function writeBatch(batch: readonly Item[]): Promise<void> {
  const { table } = entityConfiguration;
  let requests: BatchRequests = batch.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 0; requests.length > 0; attempt += 1) {
    if (attempt > 8) throw new Error('DynamoDB left items unprocessed nine times');
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
    const answer = await documentClient.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    requests = answer.UnprocessedItems?.[table] ?? [];
  }
}

type BatchRequests = NonNullable<BatchWriteCommand['input']['RequestItems']>[string];
