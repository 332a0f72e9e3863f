import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { keysTableDefinition, tableDefinition } from '../infra/table/table-definition.ts';
import { tableParameters } from '../infra/table/table-parameters.ts';

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
