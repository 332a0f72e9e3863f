import { writeBatches, writeBatchSize } from '#functions/platform/table/table.ts';
import type { DemoItem } from './types.ts';

/** Requests under way at once: enough to keep an emulator busy, few enough for its queue. */
const lanes = 4;

export const runConcurrently = (work: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: lanes }, work));

/** Puts items into the table, whatever stood under their keys, and asks again for those that DynamoDB left. */
export async function writeItems(items: Iterator<DemoItem>): Promise<void> {
  const nextBatch = () => {
    const batch: DemoItem[] = [];
    while (batch.length < writeBatchSize) {
      const next = items.next();
      if (next.done) break;
      batch.push(next.value);
    }
    return batch;
  };
  await runConcurrently(async () => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await writeBatches(batch);
  });
}
