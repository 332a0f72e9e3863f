import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tableParameters } from '../../../infra/table/table-parameters.ts';
import { type StandIns, startStandIns } from '../../../local/stand-ins.ts';
import { createTable, missingIndexes } from '../../../local/table.ts';

let standIns: StandIns;
beforeEach(async () => {
  standIns = await startStandIns({ dataFolder: ':memory:' });
  Object.assign(process.env, standIns.env);
});
afterEach(() => standIns.stop());

it('names the indexes that a table of an earlier version lacks', async () => {
  const { GlobalSecondaryIndexes = [], AttributeDefinitions = [], ...table } = tableParameters('earlier');
  const earlier = new CreateTableCommand({
    ...table,
    AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => !AttributeName?.startsWith('gsi3')),
    GlobalSecondaryIndexes: GlobalSecondaryIndexes.filter(({ IndexName }) => IndexName !== 'gsi3'),
  });
  await new DynamoDBClient({}).send(earlier);
  expect(await missingIndexes('earlier')).toEqual(['gsi3']);
});

it('names none of a table of today', async () => {
  await createTable('today');
  expect(await missingIndexes('today')).toEqual([]);
});
