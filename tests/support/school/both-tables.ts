import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { localNames } from '../../../local/environment.ts';

export type Item = Record<string, unknown>;

/** The tests' own client: what they put and delete is nobody's work, and no guard of the functions looks at it. */
export const testsClient = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });

/** In which table a record belongs, by its partition key. */
export const tableOf = (pk: unknown): string =>
  /^(audit|access|posted)#/.test(String(pk)) ? localNames.trail : localNames.table;

/** Everything in the tables of records and of what is written once, as far as a filter lets it. Expects each in its own. */
export async function itemsOfBoth(filter: object = {}): Promise<Item[]> {
  const client = testsClient();
  const found: Item[] = [];
  for (const TableName of [localNames.table, localNames.trail]) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true, ...filter })) {
      const astray = Items.find(({ pk }) => tableOf(pk) !== TableName);
      if (astray) throw new Error(`${astray.pk} is in ${TableName}`);
      found.push(...Items);
    }
  }
  client.destroy();
  return found;
}
