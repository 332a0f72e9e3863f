import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { documentHeaders } from '#shared/http/security-headers.ts';
import { isSiteRoute } from '#shared/product.ts';
import { filesFunctionSource, siteFunctionSource, textFunctionSource } from '../../../infra/site/site-function.ts';
import { rewritten } from './rewritten-address.ts';

describe('the routes function', () => {
  it('gives a browser that opens an unknown address as a page the site, which says that there is none', () => {
    const page = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const uri of ['/nonsense', '/teacher/marks', '/adminn/']) expect(rewritten(uri, page)).toBe('/index.html');
    for (const uri of ['/nonsense.js', '/assets/gone.css', '/api/nonsense']) expect(rewritten(uri, page)).toBe(uri);
    for (const accept of ['*/*', 'application/json', undefined])
      expect(rewritten('/nonsense', accept)).toBe('/nonsense');
  });

  it('gives each route of the site its index.html', () => {
    for (const uri of ['/', '/term-reports', '/admin', '/admin/dashboard', '/admin/dashboard/terms']) {
      expect(rewritten(uri)).toBe('/index.html');
    }
  });

  it('leaves every other address alone', () => {
    for (const uri of [
      '/school.json',
      '/theme.js',
      '/administrator',
      '/term-reports.pdf',
      '/nothing',
      '/assets/admin/x.js',
    ]) {
      expect(rewritten(uri)).toBe(uri);
    }
  });

  it('agrees with the rule that the local gateway uses', () => {
    for (const uri of [
      '/',
      '/admin',
      '/admin/',
      '/admin/x',
      '/adminx',
      '/term-reports',
      '/term-reports/x',
      '/x',
      '/api/x',
    ]) {
      expect(rewritten(uri) === '/index.html').toBe(isSiteRoute(uri));
    }
  });

  it('is smaller than the 10 KB that CloudFront takes, as the other two are', () => {
    for (const source of [siteFunctionSource(), textFunctionSource(), filesFunctionSource()])
      expect(Buffer.byteLength(source)).toBeLessThan(10_240);
  });
});

describe('the function of texts', () => {
  const typeOf = (value: string): unknown =>
    runInNewContext(
      `${textFunctionSource()}; handler({ response: { headers: { 'content-type': { value: ${JSON.stringify(value)} } } } })`,
    ).headers['content-type'].value;

  it.each([
    'text/html',
    'text/css',
    'text/javascript',
    'text/plain',
    'application/javascript',
    'image/svg+xml',
  ])('says of %s that it is UTF-8, once', (type) => {
    expect(typeOf(type)).toBe(`${type}; charset=utf-8`);
    expect(typeOf(`${type}; charset=utf-8`)).toBe(`${type}; charset=utf-8`);
  });

  it.each(['font/woff2', 'image/png', 'application/json'])('leaves %s alone', (type) => {
    expect(typeOf(type)).toBe(type);
  });

  it('leaves an answer without a type alone', () => {
    expect(runInNewContext(`${textFunctionSource()}; handler({ response: { headers: {} } })`).headers).toEqual({});
  });
});

describe('the files function', () => {
  const session = 'VDE.a-secret-of-the-browser';
  const mark = createHash('sha256').update(session).digest('hex');
  const given = {
    method: 'GET',
    uri: '/files/pictures/S01.jpg',
    cookies: { '__Host-session': { value: session } },
    querystring: { 'x-session': { value: mark } },
  };
  const answer = (request: object) =>
    runInNewContext(`${filesFunctionSource()}; handler({ request })`, {
      require: (name: string) => (name === 'crypto' ? { createHash } : undefined),
      request: structuredClone(request),
    });

  it.each([
    ['/files', '/'],
    [
      '/files/student-files/file_passport/S01-0123456789abcdef.pdf',
      '/student-files/file_passport/S01-0123456789abcdef.pdf',
    ],
    ['/files/pictures/S%2001-0123456789abcdef.jpg', '/pictures/S%2001-0123456789abcdef.jpg'],
    ['/documents/report-cards/run/1A.pdf', '/report-cards/run/1A.pdf'],
  ])('makes %s the path %s of the bucket', (uri, path) => {
    expect(answer({ ...given, uri }).uri).toBe(path);
  });

  it.each([
    ['without a session', { ...given, cookies: {} }],
    ['with an empty session', { ...given, cookies: { '__Host-session': { value: '' } } }],
    ['of another session', { ...given, cookies: { '__Host-session': { value: `${session}2` } } }],
    [
      'with a cookie that another site below the domain may set',
      { ...given, cookies: { session: { value: session } } },
    ],
    ['for no session', { ...given, querystring: {} }],
    ['asked for its headers alone, of another session', { ...given, method: 'HEAD', cookies: {} }],
  ])('refuses a link %s, with the headers of every answer', (_, request) => {
    const { statusCode, headers } = answer(request);
    expect(statusCode).toBe(403);
    const sent = Object.fromEntries(
      Object.entries(headers as Record<string, { value: string }>).map(([name, { value }]) => [name, value]),
    );
    const all = { ...documentHeaders, 'Cache-Control': 'private, no-store', 'Content-Type': 'application/json' };
    expect(sent).toEqual(Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value])));
  });

  it('lets a form that S3 has signed be sent', () => {
    expect(answer({ method: 'POST', uri: '/files', cookies: {}, querystring: {} }).uri).toBe('/');
  });
});
