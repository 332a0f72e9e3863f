import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { type KeptTable, keptTables } from '../infra/table/kept-tables.ts';
import { keysTableDefinition } from '../infra/table/table-definition.ts';
import { tableParameters } from '../infra/table/table-parameters.ts';

/**
 * Tables and indexes of today that a kept database was made without. Records of before are in none that is added later,
 * so it cannot be repaired in place.
 */
export async function findMissingTablesAndIndexes(tableName: string): Promise<readonly string[]> {
  return (await Promise.all(keptTables(tableName).map(missingOf))).flat();
}

async function missingOf({ name, definition }: KeptTable): Promise<readonly string[]> {
  try {
    const { Table } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: name }));
    const there = new Set(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
    return definition.indexes.map((index) => index.name).filter((index) => !there.has(index));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [name];
    throw error;
  }
}

/** Makes the school's tables, those that a kept or copied database does not have already. */
export async function createTables(tableName: string): Promise<void> {
  for (const { name, definition } of keptTables(tableName)) await create(tableParameters(name, definition));
}

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
