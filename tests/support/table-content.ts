import { ScanCommand } from '@aws-sdk/lib-dynamodb';

/** Kept by the way of every request, refused ones included. */
const byTheWay = /^(session|attempts|challenge|signing-key)#/;

/** Every stored item by its key, as canonical text; without sessions, challenges, counted sign-in tries and the keys that sign cookies. */
export type TableContent = ReadonlyMap<string, string>;

export async function tableContent(): Promise<TableContent> {
  const { documentClient, entityConfiguration } = await import('#functions/platform/table/table.ts');
  const content = new Map<string, string>();
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new ScanCommand({ TableName: entityConfiguration.table, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    for (const item of page.Items ?? []) {
      if (!byTheWay.test(String(item.pk))) content.set(`${item.pk} ${item.sk}`, canonical(item));
    }
    start = page.LastEvaluatedKey;
  } while (start);
  return content;
}

/** Keys of the items that were added, changed or removed since `before`; none means that nothing was stored. */
export async function changesSince(before: TableContent): Promise<string[]> {
  const after = await tableContent();
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}

/** Fields of maps and members of sets come from DynamoDB in any order. */
const canonical = (item: Record<string, unknown>): string =>
  JSON.stringify(item, (_name, value) => {
    if (value instanceof Set) return [...value].sort();
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
