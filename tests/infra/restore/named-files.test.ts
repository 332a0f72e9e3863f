import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { kindAttribute } from '#functions/platform/table/table.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { filesOfOptionRecords, readNamedFiles } from '../../../infra/restore/named-files.ts';

const ofCore = ['student', 'archived-attendance', 'card-layout', 'published-layout'];

/** The files that a table with a record of the kind `chess-game` names, and the kinds that were scanned for. */
async function readNamed(items: object[] = [{ [kindAttribute]: 'chess-game', board: 'boards/1' }]) {
  const table = mockClient(DynamoDBDocumentClient);
  table.on(ScanCommand).resolves({ Items: items as Record<string, unknown>[] });
  const files = await readNamedFiles({ dynamoDb: new DynamoDBClient({}), table: 't' });
  const [scan] = table.commandCalls(ScanCommand);
  table.restore();
  return { files, kinds: Object.values(scan?.args[0].input.ExpressionAttributeValues ?? {}) };
}

it('files are those that records of the core name where no option has any', async () => {
  filesOfOptionRecords.fill({});
  expect(await readNamed()).toEqual({ files: [], kinds: ofCore });
});

it('files are also those that records of an option name', async () => {
  filesOfOptionRecords.fill({ chess: { 'chess-game': ({ board }) => [String(board)] } });
  expect(await readNamed()).toEqual({
    files: ['boards/1'],
    kinds: [...ofCore, 'chess-game'],
  });
});

it('the pictures of a draft and of a published layout are some of them, each once', async () => {
  filesOfOptionRecords.fill({});
  const [used, drafted, signature] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
  const signatures = [{ block: 'signatures', of: [{ post: 'principal', picture: signature }] }];
  const signed = { ...standardLayout, front: [...standardLayout.front.slice(0, -1), signatures] };
  const { files } = await readNamed([
    { [kindAttribute]: 'published-layout', layout: { ...signed, crest: used } },
    { [kindAttribute]: 'card-layout', draft: { ...standardLayout, crest: used } },
    { [kindAttribute]: 'card-layout', draft: { ...signed, crest: drafted } },
    { [kindAttribute]: 'card-layout', draft: standardLayout },
  ]);
  expect(files).toEqual([`crests/${used}`, `crests/${drafted}`, `crests/${signature}`]);
});
