import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { callHandler } from '#functions/platform/requests/call-handler.ts';
import { newCsrfToken } from '#functions/platform/requests/csrf.ts';
import { apiHandler } from '#functions/platform/requests/pipeline.ts';
import { auditKey, auditRow } from '#functions/platform/table/audit.ts';
import { TableAwayError } from '#functions/platform/table/client/transient-errors.ts';
import { documentClient, tableNames } from '#functions/platform/table/table.ts';
import { contract } from '#shared/http/contract.ts';
import { noInput, okAnswer } from '#shared/http/fields.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import { collectLog, type LogLine } from '../../../support/log-lines.ts';

/** Calls whose input was parsed. */
const parsed: string[] = [];
const calls = contract({
  fail: { method: 'GET', path: '/fail', who: 'anyone', input: noInput, output: okAnswer, needs: { table: 'none' } },
  away: { method: 'GET', path: '/away', who: 'anyone', input: noInput, output: okAnswer, needs: { table: 'none' } },
  scan: { method: 'GET', path: '/scan', who: 'station', input: noInput, output: okAnswer, needs: { table: 'read' } },
  send: { method: 'POST', path: '/send', who: 'station', input: noInput, output: okAnswer, needs: { table: 'write' } },
  keep: {
    method: 'POST',
    path: '/keep',
    who: ['teacher'],
    output: okAnswer,
    needs: { table: 'none' },
    input: () => {
      parsed.push('keep');
      return noInput();
    },
  },
  keepMuch: {
    method: 'POST',
    path: '/keep-much',
    who: ['teacher'],
    output: okAnswer,
    needs: { table: 'read' },
    input: () => z.strictObject({ text: z.string() }),
    largestBody: 200_000,
  },
  print: {
    method: 'GET',
    path: '/print',
    who: 'anyone',
    input: noInput,
    output: okAnswer,
    needs: { table: 'none' },
    produces: 'application/pdf',
  },
  mine: { method: 'GET', path: '/mine', who: ['teacher'], input: noInput, output: okAnswer, needs: { table: 'none' } },
});
/** Sessions that were opened, by what was read with them. */
const opened: string[][] = [];
/** What the station's handler received. */
const told: string[] = [];
/** The document that is answered. */
let printed = new Uint8Array();
const handler = apiHandler(
  calls,
  {
    fail: async () => ({
      fail: callHandler(calls.fail, {
        handle: async () => {
          throw new Error('the disk of Ann Pupil is full', { cause: new TypeError('deeper') });
        },
      }),
    }),
    away: async () => ({
      away: callHandler(calls.away, {
        handle: async () => {
          throw new Error('a list of Ann Pupil', { cause: new TableAwayError('no answer') });
        },
      }),
    }),
    scan: async () => ({ scan: callHandler(calls.scan, { handle: async () => ({ ok: true as const }) }) }),
    send: async () => ({
      send: callHandler(calls.send, {
        prefetch: (_input, stationId) => {
          told.push(stationId);
          return {};
        },
        handle: async ({ caller, request }) => {
          told.push(caller.name, request.idempotencyKey);
          return { ok: true as const };
        },
      }),
    }),
    keep: async () => ({ keep: callHandler(calls.keep, { handle: async () => ({ ok: true as const }) }) }),
    keepMuch: async () => ({
      keepMuch: callHandler(calls.keepMuch, {
        prefetch: ({ text }, callerId) => ({ row: auditKey(callerId, `${text.length}`) }),
        handle: async ({ found, caller }) => {
          told.push(caller.name, found.row?.name ?? 'not found');
          return { ok: true as const };
        },
      }),
    }),
    print: async () => ({ print: callHandler(calls.print, { handle: async () => printed as never }) }),
    mine: async () => ({ mine: callHandler(calls.mine, { handle: async () => ({ ok: true as const }) }) }),
  },
  {
    openSession: async (_cookie, points) => {
      const found = points('T1');
      opened.push(Object.keys(found));
      return {
        caller: {
          accountId: 'T1',
          role: 'teacher',
          userName: 'mona',
          name: 'Mona Núñez',
          permissions: [],
          sessionHash: '',
        },
        found: found as never,
      };
    },
    openStation: async (key, points) =>
      key === 'G1.secret' ? { caller: { stationId: 'G1', name: 'Main gate' }, found: points('G1') as never } : null,
    slowSession: async () => {},
    csrfKey: async () => 'key',
    recordAccessEvent: async () => {},
  },
);
const requestId = '6f7f0961-07c2-4b4d-8e21-3f9a5c0d7e11';
const event = (resource: string, headers: Record<string, string> = {}) =>
  ({
    httpMethod: 'GET',
    resource,
    headers,
    requestContext: { requestId, identity: { sourceIp: '198.51.100.1' } },
  }) as unknown as APIGatewayProxyEvent;

it('refuses a document that Lambda could not answer: 6 MB of text are four and a half of bytes', async () => {
  printed = new Uint8Array(4_500_000);
  const most = await handler(event('/print'), {} as Context);
  expect(most.statusCode).toBe(200);
  expect(Buffer.byteLength(JSON.stringify(most))).toBeLessThan(6 * 1024 * 1024);
  printed = new Uint8Array(4_500_001);
  const larger = await handler(event('/print'), {} as Context);
  expect([larger.statusCode, JSON.parse(larger.body)]).toEqual([
    413,
    { errors: { message: ['This document is larger than 4.5 MB and cannot be sent. Please choose fewer students.'] } },
  ]);
});

