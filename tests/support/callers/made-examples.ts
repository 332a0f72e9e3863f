import * as z from 'zod';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import type { contracts } from '#shared/product.ts';
import { term, year, yearId } from '../school/small-school.ts';

/**
 * One valid input of a call. Every input names class 4A, a student of it, and `mona` (T1) with her lessons there, so
 * that each caller has the same relation to every call: who is let in is said by `tests/rights/rights.md`.
 */
export interface CallExample<C extends CallRow = CallRow> {
  input: RawInput<C>;
  /** The status for those who are let in, where it is not 200. */
  outcome?: number;
}

/** Workbooks are tested with their domains. */
export const noWorkbook = new File(['no workbook'], 'marks.xlsx');

/**
 * Fields that mean the same in every call. A made input has all of these that its call takes, also where they are
 * optional.
 */
const inBody = {
  student_id: 'S41',
  class_id: '4A',
  form_class_id: '4A',
  form_level: 4,
  employee_id: 'T1',
  subject_id: 'MATH',
  academic_year_id: yearId,
  year,
  term,
  date: '2025-10-01',
  week_end_date: '2024-04-18',
  /** Of what nobody did. */
  undo: 'A1/00000000-0000-4000-8000-000000000000',
  file: noWorkbook,
} as const;

/** The same where everything is text, and what only paths and queries have. */
const inPath = {
  ...inBody,
  form_level: '4',
  year: '2025',
  term: '1',
  form_classes: '4A,4B',
  classId: '4A',
  studentId: 'S41',
  at: '2025-10-01T12:00:00.000Z',
  dates: ['2025-09-01', '2025-09-05'],
  date_range: '2026-01-05,2026-02-27',
} as const;

/** The outcome of an input that has one of these fields. */
const outcomes: Readonly<Record<string, number>> = { undo: 404, file: 422 };

type RequiredField<I> = { [F in keyof I]-?: object extends Pick<I, F> ? never : F }[keyof I];

/**
 * The value of a field: the one above, blank where it may be, or else one of a number, a choice, or yes and no. Texts
 * are unknown.
 */
type MadeField<F, V, Named> = F extends keyof Named
  ? Named[F]
  : null extends V
    ? null
    : string extends V
      ? unknown
      : V extends string | number | boolean
        ? V
        : unknown;

type MadeInput<I, Named> = { [F in RequiredField<I>]: MadeField<F, I[F], Named> };

type IsMade<C extends CallRow> =
  MadeInput<RawInput<C>, C['method'] extends 'GET' ? typeof inPath : typeof inBody> extends RawInput<C> ? true : false;

/** A domain that has calls of the school's own. */
type Called = keyof typeof contracts;
type Rows<D extends Called> = (typeof contracts)[D];
/** Calls of a domain whose input cannot be made. */
type Needing<D extends Called> = {
  [N in keyof Rows<D>]: Rows<D>[N] extends infer C extends CallRow ? (IsMade<C> extends true ? never : N) : never;
}[keyof Rows<D>];
type ExampleOf<Row> = Row extends infer C extends CallRow ? CallExample<C> : never;
type OfDomain<D extends Called> = { [N in Needing<D>]: ExampleOf<Rows<D>[N]> } & {
  [N in Exclude<keyof Rows<D>, Needing<D>>]?: Partial<ExampleOf<Rows<D>[N]>>;
};

/**
 * The examples that are written: of each call whose input cannot be made, and of others where it is not the right one.
 */
export type WrittenExamples = { [D in Called as [Needing<D>] extends [never] ? never : D]: OfDomain<D> } & {
  [D in Called as [Needing<D>] extends [never] ? D : never]?: OfDomain<D>;
};

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  type?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
}

/** The example of a call that needs none of its own. @throws where a field's value cannot be made */
export function makeExample(call: CallRow): Pick<CallExample, 'outcome'> & { input: Record<string, unknown> } {
  const { properties = {}, required = [] } = z.toJSONSchema(call.input(), {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const named: Readonly<Record<string, unknown>> = call.method === 'GET' ? inPath : inBody;
  const fields = Object.keys(properties).filter((field) => field in named || required.includes(field));
  const input = fields.map((field) => [field, named[field] ?? makeField(field, properties[field])]);
  const outcome = fields.map((field) => outcomes[field]).find((status) => status !== undefined);
  return { input: Object.fromEntries(input), ...(outcome === undefined ? {} : { outcome }) };
}

function makeField(field: string, schema: Schema = {}): unknown {
  const { anyOf = [schema] } = schema;
  const [{ type, minimum, enum: [first] = [], const: only = first }] = anyOf as [Schema];
  if (anyOf.some((one) => one.type === 'null')) return null;
  if (only !== undefined) return only;
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return Math.max(0, minimum ?? 0);
  throw new Error(`${field} cannot be made: give it a value here, or its call an example`);
}
