import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { keysTableDefinition, type TableDefinition, tableDefinition } from '../infra/table-definition.ts';

/** A table as the stacks make it: the school's where `definition` is left out. */
export function tableParameters(name: string, definition: TableDefinition = tableDefinition): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes } = definition;
  const keys = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  const schema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: schema(partitionKey, sortKey),
    AttributeDefinitions: keys.map((key) => ({ AttributeName: key, AttributeType: 'S' as const })),
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map((index) => ({
            IndexName: index.name,
            KeySchema: schema(index.partitionKey, index.sortKey),
            Projection: index.projects
              ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projects] }
              : { ProjectionType: 'ALL' as const },
          })),
        }),
  };
}

/** Indexes of today's table that a kept one was made without. Their records are in no index that is added later, so it cannot be mended in place. */
export async function missingIndexes(name: string): Promise<readonly string[]> {
  const { Table } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: name }));
  const there = new Set(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  return tableDefinition.indexes.map((index) => index.name).filter((index) => !there.has(index));
}

/** Makes the school's table, unless a kept or copied database has it already. */
export const createTable = (name: string): Promise<boolean> => create(tableParameters(name));

/** Makes the table of the keys that sign cookies. False where it is kept. */
export const createKeysTable = (name: string): Promise<boolean> => create(tableParameters(name, keysTableDefinition));

async function create(parameters: CreateTableCommandInput): Promise<boolean> {
  try {
    await new DynamoDBClient({}).send(new CreateTableCommand(parameters));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    return false;
  }
  return true;
}
