import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryTransient, withSharedRetries } from '#functions/platform/table/client/retry-policy.ts';
import { isTableAway, TableAwayError, TableBusyError } from '#functions/platform/table/client/transient-errors.ts';

const refusal = (status: number, name: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No.' }));
};

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

describe('a request to DynamoDB', () => {
  let server: Server;
  let respond: (response: ServerResponse) => void;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const clientAt = (endpoint: string) =>
    new DynamoDBClient({
      endpoint,
      region: 'us-east-1',
      maxAttempts: 1,
      requestHandler: { requestTimeout: 50, throwOnRequestTimeout: true },
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (endpoint: string) => {
    requests = 0;
    const client = clientAt(endpoint);
    const failed = retryTransient(() =>
      client.send(new GetItemCommand({ TableName: 'trial', Key: { pk: { S: '1' } } })),
    );
    return failed.then(
      () => 'answered',
      (error) => error,
    );
  };

  it.each([
    ['hangs up', (response: ServerResponse) => response.destroy()],
    ['says nothing', () => undefined],
    ['ThrottlingException', refusal(400, 'ThrottlingException')],
    ['ProvisionedThroughputExceededException', refusal(400, 'ProvisionedThroughputExceededException')],
    ['RequestLimitExceeded', refusal(400, 'RequestLimitExceeded')],
    ['InternalServerError', refusal(500, 'InternalServerError')],
    ['a status of 503', refusal(503, 'ServiceUnavailable')],
  ])('is sent ten times, and the table is away, when it answers: %s', async (_, answer) => {
    respond = answer;
    const error = await read(here());
    expect(error).toBeInstanceOf(TableAwayError);
    expect(error.cause).toBeInstanceOf(Error);
    expect(requests).toBe(10);
  });

  it.each([
    'AccessDeniedException',
    'ValidationException',
    'ResourceNotFoundException',
    'ConditionalCheckFailedException',
  ])('is sent once when it answers %s, which is thrown as it is', async (name) => {
    respond = refusal(400, name);
    expect(await read(here())).toMatchObject({ name });
    expect(requests).toBe(1);
  });

  it('finds the table away where nobody listens at its address, or it has none', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await read(`http://127.0.0.1:${port}`)).toBeInstanceOf(TableAwayError);
    expect(await read('http://nowhere.invalid:80')).toBeInstanceOf(TableAwayError);
  });
});

describe('retries', () => {
  const named = (name: string, facts = {}) => Object.assign(new Error(name), { name, ...facts });
  const cancelled = (...codes: string[]) =>
    named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });
  /** Fails with these errors, one after another; the last one stays. */
  function failing(...errors: Error[]) {
    const attempt = vi.fn(async () => {
      throw errors[Math.min(attempt.mock.calls.length, errors.length) - 1];
    });
    return attempt;
  }

  it.each([
    ['a transaction conflict', cancelled('None', 'TransactionConflict'), TableBusyError],
    ['a write beside a transaction', named('TransactionConflictException'), TableBusyError],
    ['a conflict beside a throttle', cancelled('TransactionConflict', 'ThrottlingError'), TableBusyError],
    ['a throttled transaction', cancelled('ThrottlingError', 'None'), TableAwayError],
    // It may have been carried out, so the message must not deny it.
    ['a transaction that is in progress', named('TransactionInProgressException'), TableAwayError],
  ])('end after ten attempts for %s', async (_, error, thrown) => {
    const attempt = failing(error);
    await expect(retryTransient(attempt)).rejects.toBeInstanceOf(thrown);
    expect(attempt).toHaveBeenCalledTimes(10);
  });

  it.each([
    ['a condition that did not hold, beside a conflict', cancelled('TransactionConflict', 'ConditionalCheckFailed')],
    ['a fault of ours', cancelled('ValidationError', 'None')],
  ])('are none for %s', async (_, error) => {
    const attempt = failing(error);
    await expect(retryTransient(attempt)).rejects.toBe(error);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('pause by lot, twice as long each time and a second at most', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    const pauses: number[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((resume: () => void, pause: number) => {
      pauses.push(pause);
      resume();
    }) as never);
    await expect(retryTransient(failing(named('ThrottlingException')))).rejects.toThrow(TableAwayError);
    expect(pauses).toEqual([25, 50, 100, 200, 400, 500, 500, 500, 500]);
  });

  it('end five seconds after the first failure', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const attempt = vi.fn(async () => {
      now += 2000;
      throw named('TimeoutError');
    });
    await expect(retryTransient(attempt)).rejects.toThrow(TableAwayError);
    expect(attempt).toHaveBeenCalledTimes(4);
  });

  it('of everything in a loop are counted together', async () => {
    const attempts = vi.fn();
    const conflictOnce = () => {
      let count = 0;
      return retryTransient(async () => {
        attempts();
        count += 1;
        if (count === 1) throw cancelled('TransactionConflict');
      });
    };
    const loop = async () => {
      for (let round = 0; round < 50; round += 1) await withSharedRetries(conflictOnce);
    };
    await expect(withSharedRetries(loop)).rejects.toThrow(TableBusyError);
    expect(attempts).toHaveBeenCalledTimes(19);
  });
});

it('the table is away also where that is the cause of something else', () => {
  expect([new Error('A list could not be read', { cause: new TableAwayError('x') }), 'Oops'].map(isTableAway)).toEqual([
    true,
    false,
  ]);
});
