import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseInput, readFields } from '#functions/platform/requests/input.ts';
import type { CallRow } from '#shared/http/contract.ts';

const post = { method: 'POST', path: '/x/{id}' } as unknown as CallRow;
const get = { method: 'GET', path: '/x/{id}' } as unknown as CallRow;

/** An event as API Gateway hands it over; a body goes as base64, as it does when every type counts as binary. */
function event(parts: {
  body?: string | Uint8Array;
  type?: string | null;
  query?: Record<string, string[]>;
  path?: Record<string, string>;
  isText?: boolean;
}): APIGatewayProxyEvent {
  const { body, type = 'application/json', query = null, path = null, isText = false } = parts;
  return {
    headers: type === null ? {} : { 'Content-Type': type },
    pathParameters: path,
    multiValueQueryStringParameters: query,
    body: body === undefined ? null : isText ? body : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== undefined && !isText,
  } as unknown as APIGatewayProxyEvent;
}

const statusOf = (read: () => unknown): number => {
  try {
    read();
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe('the fields of a request', () => {
  it('are path and query of a GET, path and body of a POST', () => {
    expect(readFields(get, event({ path: { id: 'a%20b' }, query: { c: ['%20'] } }))).toEqual({ id: 'a b', c: '%20' });
    expect(readFields(post, event({ path: { id: '7' }, body: '{"c":[1]}' }))).toEqual({ id: '7', c: [1] });
    expect(readFields(post, event({ body: '{"c":1}', isText: true }))).toEqual({ c: 1 });
    expect(readFields(post, event({ type: null }))).toEqual({});
    expect(readFields(get, event({ body: '{"ignored":1}' }))).toEqual({});
  });

  it.each([
    { what: 'twice in the query', read: () => readFields(get, event({ query: { a: ['1', '2'] } })) },
    { what: 'in path and query', read: () => readFields(get, event({ path: { id: '1' }, query: { id: ['1'] } })) },
    { what: 'in path and body', read: () => readFields(post, event({ path: { id: '1' }, body: '{"id":"1"}' })) },
    { what: 'in the query of a POST', read: () => readFields(post, event({ query: { a: ['1'] } })) },
    {
      what: 'by a name that is no name',
      read: () => readFields(get, event({ query: JSON.parse('{"__proto__":["1"]}') })),
    },
    { what: 'in a path that is no text', read: () => readFields(get, event({ path: { id: '%ff' } })) },
    {
      what: 'in bytes that are no UTF-8',
      // With another character instead of the byte it would be right.
      read: () => readFields(post, event({ body: Buffer.from('{"a":"\xff"}', 'latin1') })),
    },
  ])('are malformed when they stand $what', ({ read }) => {
    expect(statusOf(read)).toBe(400);
  });

  it.each([
    null,
    '',
    'text/plain',
    'text/json',
    'application/json-patch+json',
    'xapplication/json',
    'application/jsonx',
  ])('are not taken as %s', (type) => {
    expect(statusOf(() => readFields(post, event({ body: '{}', type })))).toBe(415);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
  ])('are taken as %s', (type) => {
    expect(readFields(post, event({ body: '{"a":1}', type }))).toEqual({ a: 1 });
  });

  it('may have 64 KB, counted in bytes, or what the call states', () => {
    const ofBytes = (size: number, letter: string) =>
      `{"a":"${letter.repeat((size - 8) / Buffer.byteLength(letter))}"}`;
    expect(statusOf(() => readFields(post, event({ body: ofBytes(65_536, 'x') })))).toBe(200);
    expect(statusOf(() => readFields(post, event({ body: ofBytes(65_537, 'x') })))).toBe(413);
    expect(statusOf(() => readFields(post, event({ body: ofBytes(65_538, 'é') })))).toBe(413);
    const larger = { ...post, largestBody: 100_000 };
    expect(statusOf(() => readFields(larger, event({ body: ofBytes(100_000, 'x') })))).toBe(200);
    expect(statusOf(() => readFields(larger, event({ body: ofBytes(100_001, 'x') })))).toBe(413);
  });
});

describe('what is wrong with an input', () => {
  const schema = z.strictObject({ mark: z.number(), was: z.optional(z.strictObject({ mark: z.number() })) });
  const row = {
    input: () => schema,
  } as unknown as CallRow;
  const fieldsOf = (input: Record<string, unknown>): unknown => {
    try {
      parseInput(row, input).valueOrThrow();
      return 'nothing';
    } catch (error) {
      return (error as { fields: unknown }).fields;
    }
  };

  it('is reported field by field, with the path of nested ones', () => {
    expect(fieldsOf({ mark: 1 })).toBe('nothing');
    expect(fieldsOf({ mark: 1, was: { mark: 2, odd: 3 }, strange: 4 })).toEqual({
      'was.odd': ['Unknown field.'],
      strange: ['Unknown field.'],
    });
    expect(Object.keys(fieldsOf({ mark: 'x', was: { mark: 'x' } }) as object)).toEqual(['mark', 'was.mark']);
  });

  it.each([
    'constructor',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'valueOf',
  ])('is reported for a field named %s as for any other', (name) => {
    expect(Object.entries(fieldsOf({ mark: 1, [name]: 1 }) as object)).toEqual([[name, ['Unknown field.']]]);
  });

  it('is reported for fifty fields at most', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, index]));
    expect(Object.keys(fieldsOf({ mark: 1, ...many }) as object)).toHaveLength(50);
  });
});

describe('text that cannot be seen', () => {
  const input = () =>
    z.strictObject({
      remark: z.string(),
      rows: z.optional(z.array(z.strictObject({ title: z.string() }))),
      was: z.optional(z.strictObject({ remark: z.string() })),
    });
  const parsed = (fields: Record<string, unknown>) => parseInput({ input } as unknown as CallRow, fields);
  const refusal = (fields: Record<string, unknown>) => {
    try {
      return parsed(fields).valueOrThrow();
    } catch (error) {
      return (error as { fields: Record<string, string[]> }).fields;
    }
  };

  it('is refused in whatever field it is, with its place and the reason', () => {
    expect(parsed({ remark: '\u202e' }).isValid).toBe(false);
    const input = { remark: 'Good', rows: [{ title: 'Test 1' }, { title: 'Test\u0000 2' }] };
    expect(refusal(input)).toEqual({ 'rows.1.title': [expect.stringContaining('U+0000')] });
  });

  it('is named at most fifty times', () => {
    const rows = Array.from({ length: 60 }, () => ({ title: '\u202e' }));
    expect(Object.keys(refusal({ remark: 'Good', rows }))).toHaveLength(50);
  });

  it('may be what was stored before: it can be corrected', () => {
    expect(parsed({ remark: 'Good', was: { remark: 'Good\u0000' } }).isValid).toBe(true);
  });
});
