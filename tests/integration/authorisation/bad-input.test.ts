import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#shared/product.ts';
import { toWebRequest } from '../../../web/api/request.ts';
import { type CallWithExample, callsWithExamples } from '../../support/callers/call-examples.ts';
import type { RawRequest } from '../../support/callers/client.ts';
import { ExamplesOfEverybody } from '../../support/callers/examples-of-everybody.ts';
import { type InputFields, listFieldNamesOfCall, pupilMarker } from '../../support/samples/odd-input.ts';
import { listChangesSince } from '../../support/school/table-content.ts';

/**
 * One way in which a request is wrong before anybody looks at the values of its fields, and the status that refuses it.
 */
interface Wrong {
  /** Status, and the fields that the answer names. */
  is: [status: number, ...fields: string[]];
  send: (entry: CallWithExample) => Partial<RawRequest>;
}

const jsonOf = (entry: CallWithExample, change: InputFields = {}): string =>
  JSON.stringify({ ...entry.input, ...change });
/** The example's JSON without its last brace, and a comma. */
const openJsonOf = (entry: CallWithExample): string =>
  `${jsonOf(entry) === '{}' ? '{"a":1' : jsonOf(entry).slice(0, -1)},`;
const escaped = (name: string) => `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
const body = (make: (entry: CallWithExample) => string | FormData) => (entry: CallWithExample) => ({
  body: make(entry),
});
const firstField = ({ input }: CallWithExample) => Object.keys(input)[0] ?? 'a';

const notJson = [
  '{',
  `{"name":"${pupilMarker}"`,
  `{"name":'${pupilMarker}'}`,
  '{"a":1,}',
  '{"a":01}',
  '{"a":NaN}',
  '{"a":1}{"a":1}',
  '\u0000',
  `{"a":"${pupilMarker}\u0000"}`,
  `{"a":"${pupilMarker}\n"}`,
];
const notObjects = ['[]', '[{}]', `"${pupilMarker}"`, 'null', '1', 'true'];
const foreignTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
];
const inheritedNames = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

const wrongBodies: Record<string, Wrong> = {
  ...Object.fromEntries(
    [...notJson, ...notObjects].map((text) => [JSON.stringify(text), { is: [400], send: () => ({ body: text }) }]),
  ),
  ...Object.fromEntries(
    foreignTypes.map((type) => [type, { is: [415], send: () => ({ headers: { 'Content-Type': type } }) }]),
  ),
  ...Object.fromEntries(
    inheritedNames.map((name): [string, Wrong] => [
      `a field named ${name}`,
      { is: [422, name], send: body((entry) => jsonOf(entry, { [name]: { [name]: pupilMarker } })) },
    ]),
  ),
  'an unknown field': {
    is: [422, 'nobody_knows'],
    send: body((entry) => jsonOf(entry, { nobody_knows: pupilMarker })),
  },
  'a field twice': { is: [400], send: body((entry) => `${openJsonOf(entry)}"x":1,"x":1}`) },
  'a field twice, once in other letters': {
    is: [400],
    send: body(
      (entry) => `${openJsonOf(entry)}"${firstField(entry)}":1,"${escaped(firstField(entry))}":"${pupilMarker}"}`,
    ),
  },
  'a field twice deeper down': {
    is: [400],
    send: body((entry) => `${openJsonOf(entry)}"was":{"late":1,"late":2}}`),
  },
  'a field named __proto__': {
    is: [400],
    send: body((entry) => `${openJsonOf(entry)}"__proto__":{"role":"Admin"}}`),
  },
  'a field named __proto__ deeper down, escaped': {
    is: [400],
    send: body((entry) => `${openJsonOf(entry)}"was":[{"\\u005f_proto__":1}]}`),
  },
  'a lone surrogate in a field': {
    is: [400],
    send: body((entry) => jsonOf(entry, { [listFieldNamesOfCall(entry)[0] ?? 'a']: `${pupilMarker} \ud83d` })),
  },
  'a lone surrogate as a name': { is: [400], send: body((entry) => jsonOf(entry, { '\ud800': 1 })) },
  'bytes that are not UTF-8': {
    is: [400],
    send: () => ({ body: Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')]) }),
  },
  'a query': { is: [400], send: ({ call }) => ({ path: `${call.path}?student_id=${pupilMarker}` }) },
  'a body above its limit': {
    is: [413],
    send: body((entry) => jsonOf(entry, { comment: 'x'.repeat(entry.call.largestBody ?? 64 * 1024) })),
  },
  'objects ten thousand deep': { is: [422], send: body(() => `{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`) },
  'lists thirty thousand deep': { is: [422], send: body(() => `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`) },
  'four thousand fields': {
    is: [422],
    send: body((entry) =>
      jsonOf(entry, Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`f${index}`, index]))),
    ),
  },
};

const formOf = ({ call, input }: CallWithExample, ...more: [string, string][]): FormData => {
  const { body: example } = toWebRequest(call, input);
  const form = example instanceof FormData ? example : new FormData();
  for (const [name, value] of more) form.append(name, value);
  return form;
};
/** The example's form with a file and a text exchanged for these. */
const changedForm = (entry: CallWithExample, changes: Record<string, string | File>) => {
  const form = formOf(entry);
  for (const [name, value] of Object.entries(changes)) form.set(name, value);
  return form;
};
const notForms = [
  '',
  pupilMarker,
  '--x',
  '--y--\r\n',
  '--x\r\n\r\na',
  '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="year"\r\n\r\n2025',
  `--x\r\n${'A: b\r\n'.repeat(20_000)}\r\n--x--\r\n`,
];

const wrongForms: Record<string, Wrong> = {
  ...Object.fromEntries(
    ['application/json', 'text/plain', 'multipart/mixed; boundary=x', 'multipart/form-data'].map((type) => [
      type,
      { is: [415], send: () => ({ body: '--x--', headers: { 'Content-Type': type } }) },
    ]),
  ),
  ...Object.fromEntries(
    notForms.map((text, index) => [
      `body ${index} that is no form`,
      { is: [400], send: () => ({ body: text, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }) },
    ]),
  ),
  'a field twice': {
    is: [400],
    send: body((entry) =>
      formOf(entry, [Object.keys(entry.input).find((name) => name !== 'file') ?? 'file', pupilMarker]),
    ),
  },
  'a field named __proto__': { is: [400], send: body((entry) => formOf(entry, ['__proto__', pupilMarker])) },
  'unknown fields': {
    is: [422, 'constructor', 'nobody_knows'],
    send: body((entry) => formOf(entry, ['nobody_knows', pupilMarker], ['constructor', pupilMarker])),
  },
  'a text in place of the file, and a file in place of a text': {
    is: [422, 'file', 'year'],
    send: body((entry) => changedForm(entry, { file: pupilMarker, year: new File([pupilMarker], 'year') })),
  },
  'a query': { is: [400], send: ({ call }) => ({ path: `${call.path}?year=2025` }) },
  'a form above its limit': {
    is: [413],
    send: body((entry) => changedForm(entry, { file: new File([new Uint8Array(6 * 1024 * 1024)], 'large.xlsx') })),
  },
  'twenty thousand parts': {
    is: [400],
    send: body((entry) =>
      formOf(entry, ...Array.from({ length: 20_000 }, (_, at): [string, string] => [`f${at}`, pupilMarker])),
    ),
  },
};

const withQuery = (query: (entry: CallWithExample) => string) => (entry: CallWithExample) => {
  const { url } = toWebRequest(entry.call, entry.input);
  return { path: `${url}${url.includes('?') ? '&' : '?'}${query(entry)}` };
};

const wrongQueries: Record<string, Wrong> = {
  ...Object.fromEntries(
    ['nobody_knows', 'constructor', 'toString', 'hasOwnProperty', 'was.late', 'was[late]'].map(
      (name): [string, Wrong] => [
        `a field named ${name}`,
        { is: [422, name], send: withQuery(() => `${encodeURIComponent(name)}=${pupilMarker}`) },
      ],
    ),
  ),
  'a field named __proto__': { is: [400], send: withQuery(() => '__proto__=1') },
  'a field twice': {
    is: [400],
    send: withQuery((entry) => `${firstField(entry)}=${pupilMarker}&${firstField(entry)}=${pupilMarker}`),
  },
};

/** The example's address with this in each of its places. */
const pathWith = (value: string) => (entry: CallWithExample) => ({
  path: entry.call.path.replaceAll(/\{\w+\}/g, value),
});
const wrongPaths: Record<string, Wrong> = Object.fromEntries([
  ...['%2e%2e%2f', '..%5cT2', '%00', 'T1%00', '%23', '%252e%252e', 'T1%0d%0aSet-Cookie:a=b', '%c3%a9'].map(
    (value): [string, Wrong] => [`${value} in the path`, { is: [422], send: pathWith(value) }],
  ),
  ...['%', '%zz', '%ff', '%ed%a0%80'].map((value): [string, Wrong] => [
    `${value} in the path`,
    { is: [400], send: pathWith(value) },
  ]),
]);

const hasPlace = ({ call }: CallWithExample) => call.path.includes('{');
const kinds: [name: string, wrongs: Record<string, Wrong>, calls: CallWithExample[]][] = [
  ['body', wrongBodies, callsWithExamples.filter(({ call }) => call.method !== 'GET' && !call.accepts)],
  ['form', wrongForms, callsWithExamples.filter(({ call }) => call.accepts)],
  ['query', wrongQueries, callsWithExamples.filter((entry) => entry.call.method === 'GET')],
  ['path', wrongPaths, callsWithExamples.filter(hasPlace)],
];

/** Each call is sent some of these, and each of these to several calls. */
const perCall = 6;

describe('a request that is wrong before its values are read', () => {
  let examples: ExamplesOfEverybody;

  beforeAll(async () => {
    examples = await ExamplesOfEverybody.start();
  });
  afterAll(async () => {
    await examples.stop();
  });

  describe.each(kinds)('in its %s', (_kind, wrongs, calls) => {
    const all = Object.entries(wrongs);
    const chosen = calls.map((entry, index) => ({
      entry,
      title: `${entry.call.method} ${entry.call.path}`,
      some: Array.from({ length: perCall }, (_, at) => all[(index * perCall + at) % all.length] as [string, Wrong]),
    }));

    it('is tried in every way', () => {
      expect(new Set(chosen.flatMap(({ some }) => some.map(([name]) => name))).size).toBe(all.length);
    });

    it.each(chosen)('is refused: $title', async ({ entry, some }) => {
      for (const [name, { is, send }] of some) {
        const [status, ...fields] = is;
        const answer = await examples.send(entry, send(entry));
        expect([name, answer.status, answer.body]).toMatchObject([name, status, { errors: {} }]);
        const named = Object.keys(answer.error?.fields ?? {});
        if (fields.length > 0) expect([name, ...named.toSorted()]).toEqual([name, ...fields]);
        expect(answer.bytes.length).toBeLessThan(10_000);
      }
      expect(await listChangesSince(examples.before)).toEqual([]);
    });
  });

  it('is answered 404 where the address or the method is none', async () => {
    const addresses = [
      '//',
      '/%',
      '/api//employee',
      '/api/employee/',
      '/api/%65mployee',
      '/API/employee',
      '/api/../api/x',
    ];
    for (const path of addresses) {
      const { status } = await examples.client('T1').send({ method: 'GET', path });
      expect(`${path} ${status}`).toBe(`${path} 404`);
    }
    for (const entry of callsWithExamples) {
      const own = allCalls.filter(({ call }) => call.path === entry.call.path).map(({ call }) => String(call.method));
      const { url: path } = toWebRequest(entry.call, entry.input);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'].filter((one) => !own.includes(one))) {
        const hasBody = method === 'POST' || method === 'PUT';
        const answer = await examples
          .clientFor(entry)
          .send({ method, path, ...(hasBody ? { body: jsonOf(entry) } : {}) });
        expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
      }
    }
    expect(await listChangesSince(examples.before)).toEqual([]);
  });
});
