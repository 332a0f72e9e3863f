import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fileTooLarge, uploadLimit } from '#shared/http/upload-limit.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { allCalls } from '#shared/product.ts';
import { crestWordings } from '#shared/term-reports/layouts/wordings.ts';
import { type Gateway, startGateway } from '../../../local/gateway.ts';

/**
 * What Lambda takes of a function that does not stream: 6 MB of JSON, in which bytes are text of four thirds the
 * length.
 */
const limit = 6 * 1024 * 1024;
const frame = JSON.stringify({ statusCode: 200, headers: {}, body: '', isBase64Encoded: true }).length;

const uploads = allCalls.filter(({ call }) => call.accepts);

let gateway: Gateway;
let body = '';
let isSilent = false;
let handed = 0;
beforeAll(async () => {
  gateway = await startGateway({
    port: 0,
    site: async () => false,
    calls: allCalls,
    loadFunction: async () => ({
      handler: (async (event: unknown) => {
        handed = Buffer.byteLength(JSON.stringify(event));
        if (isSilent) await new Promise(() => {});
        return { statusCode: 200, headers: {}, body, isBase64Encoded: true };
      }) as never,
    }),
  });
});
afterAll(() => gateway.close());

it('gives nobody an answer that Lambda would not give', async () => {
  const ask = async (length: number) => {
    body = 'A'.repeat(length);
    return (await fetch(`http://127.0.0.1:${gateway.port}/api/houses`)).status;
  };
  expect(await ask(limit - frame)).toBe(200);
  expect(await ask(limit - frame + 1)).toBe(502);
});

it('hands no function a request that Lambda would not take: bytes go there as text of four thirds the length', async () => {
  body = '';
  const path = `http://127.0.0.1:${gateway.port}${uploads[0]?.call.path}`;
  const send = (bytes: number) => fetch(path, { method: 'POST', body: new Uint8Array(bytes) });
  expect((await send(4_500_000)).status).toBe(200);
  expect(handed).toBeGreaterThan(6_000_000);
  handed = 0;
  const refused = await send(4_800_000);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toEqual({ errors: { message: [serverWordings.tooLarge] } });
  expect(handed).toBe(0);
  expect((await send(10 * 1024 * 1024 + 1)).status).toBe(413);
});

it('lets every call that takes a file take the largest one, with its fields beside it', () => {
  expect(uploads.length).toBeGreaterThan(3);
  // Text of four thirds the length, and 64 KB for the form and the request's headers.
  expect(Math.ceil((uploadLimit + 64 * 1024) / 3) * 4 + 64 * 1024).toBeLessThan(limit);
  /** Bytes of calls that take less: a picture is in every card's file. */
  const lessOf: Record<string, number> = { '/api/card-crest': 1_000_000 };
  for (const { call } of uploads) {
    const own = lessOf[call.path] ?? uploadLimit;
    const largest = { file: new File([new Uint8Array(own)], 'a.xlsx') };
    const tooLarge = { file: new File([new Uint8Array(own + 1)], 'a.xlsx') };
    const said = (input: object) => JSON.stringify(call.input().safeParse(input).error?.issues ?? []);
    expect(said(largest), call.path).not.toContain('larger');
    expect(said(tooLarge), call.path).toContain(call.path in lessOf ? crestWordings.tooLarge : fileTooLarge);
  }
});

it('answers that it took too long when a call takes longer than API Gateway waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isSilent = true;
  handed = 0;
  try {
    const answer = fetch(`http://127.0.0.1:${gateway.port}/api/houses`);
    while (handed === 0) await new Promise((soon) => setImmediate(soon));
    await vi.advanceTimersByTimeAsync(28_999);
    await vi.advanceTimersByTimeAsync(2);
    const { status } = await answer;
    expect(status).toBe(504);
  } finally {
    isSilent = false;
    vi.useRealTimers();
  }
});
