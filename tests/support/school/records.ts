import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, executeUnguarded, keyOf } from '#functions/platform/table/action.ts';
import type { Entity } from '#functions/platform/table/entity.ts';
import { documentClient, tableNames, writeBatches } from '#functions/platform/table/table.ts';
import { repairRosters } from '#functions/students/records/rosters/repair-rosters.ts';

/** Carries out one write past its guards and companions; a student's corrects the class rosters. */
export async function executeActionOfTest(action: Action): Promise<void> {
  await executeUnguarded(action);
  if (keyOf(action)?.sk === 'student') await rebuildClassRosters();
}

/** Changes attributes of a record, those too that stand in keys of indexes, whatever it was before. */
export async function changeRecordOfTest<Item extends object, Key extends object>(
  entity: { get: (key: Key) => Promise<Item | undefined>; put: (record: Item) => Action },
  key: Key,
  change: Partial<NoInfer<Item>>,
): Promise<void> {
  const record = await entity.get(key);
  if (!record) throw new Error(`there is no record ${JSON.stringify(key)}`);
  await executeActionOfTest(entity.put({ ...record, ...change }));
}

/** After students were written past the acts of the office. */
export const rebuildClassRosters = (): Promise<string[]> => repairRosters();

/** All records of an entity, in any order. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever keys and indexes.
export async function readEveryRecord<Item extends object>(entity: Entity<Item, any>): Promise<Item[]> {
  const records: Item[] = [];
  for (const TableName of [tableNames().records, tableNames().trail]) {
    let start: Record<string, unknown> | undefined;
    do {
      const page = await documentClient.send(new ScanCommand({ TableName, ExclusiveStartKey: start }));
      records.push(...(page.Items ?? []).flatMap((item) => entity.parse(item) ?? []));
      start = page.LastEvaluatedKey;
    } while (start);
  }
  return records;
}

/** Puts records as they are, past everything that would keep or note them. */
export async function putRecords<Item extends object>(
  // biome-ignore lint/suspicious/noExplicitAny: of whatever keys and indexes.
  entity: Entity<Item, any>,
  records: readonly NoInfer<Item>[],
): Promise<void> {
  await writeBatches(records.map((record) => entity.item(record)));
  if (entity.name === 'student') await rebuildClassRosters();
}

/** Deletes records by their keys. */
export async function deleteRecords<Key extends object>(
  entity: { delete: (key: Key) => Action },
  keys: readonly NoInfer<Key>[],
): Promise<void> {
  for (const key of keys) await executeActionOfTest(entity.delete(key));
}
