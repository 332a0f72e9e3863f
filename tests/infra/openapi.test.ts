import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allCalls } from '#shared/product.ts';
import { openApiDocument } from '../../infra/api/openapi.ts';
import { findExampleInput } from '../support/callers/call-examples.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: object;
  example?: unknown;
}
interface Content {
  schema?: { properties?: object };
  example?: unknown;
}
interface Operation {
  operationId: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content: Record<string, Content> }>;
}

const document = openApiDocument(findExampleInput);
const paths = document.paths as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
);
/** Reads a schema as any reader of the document would, knowing nothing of the contract. */
const accepts = (schema: object, value: unknown): boolean =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;

describe('the OpenAPI document', () => {
  it('has each call of the contracts once', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`).toSorted()).toEqual(
      allCalls
        .map(({ domain, name, call }) => `${domain}.${name} ${call.method.toLowerCase()} ${call.path}`)
        .toSorted(),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(allCalls.length);
  });

  it('refers to nothing that it does not have', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer]) => pointer ?? '');
    expect(references.length).toBeGreaterThan(0);
    expect(text.match(/"\$ref":/g)).toHaveLength(references.length);
    for (const pointer of references) {
      const found = pointer
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, pointer).toBeTypeOf('object');
    }
  });

  it('declares every field of a path, and says of everything else where it goes', () => {
    for (const { path, method, parameters, requestBody, operationId } of operations) {
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(
        declared.every(({ required }) => required),
        operationId,
      ).toBe(true);
      expect(requestBody === undefined, operationId).toBe(method === 'get');
      expect(parameters.some((parameter) => parameter.in === 'query' && method !== 'get')).toBe(false);
    }
  });

  it('shows an example of each call whose every part its own schema accepts, with nothing left out', () => {
    for (const operation of operations) {
      const { operationId, parameters } = operation;
      const [domain = '', name = ''] = operationId.split('.');
      const input = findExampleInput({ domain, name });
      expect(input, `${operationId} has no example`).toBeDefined();
      const shown: Record<string, unknown> = {};
      for (const { name: field, schema, example, required } of parameters.filter(
        (parameter) => parameter.in !== 'header',
      )) {
        if (example === undefined) expect(required, `${operationId} ${field}`).not.toBe(true);
        else expect(accepts(schema, example), `${operationId} ${field}: ${example}`).toBe(true);
        if (example !== undefined) shown[field.replace(/\[\]$/, '')] = example;
      }
      for (const [type, { schema, example }] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type === 'multipart/form-data') {
          Object.assign(shown, input);
          continue;
        }
        expect(accepts(schema ?? {}, example), `${operationId} ${JSON.stringify(example)}`).toBe(true);
        Object.assign(shown, example);
      }
      expect(shown, operationId).toEqual(input);
    }
  });

  it('has a body schema that refuses what it does not name', () => {
    const [body] = operations.flatMap(({ operationId, requestBody }) =>
      operationId === 'mark-sheet.saveSubjectRecord' ? Object.values(requestBody?.content ?? {}) : [],
    );
    const example = body?.example as object;
    expect(accepts(body?.schema ?? {}, { ...example, unheardOf: 1 })).toBe(false);
    expect(accepts(body?.schema ?? {}, { ...example, student_id: undefined })).toBe(false);
  });

  it('asks for a session and for the security header where the call does', () => {
    const securityOf = (name: string) => operations.find(({ operationId }) => operationId === name)?.security;
    expect(securityOf('auth.employeeLogin')).toEqual([{ csrf: [] }]);
    expect(securityOf('auth.setCsrfCookie')).toEqual([{}]);
    expect(securityOf('auth.readEmployeeByUserName')).toEqual([{ session: [] }]);
    expect(securityOf('mark-sheet.saveSubjectRecord')).toEqual([{ session: [], csrf: [] }]);
  });

  it('answers documents as their media type, and refuses in the one error body', () => {
    for (const { operationId, responses } of operations) {
      const call = allCalls.find(({ domain, name }) => `${domain}.${name}` === operationId)?.call;
      expect(Object.keys(responses['200']?.content ?? {})).toEqual([call?.produces ?? 'application/json'].flat());
      expect(responses.default?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  });
});
