import { Writable } from 'node:stream';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ForbiddenError } from '#functions/platform/errors.ts';
import {
  callHandler,
  callStreamer,
  documentToSave,
  imageReply,
  Reply,
  reportCardsReply,
} from '#functions/platform/requests/call-handler.ts';
import { apiHandler, documentHandler } from '#functions/platform/requests/pipeline.ts';
import { streamHandler } from '#functions/platform/requests/streamed-answer.ts';
import { contract, eventStreamType, imageType, xlsxType } from '#shared/http/contract.ts';
import { noInput, okAnswer } from '#shared/http/fields.ts';
import { createFakeAuthenticator } from '../../../support/callers/fake-authenticator.ts';
import { collectLog, type LogLine } from '../../../support/log-lines.ts';

const row = { method: 'GET', who: ['teacher'], input: noInput, output: okAnswer, needs: { table: 'none' } } as const;
const document = { ...row, kind: 'documents' } as const;
const stream = { ...row, kind: 'streams' } as const;
const rows = contract({
  sheet: { ...document, path: '/sheet', produces: 'application/pdf' },
  card: { ...document, path: '/card', produces: 'application/pdf' },
  list: { ...document, path: '/list', produces: xlsxType },
  picture: { ...document, path: '/picture', produces: imageType },
  huge: { ...document, path: '/huge', produces: 'application/pdf' },
  link: { ...document, path: '/link', isDocumentOpened: true },
  refused: { ...document, path: '/refused', produces: 'application/pdf' },
  cookies: { ...row, path: '/cookies' },
  large: { ...stream, path: '/large', produces: xlsxType },
  steps: { ...stream, path: '/steps', output: () => z.number(), produces: eventStreamType },
  broken: { ...stream, path: '/broken', output: () => z.number(), produces: eventStreamType },
  barred: { ...stream, path: '/barred', output: () => z.number(), produces: eventStreamType },
});
const bytes = new TextEncoder().encode('bytes') as never;
const oneCard = { year: 2026, term: 1, classId: '1A', studentId: 'S1' } as const;
/** Streams whose reader has gone, or that came to their end: what their handlers let go of. */
const released: string[] = [];

function functions() {
  const { authenticator, notes } = createFakeAuthenticator();
  const api = apiHandler(
    rows,
    {
      cookies: async () => ({
        cookies: callHandler(rows.cookies, { handle: async () => new Reply({ ok: true as const }, ['a=1', 'b=2']) }),
      }),
    },
    authenticator,
  );
  const documents = documentHandler(
    rows,
    {
      sheet: async () => ({ sheet: callHandler(rows.sheet, { handle: async () => bytes }) }),
      card: async () => ({ card: callHandler(rows.card, { handle: async () => reportCardsReply(bytes, oneCard) }) }),
      list: async () => ({
        list: callHandler(rows.list, { handle: async () => documentToSave(bytes, 'Élèves.xlsx') }),
      }),
      picture: async () => ({
        picture: callHandler(rows.picture, { handle: async () => imageReply(bytes, 'image/png') }),
      }),
      huge: async () => ({
        huge: callHandler(rows.huge, { handle: async () => new Uint8Array(4_500_001) as never }),
      }),
      link: async () => ({ link: callHandler(rows.link, { handle: async () => ({ ok: true as const }) }) }),
      refused: async () => ({
        refused: callHandler(rows.refused, {
          handle: async () => {
            throw new ForbiddenError('Not your class.');
          },
        }),
      }),
    },
    authenticator,
  );
  const streams = streamHandler(
    rows,
    {
      large: async () => ({
        large: callHandler(rows.large, { handle: async () => documentToSave(bytes, 'All.xlsx') }) as never,
      }),
      steps: async () => ({
        steps: callStreamer(rows.steps, {
          handle: async function* () {
            try {
              yield 1;
              yield 2;
              yield 3;
            } finally {
              released.push('steps');
            }
          },
        }),
      }),
      broken: async () => ({
        broken: callStreamer(rows.broken, {
          handle: async function* () {
            yield 1;
            throw new TypeError('of Ann Pupil');
          },
        }),
      }),
      barred: async () => ({
        barred: callStreamer(rows.barred, {
          // biome-ignore lint/correctness/useYield: refused before there is an event.
          handle: async function* () {
            throw new ForbiddenError('Not your school.');
          },
        }),
      }),
    },
    authenticator,
  );
  return { api, documents, streams, notes };
}

const requestId = '6f7f0961-07c2-4b4d-8e21-3f9a5c0d7e11';
const event = (resource: string) =>
  ({
    httpMethod: 'GET',
    resource,
    headers: { Cookie: 'session=secret' },
    requestContext: { requestId, identity: { sourceIp: '198.51.100.1' } },
  }) as unknown as APIGatewayProxyEvent;
const opened = (path: string) => ({ kind: 'document opened', accountId: 'T1', call: `GET ${path}` });

