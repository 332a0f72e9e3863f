import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sentenceOfIssue } from '#shared/http/schema-issue.ts';
import { allCalls } from '#shared/product.ts';
import { fieldRefusalText } from '../../../web/forms/form-values.ts';

/** Values of kinds that no field takes all of. */
const wrong = [null, undefined, 7, -1.5, '', 'x'.repeat(5000), true, [], [null], {}, { a: [1] }, 'É#$'];
const words =
  /expected (string|number|int|boolean|array|object|date|nan)|received|^invalid|too (big|small)|unrecognized|undefined|null/i;

/** The object schema's fields, where the input is one. */
const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod?: { def?: { shape?: object } } })._zod?.def?.shape ?? {});

describe('the sentence for a wrong value', () => {
  it.each([
    'none',
    'en',
  ])('is never in the words of the schema library, for every call and wrong type (locale: %s)', (locale) => {
    z.config(locale === 'en' ? z.locales.en() : { localeError: undefined });
    const told = new Set<string>();
    for (const { call } of allCalls) {
      const schema = call.input();
      const inputs: unknown[] = [
        ...wrong,
        ...fieldsOf(schema).flatMap((name) => wrong.map((value) => ({ [name]: value }))),
      ];
      for (const input of inputs)
        for (const issue of schema.safeParse(input).error?.issues ?? []) told.add(sentenceOfIssue(issue));
    }
    z.config({ localeError: undefined });
    expect(told.size).toBeGreaterThan(10);
    expect([...told].filter((sentence) => words.test(sentence))).toEqual([]);
  });

  it.each([
    [
      { code: 'invalid_type', expected: 'string', message: 'Invalid input: expected string, received null' },
      'Required.',
    ],
    [
      { code: 'invalid_type', expected: 'string', message: 'Invalid input: expected string, received number' },
      'Text is expected here.',
    ],
    [{ code: 'too_big', origin: 'number', maximum: 60, message: 'Too big: expected number to be <=60' }, 'At most 60.'],
    [{ code: 'too_small', origin: 'string', minimum: 1, message: 'Invalid input' }, 'At least 1 characters.'],
    [{ code: 'custom', message: 'The end year follows the start year.' }, 'The end year follows the start year.'],
  ])('of %j is %s', (issue, sentence) => {
    expect(sentenceOfIssue(issue)).toBe(sentence);
  });

  it('beside a field is what the field expects, whatever the library says', () => {
    const told = 'Invalid input: expected string, received null';
    expect(fieldRefusalText(told, null, 'A name.')).toBe('Required.');
    expect(fieldRefusalText(told, 7, 'A name.')).toBe('A name.');
    expect(fieldRefusalText('The latest date is 31-Dec-2100.', 'x', 'A date.')).toBe('The latest date is 31-Dec-2100.');
  });
});
