import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/callers/client.ts';
import { startServer } from '../../support/school/server.ts';

describe('addresses of the site on one machine', () => {
  let school: RunningSchool;
  let client: TestClient;

  beforeAll(async () => {
    school = await startServer({ isDemo: false });
    client = new TestClient(school.url);
  });
  afterAll(() => school.stop());

  const status = async (path: string) => (await client.send({ method: 'GET', path })).status;

  it('say where to report a fault, as text and for less than a year', async () => {
    const { headers, bytes } = await client.send({ method: 'GET', path: '/.well-known/security.txt' });
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = new TextDecoder().decode(bytes).split('\n');
    expect(lines).toContain('Contact: mailto:security@northgate.example');
    const [, expires = ''] = lines.find((line) => line.startsWith('Expires: '))?.split(' ') ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  });

  it.each([
    '//',
    '/%',
    '/%ff',
    '/nothing-here',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ])('answer 404 to %s, and never more than the site', async (path) => {
    expect(await status(path)).toBe(404);
  });

  it('give a browser that opens an unknown one as a page the site, which says that there is none', async () => {
    const open = async (path: string, accept: string) => {
      const { status, bytes } = await client.send({ method: 'GET', path, headers: { Accept: accept } });
      return [status, new TextDecoder().decode(bytes).includes('<div id="root">')];
    };
    const page = 'text/html,application/xhtml+xml,*/*;q=0.8';
    expect(await open('/nonsense', page)).toEqual([200, true]);
    expect(await open('/teacher/marks', page)).toEqual([200, true]);
    expect(await open('/nonsense.js', page)).toEqual([404, false]);
    expect(await open('/api/nonsense', page)).toEqual([404, false]);
    expect(await open('/nonsense', 'application/json')).toEqual([404, false]);
  });

  describe('are sent as CloudFront and API Gateway send them', () => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
        request(`${school.url}${path}`, { headers }, async (response) => {
          const body = Buffer.concat(await response.toArray());
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        })
          .once('error', reject)
          .end();
      });
    let script: string;
    beforeAll(async () => {
      const page = (await get('/')).body.toString();
      script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
      expect(script).not.toBe('');
    });

    it.each([
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ])('a script to a browser that takes %s in %s', async (accepted, encoding, decompress) => {
      const plain = await get(script);
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (let time = 0; time < 2; time += 1) {
        const answer = await get(script, { 'Accept-Encoding': accepted });
        expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
        expect(answer.body.length).toBeLessThan(plain.body.length / 2);
        expect(decompress(answer.body).equals(plain.body)).toBe(true);
      }
    });

    it('a page that the browser has already as nothing, whatever its encoding', async () => {
      const plain = await get('/');
      const packed = await get('/', { 'Accept-Encoding': 'br' });
      expect(plain.headers.etag).toMatch(/^"[\w-]+"$/);
      expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
      for (const etag of [plain.headers.etag, `W/${plain.headers.etag}`]) {
        const again = await get('/', { 'If-None-Match': etag ?? '' });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        expect(again.headers.etag).toBe(plain.headers.etag);
      }
      expect((await get('/', { 'If-None-Match': '"another"' })).status).toBe(200);
    });

    it('a font as it is', async () => {
      const sheet = /href="(\/assets\/[^"]+\.css)"/.exec((await get('/')).body.toString())?.[1] ?? '';
      const font = /url\((\/assets\/[^)]+\.woff2)\)/.exec((await get(sheet)).body.toString())?.[1] ?? '';
      const { headers, status } = await get(font, { 'Accept-Encoding': 'br, gzip' });
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined]);
    });
  });
});
