import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#shared/contracts.ts';
import { requestOf } from '../../../web/api/request.ts';
import { type ExampleEntry, exampleEntries } from '../../support/callers/call-examples.ts';
import type { RawRequest } from '../../support/callers/client.ts';
import { ExamplesOfEverybody } from '../../support/callers/examples-of-everybody.ts';
import { isWhole } from '../../support/samples/extent.ts';
import { type Fields, fieldsOf, mark } from '../../support/samples/odd-input.ts';
import { changesSince, type TableContent } from '../../support/school/table-content.ts';

const gets = exampleEntries.filter(({ call }) => call.method === 'GET');
const posts = exampleEntries.filter(({ call }) => call.method !== 'GET' && !call.accepts);
const forms = exampleEntries.filter(({ call }) => call.accepts);
const withPath = exampleEntries.filter(({ call }) => call.path.includes('{'));

/** After all tests of a call: nothing of what they sent has been stored. */
function storesNothing(before: () => TableContent): void {
  afterAll(async () => expect(await changesSince(before())).toEqual([]));
}

const jsonOf = (entry: ExampleEntry, change: Fields = {}): string => JSON.stringify({ ...entry.input, ...change });

/** Requests that are wrong before anybody looks at what their fields hold. */
describe('a request that is no request', () => {
  let examples: ExamplesOfEverybody;

  beforeAll(async () => {
    examples = await ExamplesOfEverybody.start();
  });
  afterAll(() => examples.stop());

  describe.each(posts)('$call.method $call.path', (entry) => {
    storesNothing(() => examples.before);

    it.each([
      '{',
      `{"name":"${mark}"`,
      `{"name":'${mark}'}`,
      '{"a":1,}',
      '{"a":01}',
      '{"a":NaN}',
      '{"a":1}{"a":1}',
      '\u0000',
      `{"a":"${mark}\u0000"}`,
      `{"a":"${mark}\n"}`,
    ])('refuses %j, which is no JSON', async (body) => {
      await examples.refuses(entry, { body }, 400);
    });

    it.each(['[]', '[{}]', `"${mark}"`, 'null', '1', 'true'])('refuses %s, which is no object', async (body) => {
      await examples.refuses(entry, { body }, 400);
    });

    it('refuses a field that is there twice, also in other letters and deeper down', async () => {
      const json = jsonOf(entry);
      const [name = 'a'] = Object.keys(entry.input);
      const head = json === '{}' ? '{"a":1' : json.slice(0, -1);
      const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
      await examples.refuses(entry, { body: `${head},"${name}":"${mark}"}` }, 400);
      await examples.refuses(entry, { body: `${head},"${escaped}":"${mark}"}` }, 400);
      await examples.refuses(entry, { body: `${head},"was":{"late":1,"late":2}}` }, 400);
    });

    it('refuses fields it does not know, by name', async () => {
      const answer = await examples.refuses(entry, { body: jsonOf(entry, { nobody_knows: mark }) }, 422);
      expect(answer.error?.fields).toEqual({ nobody_knows: ['Unknown field.'] });
    });

    it.each([
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'valueOf',
    ])('refuses a field named %s, at every depth', async (name) => {
      const answer = await examples.refuses(entry, { body: jsonOf(entry, { [name]: { [name]: mark } }) }, 422);
      expect(Object.entries(answer.error?.fields ?? {})).toEqual([[name, ['Unknown field.']]]);
      await examples.refuses(entry, { body: jsonOf(entry, { was: { [name]: mark } }) }, 422);
    });

    it('refuses a field named __proto__, at every depth', async () => {
      const head = jsonOf(entry) === '{}' ? '{"a":1' : jsonOf(entry).slice(0, -1);
      await examples.refuses(entry, { body: `${head},"__proto__":{"role":"Admin"}}` }, 400);
      await examples.refuses(entry, { body: `${head},"was":{"__proto__":{"late":1}}}` }, 400);
      await examples.refuses(entry, { body: `${head},"was":[{"\\u005f_proto__":1}]}` }, 400);
      expect(({} as Fields).role).toBeUndefined();
    });

    it('refuses half a character: lone surrogates and bytes that are no UTF-8', async () => {
      const field = fieldsOf(entry)[0] ?? 'a';
      await examples.refuses(entry, { body: jsonOf(entry, { [field]: `${mark} \ud83d` }) }, 400);
      await examples.refuses(entry, { body: jsonOf(entry, { was: { comment: `\udc00${mark}` } }) }, 400);
      await examples.refuses(entry, { body: jsonOf(entry, { '\ud800': 1 }) }, 400);
      await examples.refuses(
        entry,
        { body: Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')]) },
        400,
      );
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ])('refuses a body of type %s', async (type) => {
      await examples.refuses(entry, { headers: { 'Content-Type': type } }, 415);
    });

    it('refuses a query', async () => {
      await examples.refuses(entry, { path: `${entry.call.path}?student_id=${mark}` }, 400);
    });

    it('refuses a body above 64 KB, or what the call states, and one of a megabyte', async () => {
      const { largestBody = 64 * 1024 } = entry.call;
      const above = mark.repeat(Math.ceil(largestBody / mark.length));
      await examples.refuses(entry, { body: jsonOf(entry, { comment: above }) }, 413);
      if (isWhole) await examples.refuses(entry, { body: jsonOf(entry, { comment: mark.repeat(1_165_100) }) }, 413);
    });

    // By day for every tenth call.
    const isTenth = posts.indexOf(entry) % 10 === 0;
    it.runIf(isWhole || isTenth)('refuses a body that is deep or has very many fields', async () => {
      await examples.refuses(entry, { body: `{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}` }, 422);
      await examples.refuses(entry, { body: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` }, 422);
      await examples.refuses(entry, { body: jsonOf(entry, { a: '\\'.repeat(20_000), b: '"'.repeat(4_000) }) }, 422);
      const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`f${index}`, index]));
      const answer = await examples.refuses(entry, { body: jsonOf(entry, many) }, 422);
      expect(answer.bytes.length).toBeLessThan(10_000);
    });
  });

  describe.each(forms)('$call.method $call.path', (entry) => {
    storesNothing(() => examples.before);

    const formOf = (...more: [string, string][]): FormData => {
      const { body } = requestOf(entry.call, entry.input);
      const form = body instanceof FormData ? body : new FormData();
      for (const [name, value] of more) form.append(name, value);
      return form;
    };
    const type = 'multipart/form-data; boundary=x';

    it.each([
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
      'multipart/form-data',
    ])('refuses a body of type %s', async (wrong) => {
      await examples.refuses(entry, { body: '--x--', headers: { 'Content-Type': wrong } }, 415);
    });

    it.each([
      '',
      mark,
      '--x',
      '--y--\r\n',
      '--x\r\n\r\na',
      '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="year"\r\n\r\n2025',
      `--x\r\n${'A: b\r\n'.repeat(20_000)}\r\n--x--\r\n`,
    ])('refuses a body that is no form', async (body) => {
      await examples.refuses(entry, { body, headers: { 'Content-Type': type } }, 400);
    });

    it('refuses a field that is there twice, and one named __proto__', async () => {
      const [name = 'file'] = Object.keys(entry.input).filter((field) => field !== 'file');
      await examples.refuses(entry, { body: formOf([name, mark]) }, 400);
      await examples.refuses(entry, { body: formOf(['__proto__', mark]) }, 400);
    });

    it('refuses fields it does not know, by name', async () => {
      const answer = await examples.refuses(
        entry,
        { body: formOf(['nobody_knows', mark], ['constructor', mark]) },
        422,
      );
      expect(Object.entries(answer.error?.fields ?? {})).toEqual([
        ['nobody_knows', ['Unknown field.']],
        ['constructor', ['Unknown field.']],
      ]);
    });

    it('refuses a text where the file should be, and a file where a text should be', async () => {
      const form = formOf();
      form.set('file', mark);
      form.set('year', new File([mark], 'year'));
      const answer = await examples.refuses(entry, { body: form }, 422);
      expect(Object.keys(answer.error?.fields ?? {}).toSorted()).toEqual(['file', 'year']);
    });

    it('refuses a query, and a form above its limit', async () => {
      await examples.refuses(entry, { path: `${entry.call.path}?year=2025` }, 400);
      const form = formOf();
      form.set('file', new File([new Uint8Array(6 * 1024 * 1024)], 'large.xlsx'));
      await examples.refuses(entry, { body: form }, 413);
    });

    it('refuses a form of more parts than any form has, before it is read', async () => {
      const many = Array.from({ length: 20_000 }, (_, index): [string, string] => [`f${index}`, mark]);
      const answer = await examples.refuses(entry, { body: formOf(...many) }, 400);
      expect(answer.bytes.length).toBeLessThan(10_000);
    });
  });

  describe.each(gets)('$call.method $call.path', (entry) => {
    storesNothing(() => examples.before);

    const withQuery = (query: string): Partial<RawRequest> => {
      const { url } = requestOf(entry.call, entry.input);
      return { path: `${url}${url.includes('?') ? '&' : '?'}${query}` };
    };

    it('refuses a field that is there twice', async () => {
      const name = Object.keys(entry.input)[0] ?? 'a';
      await examples.refuses(entry, withQuery(`${name}=${mark}&${name}=${mark}`), 400);
      if (name in entry.input) await examples.refuses(entry, withQuery(`${name}=${entry.input[name]}`), 400);
    });

    it('refuses fields it does not know, whatever their name', async () => {
      for (const name of ['nobody_knows', 'constructor', 'toString', 'hasOwnProperty', 'was.late', 'was[late]']) {
        const answer = await examples.refuses(entry, withQuery(`${encodeURIComponent(name)}=${mark}`), 422);
        expect(Object.entries(answer.error?.fields ?? {})).toEqual([[name, ['Unknown field.']]]);
      }
      await examples.refuses(entry, withQuery('__proto__=1'), 400);
    });
  });

  describe.each(withPath)('$call.path', (entry) => {
    storesNothing(() => examples.before);

    const places = [...entry.call.path.matchAll(/\{\w+\}/g)].map(([place]) => place);
    const example = requestOf(entry.call, entry.input).url.split('/');
    const pathWith = (place: string, value: string) =>
      entry.call.path
        .split('/')
        .map((part, index) => (part === place ? value : example[index]))
        .join('/');

    it.each([
      '%2e%2e%2f',
      '%2e%2e%2fT2',
      '..%5cT2',
      '%00',
      'T1%00',
      '%23',
      '%252e%252e',
      'T1%0d%0aSet-Cookie:a=b',
      '%c3%a9',
    ])('refuses %s in the path', async (value) => {
      for (const place of places) await examples.refuses(entry, { path: pathWith(place, value) }, 422);
    });

    it.each(['%', '%zz', '%ff', '%ed%a0%80'])('refuses %s in the path, which is no text', async (value) => {
      for (const place of places) await examples.refuses(entry, { path: pathWith(place, value) }, 400);
    });
  });

  describe.each(exampleEntries)('$call.method $call.path', (entry) => {
    storesNothing(() => examples.before);

    const { call } = entry;

    it('answers 404 to methods it does not have', async () => {
      const own = allCalls.filter((other) => other.call.path === call.path).map((other) => other.call.method);
      const strange = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter(
        (method) => !own.includes(method as never),
      );
      for (const method of strange) {
        const { url: path } = requestOf(call, entry.input);
        const hasBody = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
        const answer = await examples
          .clientFor(entry)
          .send({ method, path, ...(hasBody ? { body: jsonOf(entry) } : {}) });
        expect(`${method} ${answer.status}`).toBe(`${method} 404`);
      }
    });
  });

  it('answers 404 to addresses that are none', async () => {
    const client = examples.client('T1');
    for (const path of [
      '//',
      '/%',
      '/api//employee',
      '/api/employee/',
      '/api/%65mployee',
      '/API/employee',
      '/api/../api/x',
    ]) {
      expect(`${path} ${(await client.send({ method: 'GET', path })).status}`).toBe(`${path} 404`);
    }
  });
});
