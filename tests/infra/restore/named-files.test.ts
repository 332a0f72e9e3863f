import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { kindAttribute } from '#functions/platform/table/table.ts';
import { filesOfOptionRecords, readNamedFiles } from '../../../infra/restore/named-files.ts';

/** The files that a table with a record of the kind `chess-game` names, and the kinds that were scanned for. */
async function readNamed() {
  const table = mockClient(DynamoDBDocumentClient);
  table.on(ScanCommand).resolves({ Items: [{ [kindAttribute]: 'chess-game', board: 'boards/1' }] });
  const files = await readNamedFiles({ dynamoDb: new DynamoDBClient({}), table: 't' });
  const [scan] = table.commandCalls(ScanCommand);
  table.restore();
  return { files, kinds: Object.values(scan?.args[0].input.ExpressionAttributeValues ?? {}) };
}

it('files are those that records of the core name where no option has any', async () => {
  filesOfOptionRecords.fill({});
  expect(await readNamed()).toEqual({ files: [], kinds: ['student', 'archived-attendance'] });
});

it('files are also those that records of an option name', async () => {
  filesOfOptionRecords.fill({ chess: { 'chess-game': ({ board }) => [String(board)] } });
  expect(await readNamed()).toEqual({
    files: ['boards/1'],
    kinds: ['student', 'archived-attendance', 'chess-game'],
  });
});
