import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTableAway, noteWhenAway, TableAwayError } from '#functions/platform/table/table-away.ts';

/** What the table's address answers, by the name of the case. */
const refusal = (status: number, name: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No.' }));
};
const answers: Record<string, (response: ServerResponse) => void> = {
  'it hangs up': (response) => response.destroy(),
  'it says nothing': () => undefined,
  ThrottlingException: refusal(400, 'ThrottlingException'),
  ProvisionedThroughputExceededException: refusal(400, 'ProvisionedThroughputExceededException'),
  RequestLimitExceeded: refusal(400, 'RequestLimitExceeded'),
  InternalServerError: refusal(500, 'InternalServerError'),
  'a status of 503': refusal(503, 'ServiceUnavailable'),
  AccessDeniedException: refusal(400, 'AccessDeniedException'),
  ValidationException: refusal(400, 'ValidationException'),
  ResourceNotFoundException: refusal(400, 'ResourceNotFoundException'),
  ConditionalCheckFailedException: refusal(400, 'ConditionalCheckFailedException'),
};
const passing = [
  'it hangs up',
  'it says nothing',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
].concat(['RequestLimitExceeded', 'InternalServerError', 'a status of 503']);
const ours = Object.keys(answers).filter((name) => !passing.includes(name));

let server: Server;
let now = '';
beforeAll(async () => {
  server = createServer((_request, response) => answers[now]?.(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const clientAt = (endpoint: string) =>
  new DynamoDBClient({
    ...{
      endpoint,
      region: 'us-east-1',
      maxAttempts: 2,
      requestHandler: { requestTimeout: 50, throwOnRequestTimeout: true },
    },
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });

/** What a read of a client of the product throws, typed and plain. */
async function failures(endpoint: string): Promise<unknown[]> {
  const client = clientAt(endpoint);
  noteWhenAway(client);
  const bare = client.send(new GetItemCommand({ TableName: 'trial', Key: { pk: { S: '1' } } }));
  const plain = DynamoDBDocumentClient.from(client).send(new GetCommand({ TableName: 'trial', Key: { pk: '1' } }));
  return Promise.all(
    [bare, plain].map((read) =>
      read.then(
        () => 'answered',
        (error) => error,
      ),
    ),
  );
}
const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('the table is away', () => {
  it.each(passing)('where the client’s tries end with: %s', async (name) => {
    now = name;
    expect((await failures(here())).map(isTableAway)).toEqual([true, true]);
  });

  it('where nobody listens at its address, or it has none', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect((await failures(`http://127.0.0.1:${port}`)).map(isTableAway)).toEqual([true, true]);
    expect((await failures('http://nowhere.invalid:80')).map(isTableAway)).toEqual([true, true]);
  });

  it('where we give up asking again, also as the cause of something else', () => {
    const error = new TableAwayError('Keys were left nine times');
    expect([error, new Error('A list could not be read', { cause: error })].map(isTableAway)).toEqual([true, true]);
  });

  it.each(ours)('not where it answers %s: that is a fault of ours', async (name) => {
    now = name;
    expect((await failures(here())).map(isTableAway)).toEqual([false, false]);
  });

  it('not where something else could not be reached', async () => {
    now = 'it hangs up';
    const other = clientAt(here());
    const error = await other.send(new GetItemCommand({ TableName: 'trial', Key: { pk: { S: '1' } } })).catch((e) => e);
    expect(error).toBeInstanceOf(Error);
    expect([error, new Error('Oops'), 'Oops', undefined].map(isTableAway)).toEqual([false, false, false, false]);
  });
});
