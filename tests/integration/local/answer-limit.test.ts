import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../../local/gateway.ts';

/** What Lambda takes of a function that does not stream: 6 MB of JSON, in which bytes are text of four thirds the length. */
const limit = 6 * 1024 * 1024;
const frame = JSON.stringify({ statusCode: 200, headers: {}, body: '', isBase64Encoded: true }).length;

let gateway: Gateway;
let body = '';
beforeAll(async () => {
  gateway = await startGateway({
    port: 0,
    site: async () => false,
    loadFunction: async () => ({
      handler: (async () => ({ statusCode: 200, headers: {}, body, isBase64Encoded: true })) as never,
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
