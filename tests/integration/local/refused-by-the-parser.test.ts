import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#shared/product.ts';
import { type Gateway, startGateway } from '../../../local/gateway.ts';

/** Written by hand: what every answer of the site carries. */
const headers = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-robots-tag',
];

/** Requests that never become a call: they are answered before anything of ours runs, or where nothing is. */
const requests = [
  { what: 'no HTTP', sent: 'hello\r\n\r\n', status: 400 },
  { what: 'no host', sent: 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', status: 400 },
  {
    what: 'a length and pieces',
    sent: 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    status: 400,
  },
  {
    what: 'an expectation',
    sent: 'POST /login HTTP/1.1\r\nHost: localhost\r\nExpect: a-cup-of-tea\r\nConnection: close\r\n\r\n',
    status: 417,
  },
  {
    what: 'headers of 20 KB',
    sent: `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    status: 431,
  },
  { what: 'another method', sent: 'PUT /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', status: 404 },
  { what: 'another host', sent: 'GET / HTTP/1.1\r\nHost: school.example\r\nConnection: close\r\n\r\n', status: 421 },
];

describe('an answer of the server itself', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({
      port: 0,
      site: async () => false,
      calls: allCalls,
      loadFunction: async () => ({ handler: (async () => ({ statusCode: 200, headers: {}, body: '' })) as never }),
    });
  });
  afterAll(() => gateway.close());

  it.each(requests)('carries every header, and a sentence, for $what', async ({ sent, status }) => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const names = lines.map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).toEqual(expect.arrayContaining(headers));
    expect(body).toContain('"errors":{"message":["');
  });
});
