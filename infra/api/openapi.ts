import * as z from 'zod/mini';
import {
  accountHeader,
  type CallRow,
  idempotencyKeyPattern,
  isAccountCall,
  isStateChangingCall,
  listSuffix,
  mediaTypesOf,
  needsCsrf,
  stationHeader,
} from '#shared/http/contract.ts';
import { errorBody } from '#shared/http/error-body.ts';
import { allCalls, type Domain } from '#shared/product.ts';

type Json = Record<string, unknown>;

/** One valid input of a call. */
export type ExampleInputLookup = (call: {
  domain: Domain;
  name: string;
}) => Readonly<Record<string, unknown>> | undefined;

/** The calls of the contracts as an OpenAPI 3.1 document, each with an example. */
export function openApiDocument(exampleOf: ExampleInputLookup): Json {
  const paths: Record<string, Json> = {};
  for (const { domain, name, call } of allCalls) {
    const operations = paths[call.path] ?? {};
    operations[call.method.toLowerCase()] = operationOf(call, { domain, name, example: exampleOf({ domain, name }) });
    paths[call.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Formroom', version: '1', description: 'The calls of a school, made from the contracts.' },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: {
        station: {
          type: 'apiKey',
          in: 'header',
          name: stationHeader,
          description: 'The key of a scan station, which the office gives it.',
        },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session', description: 'Set by a sign-in.' },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie __Host-XSRF-TOKEN, which GET /sanctum/csrf-cookie sets.',
        },
      },
    },
  };
}

interface About {
  domain: Domain;
  name: string;
  example: Readonly<Record<string, unknown>> | undefined;
}

function operationOf(call: CallRow, { domain, name, example }: About): Json {
  const { properties, required } = fieldsOf(call);
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? ''));
  const inQuery = call.method === 'GET' ? Object.keys(properties).filter((field) => !inPath.has(field)) : [];
  const parameter = (place: string) => (field: string) => ({
    name: isList(place, properties[field]) ? `${field}${listSuffix}` : field,
    in: place,
    required: place === 'path' || required.has(field),
    schema: properties[field] ?? {},
    ...(example?.[field] === undefined ? {} : { example: example[field] }),
  });
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    description: whoMay(call),
    security: [
      {
        ...(isAccountCall(call) ? { session: [] } : {}),
        ...(call.who === 'station' ? { station: [] } : {}),
        ...(needsCsrf(call) ? { csrf: [] } : {}),
      },
    ],
    parameters: [...[...inPath].map(parameter('path')), ...inQuery.map(parameter('query')), ...headersOf(call)],
    ...(call.method === 'GET' ? {} : { requestBody: bodyOf(call, { properties, required, inPath, example }) }),
    responses: {
      '200': { description: 'Done', content: contentOf(call) },
      default: {
        description: 'Refused, or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const isList = (place: string, schema: unknown): boolean =>
  place === 'query' && (schema as { type?: string } | undefined)?.type === 'array';

function whoMay({ who, menu }: CallRow): string {
  if (who === 'anyone') return 'Needs no session.';
  if (who === 'station') return 'For a scan station, by its key.';
  if (who === 'program') return 'For a program, by its token.';
  return `For ${who.join(', ')}.${menu ? ` Of admins, those with one of the menus ${menu.join(', ')}.` : ''}`;
}

const headersOf = (call: CallRow): Json[] => [
  ...(isAccountCall(call)
    ? [
        {
          name: accountHeader,
          in: 'header',
          schema: { type: 'string' },
          description: 'The account that the page shows.',
        },
      ]
    : []),
  ...(isStateChangingCall(call)
    ? [
        {
          name: 'idempotency-key',
          in: 'header',
          schema: { type: 'string', pattern: idempotencyKeyPattern.source },
          description: 'The same key with the same input does nothing twice.',
        },
      ]
    : []),
];

interface Body {
  properties: Json;
  required: ReadonlySet<string>;
  inPath: ReadonlySet<string>;
  example: About['example'];
}

function bodyOf(call: CallRow, { properties, required, inPath, example }: Body): Json {
  const fields = Object.entries(properties).filter(([field]) => !inPath.has(field));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([field]) => field).filter((field) => required.has(field)),
    additionalProperties: false,
  };
  const given = Object.entries(example ?? {}).filter(([field]) => !inPath.has(field));
  // A file has no place in a JSON document.
  const shown = example && !call.accepts ? { example: Object.fromEntries(given) } : {};
  return { required: true, content: { [call.accepts ?? 'application/json']: { schema, ...shown } } };
}

function contentOf(call: CallRow): Json {
  const isDescribed = (type: string) => type === 'application/json' || type === 'text/event-stream';
  return Object.fromEntries(
    mediaTypesOf(call).map((type) => [type, isDescribed(type) ? { schema: jsonSchema(call.output(), 'output') } : {}]),
  );
}

/** An input's fields; of an input with alternatives, those of each, required where all require them. */
function fieldsOf(call: CallRow): { properties: Json; required: ReadonlySet<string> } {
  type Fields = { properties?: Json; required?: string[] };
  const schema = jsonSchema(call.input(), 'input') as Fields & { anyOf?: Fields[]; oneOf?: Fields[] };
  const ways = schema.anyOf ?? schema.oneOf ?? [schema];
  if (!ways.every(({ properties }) => properties))
    throw new Error(`The input of ${call.method} ${call.path} is not of objects.`);
  const [first = [], ...others] = ways.map(({ required = [] }) => required);
  return {
    properties: mergeFields(ways.map(({ properties = {} }) => properties)),
    required: new Set(first.filter((name) => others.every((required) => required.includes(name)))),
  };
}

/** A field that several ways have takes what any of them does. */
function mergeFields(ways: readonly Json[]): Json {
  const merged: Json = {};
  for (const [name, schema] of ways.flatMap((way) => Object.entries(way))) {
    merged[name] = name in merged ? { anyOf: [merged[name], schema] } : schema;
  }
  return merged;
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
}
