import fc from 'fast-check';
import type { CallRow } from '#shared/http/contract.ts';

/** Is in all texts of these inputs: no log line may contain it. */
export const pupilMarker = 'Zq7-pupil';

export type InputFields = Record<string, unknown>;

/** Every field that a call knows, whether its example has it or not. */
export function listFieldNamesOfCall({ call }: { call: CallRow }): string[] {
  return [...new Set(shapesOf(call.input() as unknown as Schema).flatMap((shape) => Object.keys(shape)))];
}

interface Schema {
  _zod: { def: { shape?: object; options?: Schema[] } };
}

/** An input is an object, or one of some. */
const shapesOf = ({ _zod: { def } }: Schema): object[] => def.options?.flatMap(shapesOf) ?? [def.shape ?? {}];

/** What a query says is text, and so is what a form says beside its file. */
export const toTextFields = (input: InputFields): InputFields =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value instanceof File ? value : textsIn(value)]),
  );

const textsIn = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map((one) => String(one).toWellFormed()) : String(value).toWellFormed();

const blanksAndControls = ['', ' ', '  x', '\u0000', 'S41\u0000', '\u001b[31m', '\r\n', '\u202e', '\ufeff'];
const lettersThatFoldOddly = ['İ', 'ſ', '\u212a', 'ﬀ', '👩‍👩‍👧'];
const likeNumbers = ['NaN', 'Infinity', '-1', '1e3', '0x10', '١', '1.5'];
const likeOtherThings = [
  '2025-02-30',
  '0001-01-01',
  'true',
  'null',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
];
const idsOfOthers = ['S01', 'T2', 'A1', '1A', 'S01#2025', 'student#S41', '#', '$', ',', ',,', ' , '];
const attempts = ['..', '../..', '%2e%2e%2f', "' OR 1=1 --", '<script>'];

/** Texts of at most `longest` letters. */
const oddText = (longest: number) =>
  fc.oneof(
    fc.constantFrom(
      ...blanksAndControls,
      ...lettersThatFoldOddly,
      ...likeNumbers,
      ...likeOtherThings,
      ...idsOfOthers,
      ...attempts,
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.integer({ min: 30, max: longest }).map((length) => pupilMarker.repeat(length).slice(0, length)),
  );

const oddNumbers = [0, -1, 0.1, 1.05, 71, 1e21, 2 ** 53, Number.MAX_VALUE];
const oddShapes: unknown[] = [
  [],
  {},
  [[]],
  ['S01'],
  [null],
  { length: 1 },
  { toString: pupilMarker },
  { constructor: { name: pupilMarker } },
];

const oddValue = fc.oneof(
  // Three of them fit into a body.
  oddText(10_000),
  fc.constantFrom(null, true, false, ...oddNumbers, ...oddShapes),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('"__proto__":')),
);

/** One to three fields of a call with something odd in each. An address takes no long texts. */
export const arbitraryOddFields = (entry: { call: CallRow }) =>
  fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...listFieldNamesOfCall(entry)),
      entry.call.method === 'GET' || entry.call.accepts ? oddText(2000) : oddValue,
    ),
    { minLength: 1, maxLength: 3, selector: ([name]) => name },
  );
