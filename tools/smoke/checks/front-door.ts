import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { documentHeaders, type SecurityHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { hashedAssetsPath } from '#shared/http/site-routes.ts';
import { NotApplicable } from '../not-applicable.ts';
import type { Visitor } from '../visitor.ts';

/** Headers and the Content-Security-Policy of a page, a call, what is missing, and a document that nobody may open. */
export async function checkHeaders({ place: { url } }: Visitor): Promise<string> {
  const expected: [path: string, status: number, headers: SecurityHeaders][] = [
    ['/', 200, securityHeaders],
    ['/school.json', 200, securityHeaders],
    ['/sanctum/csrf-cookie', 200, securityHeaders],
    ['/no-such-page', 404, securityHeaders],
    ['/api/students', 401, securityHeaders],
    ['/report-card', 401, documentHeaders],
    ['/documents/no-such-file', 403, documentHeaders],
  ];
  for (const [path, status, wanted] of expected) {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    assert.equal(answer.status, status, `${path} answered ${answer.status}, not ${status}`);
    for (const [name, value] of Object.entries(wanted)) {
      assert.equal(answer.headers.get(name), value, `${path} has another ${name}: ${answer.headers.get(name)}`);
    }
    for (const name of ['server', 'x-powered-by']) {
      assert.ok(!/nginx|express|s3/i.test(answer.headers.get(name) ?? ''), `${path} tells its ${name}`);
    }
  }
  return `${expected.length} answers with ${Object.keys(securityHeaders).length} headers each`;
}

/** Addresses within the site give its page; a file of it is kept for a year, the page never. */
export async function checkDeepLinks({ place: { url } }: Visitor): Promise<string> {
  const page = await (await fetch(url)).text();
  const links = ['/admin', '/admin/dashboard', '/term-reports/mark-sheet?year=2025', '/station'];
  for (const link of links) {
    const answer = await fetch(url + link);
    assert.equal(answer.status, 200, `${link} answered ${answer.status}`);
    assert.equal(await answer.text(), page, `${link} is not the page`);
    assert.equal(answer.headers.get('cache-control'), 'no-cache', `${link} may be kept`);
  }
  const unknown = await fetch(`${url}/no-such-page`, { headers: { accept: 'text/html' } });
  assert.equal(await unknown.text(), page, 'A browser that opens an unknown address is not given the page');
  const file = new RegExp(`${hashedAssetsPath}[^"]+\\.js`).exec(page)?.[0];
  assert.ok(file, 'The page names no script');
  const script = await fetch(url + file);
  assert.equal(script.status, 200, `${file} answered ${script.status}`);
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/, `${file} is no script`);
  assert.match(script.headers.get('cache-control') ?? '', /immutable/, `${file} may not be kept`);
  await script.arrayBuffer();
  return `${links.length} addresses and the script they load`;
}

/** The id that a browser gives a request is that of its answer, also where it is refused. */
export async function checkRequestId({ place: { url } }: Visitor): Promise<string> {
  const paths = ['/api/health', '/api/students'];
  for (const path of paths) {
    const sent = randomUUID();
    const answer = await fetch(url + path, { headers: { 'x-amzn-requestid': sent } });
    await answer.arrayBuffer();
    const answered = answer.headers.get('x-amzn-requestid');
    assert.equal(answered, sent, `${path} was answered under the id ${answered}, not that of the request`);
  }
  return `${paths.length} answers with the id of their request`;
}

/** API Gateway's own address, without the key that CloudFront shows it. */
export async function checkApiRefusesDirectCalls({ place: { aws } }: Visitor): Promise<string> {
  if (!aws) throw new NotApplicable('there is no CloudFront to pass by');
  const keys: Record<string, string>[] = [{}, { 'x-api-key': 'x'.repeat(64) }];
  for (const headers of keys) {
    const answer: Response = await fetch(`${aws.api}/sanctum/csrf-cookie`, { headers });
    await answer.arrayBuffer();
    assert.equal(answer.status, 403, `The API answered ${answer.status} to a caller who passed CloudFront by`);
  }
  return 'refused without a key and with a wrong one';
}
