import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { localNames } from '../../../local/environment.ts';

export type TableItem = Record<string, unknown>;

/** By the address of the database: to make one costs more than most of its requests. */
const clients = new Map<string, DynamoDBDocumentClient>();

/** The tests' own client: what they put and delete is nobody's work, and no guard of the functions looks at it. */
export function createTableClientOfTests(): DynamoDBDocumentClient {
  const address = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const known = clients.get(address);
  if (known) return known;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  clients.set(address, client);
  return client;
}

/** In which table a record belongs, by its partition key. */
export const findTableOfPartition = (pk: unknown): string =>
  /^(audit|access|card-places|posted)#/.test(String(pk)) ? localNames.trail : localNames.table;

/**
 * Everything in the tables of records and of what is written once, as far as a filter lets it. Expects each in its own.
 */
export async function scanBothTables(filter: object = {}): Promise<TableItem[]> {
  const client = createTableClientOfTests();
  const found: TableItem[] = [];
  for (const TableName of [localNames.table, localNames.trail]) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true, ...filter })) {
      const astray = Items.find(({ pk }) => findTableOfPartition(pk) !== TableName);
      if (astray) throw new Error(`${astray.pk} is in ${TableName}`);
      found.push(...Items);
    }
  }
  return found;
}