let lines: LogLine[] = [];
beforeEach(() => {
  vi.restoreAllMocks();
  lines = collectLog();
  released.length = 0;
});

describe('the answer of a document', () => {
  const asked = async (path: string) => {
    const { documents, notes } = functions();
    const answer = await documents(event(path), {} as Context);
    return { ...answer, notes };
  };

  it.each([
    ['/sheet', { 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline' }],
    ['/card', { 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline' }],
    [
      '/list',
      {
        'Content-Type': xlsxType,
        'Content-Disposition': `attachment; filename="Eleves.xlsx"; filename*=UTF-8''%C3%89l%C3%A8ves.xlsx`,
      },
    ],
    ['/picture', { 'Content-Type': 'image/png' }],
  ])('is its bytes, under its type, shown or saved: %s', async (path, headers) => {
    const { notes: _, ...answer } = await asked(path);
    expect(answer).toEqual({
      statusCode: 200,
      headers: { 'Cache-Control': 'no-store', ...headers },
      body: Buffer.from('bytes').toString('base64'),
      isBase64Encoded: true,
    });
  });

  it.each([
    ['/sheet', [opened('/sheet')]],
    ['/card', [{ ...opened('/card'), card: oneCard }]],
    ['/list', [opened('/list')]],
    ['/link', [opened('/link')]],
    ['/picture', []],
    ['/refused', [{ ...opened('/refused'), kind: 'forbidden' }]],
  ])('is kept as opened, except a picture and what was refused: %s', async (path, notes) => {
    expect((await asked(path)).notes).toEqual(notes);
  });

  it('is not kept as opened where it is larger than Lambda returns', async () => {
    expect(await asked('/huge')).toMatchObject({ statusCode: 413, notes: [] });
  });

  it('sets several cookies', async () => {
    expect(await functions().api(event('/cookies'), {} as Context)).toEqual({
      statusCode: 200,
      body: '{"ok":true}',
      headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    });
  });
});

describe('an answer that goes out in pieces', () => {
  /** What a browser gets. Its reader may go after so many pieces. */
  async function streamed(path: string, read = Number.POSITIVE_INFINITY) {
    const pieces: string[] = [];
    const heads: unknown[] = [];
    const into = new Writable({
      write(piece, _encoding, next) {
        pieces.push(String(piece));
        if (pieces.length >= read) this.destroy();
        next();
      },
    });
    // As the Lambda runtime has it.
    const runtime = {
      streamifyResponse: (handler: unknown) => handler,
      HttpResponseStream: {
        from: (target: Writable, head: unknown) => {
          heads.push(head);
          return target;
        },
      },
    };
    vi.stubGlobal('awslambda', runtime);
    try {
      const { streams, notes } = functions();
      await streams(event(path), into);
      return { pieces, heads, notes };
    } finally {
      vi.unstubAllGlobals();
    }
  }
  const eventHead = { statusCode: 200, headers: { 'Content-Type': eventStreamType, 'Cache-Control': 'no-store' } };

  it('is events, one after another', async () => {
    expect(await streamed('/steps')).toEqual({
      pieces: ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n'],
      heads: [eventHead],
      notes: [],
    });
    expect(lines).toMatchObject([
      { level: 'INFO', message: 'call', call: 'GET /steps', status: 200, correlation_id: requestId },
    ]);
    expect(Number(lines[0]?.milliseconds)).toBeLessThan(60_000);
    expect(released).toEqual(['steps']);
  });

  it('goes no further than its reader', async () => {
    expect((await streamed('/steps', 1)).pieces).toEqual(['data: 1\n\n']);
    expect(released).toEqual(['steps']);
  });

  it('ends where it fails, and the log says why', async () => {
    expect((await streamed('/broken')).pieces).toEqual(['data: 1\n\n']);
    expect(lines).toMatchObject([
      {
        level: 'ERROR',
        message: 'unexpected',
        call: 'GET /broken',
        correlation_id: requestId,
        error: { name: 'TypeError' },
      },
      { level: 'INFO', message: 'call', call: 'GET /broken', status: 200 },
    ]);
  });

  it('is an answer like any other where it is refused', async () => {
    const { pieces, heads, notes } = await streamed('/barred');
    expect(JSON.parse(pieces.join(''))).toEqual({ errors: { message: ['Not your school.'] } });
    expect(heads).toMatchObject([{ statusCode: 403, headers: { 'Content-Type': 'application/json' } }]);
    expect(notes).toEqual([{ ...opened('/barred'), kind: 'forbidden' }]);
    expect(lines).toMatchObject([{ message: 'call', status: 403 }]);
  });

  it('is a large document, kept as opened', async () => {
    const { pieces, heads, notes } = await streamed('/large');
    expect(pieces).toEqual(['bytes']);
    expect(heads).toMatchObject([{ statusCode: 200, headers: { 'Content-Type': xlsxType } }]);
    expect(notes).toEqual([opened('/large')]);
  });
});