describe('a failure that nobody expected', () => {
  let lines: LogLine[];
  beforeEach(() => {
    lines = collectLog();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is a 500 with the request’s id and no detail; the log has the detail and its cause', async () => {
    const answer = await handler(event('/fail'), {} as Context);
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      errors: { message: [requestWordings.failed], request_id: requestId },
    });
    expect(lines).toMatchObject([
      {
        level: 'ERROR',
        message: 'unexpected',
        correlation_id: requestId,
        call: 'GET /fail',
        error: { name: 'Error', cause: { name: 'TypeError', message: 'deeper' } },
      },
      { level: 'INFO', message: 'call', correlation_id: requestId, call: 'GET /fail', status: 500 },
    ]);
  });

  it('is a 503 with the seconds to wait while the table is away; the log has it under a name of its own', async () => {
    const answer = await handler(event('/away'), {} as Context);
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' } });
    expect(JSON.parse(answer.body)).toEqual({
      errors: { message: [serverWordings.tableAway], request_id: requestId },
    });
    expect(lines).toMatchObject([
      {
        level: 'ERROR',
        message: 'table-away',
        correlation_id: requestId,
        error: { cause: { name: 'TableAwayError' } },
      },
      { level: 'INFO', message: 'call', call: 'GET /away', status: 503 },
    ]);
  });

  it('is a 404 for a call that the contract does not have', async () => {
    expect((await handler(event('/other'), {} as Context)).statusCode).toBe(404);
  });
});

describe('the account that a page shows', () => {
  const asked = async (headers: Record<string, string>) =>
    (await handler(event('/mine', { cookie: 'session=T1.secret', ...headers }), {} as Context)).statusCode;

  it('must be the session’s: nothing is done in the name of somebody who signed in meanwhile', async () => {
    expect(await asked({ 'X-Account': 'T1' })).toBe(200);
    expect(await asked({ 'x-account': 'T2' })).toBe(401);
    expect(await asked({ 'x-account': '' })).toBe(401);
  });

  it('need not be said', async () => {
    expect(await asked({})).toBe(200);
  });
});

describe('a call of scan stations', () => {
  const asked = async (resource: string, headers: Record<string, string>) => {
    const method = resource === '/send' ? 'POST' : 'GET';
    return (await handler({ ...event(resource, headers), httpMethod: method }, {} as Context)).statusCode;
  };

  it('is made by a station’s key, and by nothing else', async () => {
    expect(await asked('/scan', { 'X-Station-Key': 'G1.secret' })).toBe(200);
    expect(await asked('/scan', { 'x-station-key': 'G1.other' })).toBe(401);
    expect(await asked('/scan', { cookie: 'session=T1.secret' })).toBe(401);
    expect(await asked('/scan', {})).toBe(401);
  });

  it('is all that the key opens', async () => {
    expect(await asked('/mine', { 'x-station-key': 'G1.secret' })).toBe(401);
  });

  it('needs no security cookie to change something, and is the station’s own under its idempotency key', async () => {
    const headers = { 'x-station-key': 'G1.secret', 'idempotency-key': 'attempt-1' };
    expect(await asked('/send', headers)).toBe(200);
    expect(told).toEqual(['G1', 'Main gate', 'G1/attempt-1']);
  });
});

describe('a body above 64 KB', () => {
  it('is read once its caller was let in, and then what the handler needs besides; the session once', async () => {
    const token = newCsrfToken('key', 'T1.secret');
    const cookie = `session=T1.secret; XSRF-TOKEN=${token}`;
    const headers = { 'Content-Type': 'application/json', cookie, 'x-xsrf-token': token };
    const row = auditRow({
      subject: 'T1',
      changes: [],
      by: {
        caller: { accountId: 'T2', name: 'Found by its key' },
        request: { now: new Date(), idempotencyKey: '70000' },
      },
    });
    const item = { ...row, pk: 'audit#T1', sk: '70000', __edb_e__: 'audit' };
    const send = vi
      .spyOn(documentClient, 'send')
      .mockImplementation(async () => ({ Responses: { [tableNames().records]: [item] } }));
    onTestFinished(() => send.mockRestore());
    const asked = async (length: number) => {
      opened.length = 0;
      told.length = 0;
      const body = JSON.stringify({ text: 'x'.repeat(length) });
      const request = { ...event('/keep-much', headers), httpMethod: 'POST', body };
      return (await handler(request, {} as Context)).statusCode;
    };
    expect(await asked(70_000)).toBe(200);
    expect([opened, send.mock.calls.length, told]).toEqual([[[]], 1, ['Mona Núñez', 'Found by its key']]);
    // Its faults are reported, and nothing more is read.
    expect(await asked(200_000)).toBe(413);
    expect([opened, send.mock.calls.length]).toEqual([[[]], 1]);
  });
});

describe('the body of a call that changes something', () => {
  const session = 'T1.secret';
  const token = newCsrfToken('key', session);
  const asked = async (headers: Record<string, string>, body: string) => {
    parsed.length = 0;
    const request = { ...event('/keep', { 'Content-Type': 'application/json', ...headers }), httpMethod: 'POST', body };
    return { status: (await handler(request, {} as Context)).statusCode, parsed: [...parsed] };
  };

  it('is parsed with a token that was signed for the session', async () => {
    const headers = { cookie: `session=${session}; XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
    expect(await asked(headers, '{}')).toEqual({ status: 200, parsed: ['keep'] });
    expect((await asked(headers, '{')).status).toBe(400);
  });

  it.each([
    ['a session of nobody’s making', { cookie: `session=T2.made; XSRF-TOKEN=${token}`, 'x-xsrf-token': token }, 419],
    ['no token', { cookie: `session=${session}` }, 419],
    ['no session', { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token }, 401],
  ])('is not even read with %s', async (_, headers, status) => {
    expect(await asked(headers, '{')).toEqual({ status, parsed: [] });
  });
});
