import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentClient } from '#functions/platform/table/table.ts';
import { studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { enteredFields, requiredFields } from '#shared/students/register/typed-facts.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

/** DynamoDB takes an expression of 4 KB, and the stand-in takes any. */
const expressionLimit = 4096;
const name = 'note-expressions';

const school = schoolForTests();
const office = school.as('A1');
let longest = 0;
let remove: () => void;
beforeAll(async () => {
  const stack = documentClient.middlewareStack;
  const note = (next: (args: { input: object }) => Promise<unknown>) => (args: { input: object }) => {
    for (const [, text] of JSON.stringify(args.input).matchAll(/"\w+Expression":"((?:[^"\\]|\\.)*)"/g)) {
      longest = Math.max(longest, Buffer.byteLength(text ?? ''));
    }
    return next(args);
  };
  stack.add(note as never, { step: 'initialize', name });
  remove = () => stack.remove(name);
});
afterAll(async () => {
  remove();
});

it('stores every fact at its limit at once, changes and clears them, in writes that the table accepts', async () => {
  const { body: choices } = await office.call(register.readStudentChoices, {});
  const listed = new Map(choices.codes.map(({ list, choices: some }) => [list, some]));
  const facts = (letter: string) =>
    Object.fromEntries(
      enteredFields.map((field) => {
        const { type, limit = 40, codes } = studentFields[field];
        const odd = letter === 'ő' ? 0 : 1;
        if (type === 'text' || type === 'long text') return [field, letter.repeat(limit)];
        if (type === 'date') return [field, `${1960 + odd}-12-31`];
        if (type === 'number') return [field, String(10 + odd)];
        if (type === 'yes or no') return [field, odd ? 'No' : 'Yes'];
        if (type === 'phone') return [field, `+1 868 555 010${odd}`];
        if (type === 'email') return [field, `${letter === 'ő' ? 'a' : 'b'}${'x'.repeat(50)}@mail.com`];
        if (type === 'choice') return [field, listed.get(codes ?? '')?.at(-1 - odd)?.code ?? null];
        if (type === 'class') return [field, '4A'];
        return [field, ['R', 'Y'][odd] ?? null];
      }),
    ) as Record<string, string | null>;
  const blank = Object.fromEntries(
    enteredFields.filter((field) => !requiredFields.includes(field)).map((field) => [field, null]),
  );
  const texts = enteredFields.filter((field) => /text/.test(studentFields[field].type));
  expect(enteredFields.length).toBeGreaterThanOrEqual(56);

  for (const values of [facts('ő'), facts('Ж'), blank]) {
    const { status, error } = await office.call(register.saveStudent, { id: 'S41', ...values });
    expect([status, error?.fields]).toEqual([200, undefined]);
    const { body } = await office.call(register.readStudentRecord, { id: 'S41' });
    const kept = body as unknown as Record<string, string | null>;
    for (const field of texts) if (field in values) expect([field, kept[field]]).toEqual([field, values[field]]);
    expect(Object.keys(values).filter((field) => (kept[field] === null) !== (values[field] === null))).toEqual([]);
  }
  expect(longest).toBeGreaterThan(1000);
  expect(longest).toBeLessThanOrEqual(expressionLimit);
});
