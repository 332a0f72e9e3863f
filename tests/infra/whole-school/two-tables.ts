import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

/** The records of a table by their keys. */
export async function recordsOfTable(TableName: string): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    for (const item of Items) found.set(`${item.pk} ${item.sk}`, item);
  }
  return found;
}

/** What no file has: sessions and the like, tickets, links, and the run that made it. */
const left =
  /^(session|devices|second-factor|second-factor-step|attempts|challenge|upload|report-links|job#export-school)#|^account#\S+ slip#/;

/** Keys of records that are not the same in both, without what no file has. */
export function differencesBetween(
  before: ReadonlyMap<string, Record<string, unknown>>,
  after: ReadonlyMap<string, Record<string, unknown>>,
): string[] {
  const text = (record: Record<string, unknown> | undefined, key: string) => {
    if (record === undefined) return undefined;
    // The hash of a station's key.
    const { hash, ...rest } = record;
    return canonical(key.startsWith('stations ') ? rest : record);
  };
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !left.test(key) && text(before.get(key), key) !== text(after.get(key), key),
  );
}

const canonical = (record: Record<string, unknown>): string =>
  JSON.stringify(record, (_name, value) => {
    if (value instanceof Set) return { set: [...value].sort() };
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
