import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tableDefinition, trailDefinition } from '../../../infra/table/table-definition.ts';
import { tableParameters } from '../../../infra/table/table-parameters.ts';
import { createTables, findMissingTablesAndIndexes } from '../../../local/create-tables.ts';
import { type StandIns, startStandIns } from '../../../local/stand-ins.ts';

let standIns: StandIns;
beforeEach(async () => {
  standIns = await startStandIns({ dataFolder: ':memory:' });
  Object.assign(process.env, standIns.env);
});
afterEach(() => standIns.stop());

it('names the indexes that a table of an earlier version lacks', async () => {
  const {
    GlobalSecondaryIndexes = [],
    AttributeDefinitions = [],
    ...table
  } = tableParameters('earlier', tableDefinition);
  const earlier = new CreateTableCommand({
    ...table,
    AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => !AttributeName?.startsWith('gsi3')),
    GlobalSecondaryIndexes: GlobalSecondaryIndexes.filter(({ IndexName }) => IndexName !== 'gsi3'),
  });
  const client = new DynamoDBClient({});
  await client.send(earlier);
  await client.send(new CreateTableCommand(tableParameters('earlier-trail', trailDefinition)));
  expect(await findMissingTablesAndIndexes('earlier')).toEqual(['gsi3']);
});

it('names the table of what is written once, which a database of an earlier version lacks, however often it is asked', async () => {
  await new DynamoDBClient({}).send(new CreateTableCommand(tableParameters('earlier', tableDefinition)));
  expect(await findMissingTablesAndIndexes('earlier')).toEqual(['earlier-trail']);
  expect(await findMissingTablesAndIndexes('earlier')).toEqual(['earlier-trail']);
});

it('names nothing of today’s tables', async () => {
  await createTables('today');
  expect(await findMissingTablesAndIndexes('today')).toEqual([]);
});
