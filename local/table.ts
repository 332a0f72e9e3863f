import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../infra/table-definition.ts';

/** The single table as the data stack makes it. */
export function tableParameters(name: string): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes } = tableDefinition;
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
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: schema(index.partitionKey, index.sortKey),
      Projection: index.projects
        ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projects] }
        : { ProjectionType: 'ALL' as const },
    })),
  };
}

/** Indexes of today's table that a kept one was made without. Their records are in no index that is added later, so it cannot be mended in place. */
export async function missingIndexes(name: string): Promise<readonly string[]> {
  const { Table } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: name }));
  const there = new Set(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  return tableDefinition.indexes.map((index) => index.name).filter((index) => !there.has(index));
}

/** Makes the table, unless a kept or copied database has it already. */
export async function createTable(name: string): Promise<void> {
  try {
    await new DynamoDBClient({}).send(new CreateTableCommand(tableParameters(name)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}
