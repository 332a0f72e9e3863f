import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { largestBodiesOfOptions } from '#options/tests';
import { allCalls } from '#shared/product.ts';

const usual = 64 * 1024;

/**
 * Calls whose schemas let more through than they state, with the reason: no list is as long with every field as full.
 * What they state was counted from the largest that a school has.
 */
const boundedByWhatIsStated: Readonly<Record<string, string>> = {
  applyStudentUpload: '5,000 rows of 100 cells; the preview refuses files of more text than this takes',
  checkRegistrationRows: '200 rows of 100 cells, of a preview that was bounded before',
  restoreMarkSheet: '2,000 cells with a comment of 500 letters each: a level has 200 students with one comment',
  saveStudent: '91 fields and what was in them: a cell takes 2,000 letters before its field says what is too long',
  ...largestBodiesOfOptions,
  addStudent: '91 fields: a cell takes 2,000 letters before its field says what is too long',
};

interface Schema {
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  maxLength?: number;
  pattern?: string;
  items?: Schema;
  prefixItems?: Schema[];
  maxItems?: number;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
}

/**
 * Letters that a pattern lets through: an id has what it repeats and the first; days, moments and tickets have 45 at
 * most.
 */
const lettersOf = (pattern: string): number => {
  const repeated = [...pattern.matchAll(/\{\d+,(\d+)\}/g)].map(([, most]) => Number(most));
  return repeated.length > 0 ? Math.max(...repeated) + 6 : 45;
};
/** UTF-8 takes three bytes for what a browser counts as one; patterns let only letters of one through. */
const bytesOf = { text: 3, pattern: 1 };
const mostProperties = 100;

/** Bytes of the largest JSON that a schema lets through; what has no bound is named. */
function largest(schema: Schema, path: string, unbounded: string[]): number {
  const { anyOf, oneOf, allOf } = schema;
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices) return Math.max(...choices.map((one) => largest(one, path, unbounded)));
  const fixed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (fixed) return Math.max(...fixed.map((one) => JSON.stringify(one).length));
  if (schema.type === 'string') return largestText(schema, path, unbounded);
  if (schema.type === 'array') return largestList(schema, path, unbounded);
  if (schema.type === 'object') return largestObject(schema, path, unbounded);
  return 24;
}

function largestText({ maxLength, pattern }: Schema, path: string, unbounded: string[]): number {
  if (maxLength === undefined && (pattern === undefined || /\*\$|\+\$|,\}/.test(pattern))) unbounded.push(path);
  return (
    2 +
    (maxLength ?? (pattern === undefined ? 0 : lettersOf(pattern))) *
      (pattern === undefined ? bytesOf.text : bytesOf.pattern)
  );
}

function largestList({ prefixItems, items, maxItems }: Schema, path: string, unbounded: string[]): number {
  if (prefixItems) return prefixItems.reduce((sum, one) => sum + 1 + largest(one, path, unbounded), 2);
  if (maxItems === undefined) unbounded.push(`${path}[]`);
  return 2 + (maxItems ?? 0) * (1 + largest(items ?? {}, `${path}[]`, unbounded));
}

function largestObject({ properties = {}, ...rest }: Schema, path: string, unbounded: string[]): number {
  const own = Object.entries(properties).reduce(
    (sum, [name, one]) => sum + name.length + 4 + largest(one, `${path}.${name}`, unbounded),
    2,
  );
  const { propertyNames, additionalProperties } = rest;
  if (typeof additionalProperties !== 'object') return own;
  const each =
    largest(propertyNames ?? {}, `${path}{}`, unbounded) + largest(additionalProperties, `${path}{}`, unbounded);
  return own + (propertyNames?.enum?.length ?? mostProperties) * (each + 2);
}

describe.each(allCalls.filter(({ call }) => call.method !== 'GET' && !call.accepts))('the body of $name', (one) => {
  const { name, call } = one;
  const unbounded: string[] = [];
  const schema = z.toJSONSchema(call.input(), { io: 'input', unrepresentable: 'any' }) as Schema;
  const allowed = largest(schema, '', unbounded);
  const limit = call.largestBody ?? usual;

  it('has no text and no list without end', () => {
    expect(unbounded).toEqual([]);
  });

  it('fits whole into what the call takes, which is 64 KB where it states no more', () => {
    if (name in boundedByWhatIsStated) expect(allowed).toBeGreaterThan(limit);
    else expect(allowed).toBeLessThanOrEqual(limit);
  });

  it.runIf(call.largestBody)('is stated as more than 64 KB because it is, and not as twice what is needed', () => {
    expect(limit).toBeGreaterThan(usual);
    expect(limit).toBeLessThan(2 * allowed);
  });
});

it('is left unbounded by its schema for no call that is not there', () => {
  const names = new Set(allCalls.map(({ name }) => name));
  expect(Object.keys(boundedByWhatIsStated).filter((name) => !names.has(name))).toEqual([]);
});
