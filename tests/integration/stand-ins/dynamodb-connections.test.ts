import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import type { LocalServer } from '../../../local/aws-protocol/http-server.ts';
import { credentialScope, sha256, signRequest } from '../../../local/aws-protocol/signature-v4.ts';
import { startDynamoDb } from '../../../local/dynamodb/dynamodb.ts';
import { isAws } from './support/service-under-test.ts';

let server: LocalServer;

/** A request as bytes on the wire. */
function requestOf(operation: string, input: object, more: Record<string, string> = {}): Buffer {
  const body = Buffer.from(JSON.stringify(input));
  const signed = {
    host: 'localhost',
    'x-amz-date': '20250901T120000Z',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  const scope = { day: '20250901', service: 'dynamodb' };
  const signedHeaders = Object.keys(signed).join(';');
  const signature = signRequest({
    method: 'POST',
    path: '/',
    query: '',
    contentSha256: sha256(body),
    date: signed['x-amz-date'],
    ...scope,
    signedHeaders,
    header: (name: string) => signed[name as keyof typeof signed],
  });
  const credential = `${localAccount.accessKeyId}/${credentialScope(scope.day, scope.service)}`;
  const headers = {
    ...signed,
    Authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    'Content-Type': 'application/x-amz-json-1.0',
    'Content-Length': String(body.length),
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}

/** Sends pieces on one warm connection and gives what comes back, until as many answers as asked for are there. */
async function exchange(pieces: Buffer[], answers: number): Promise<string> {
  const socket = connect({ port: Number(new URL(server.endpoint).port), host: '127.0.0.1', noDelay: true });
  socket.write(requestOf('ListTables', {}));
  await once(socket, 'data');
  let received = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
      if (received.split('HTTP/1.1 ').length > answers && /\}$/.test(received)) resolve();
    });
    socket.once('close', () => resolve());
  });
  for (const piece of pieces) {
    socket.write(piece);
    // A piece of its own on the wire, most likely sent before anything can have come back.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  socket.destroy();
  return received;
}

const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

describe.skipIf(isAws)('a connection to the DynamoDB stand-in', () => {
  beforeAll(async () => {
    server = await startDynamoDb(':memory:');
  });

  afterAll(() => server.stop());

  it('takes a request in pieces of one byte', async () => {
    const request = requestOf('ListTables', {});
    const received = await exchange(
      [...request].map((byte) => Buffer.from([byte])),
      1,
    );
    expect(received).toContain('{"TableNames":[]}');
  });

  it('answers requests sent together in their order, its own refusals among them', async () => {
    const refused = { TableName: 'none', Item: {}, ConditionExpression: 'a = :undefined' };
    const requests = [
      requestOf('ListTables', {}),
      requestOf('PutItem', refused),
      requestOf('ListTables', { Limit: 1 }),
    ];
    expect(statuses(await exchange([Buffer.concat(requests)], 3))).toEqual(['200', '400', '200']);
  });

  it('survives bodies that are no requests', async () => {
    for (const input of [
      [],
      { TransactItems: 7 },
      { Item: { a: { S: 5 } }, TableName: 'none' },
      { RequestItems: { a: null } },
    ]) {
      for (const operation of ['PutItem', 'TransactWriteItems', 'BatchWriteItem', 'Query']) {
        expect(statuses(await exchange([requestOf(operation, input)], 1))).toEqual(['400']);
      }
    }
  });
});
