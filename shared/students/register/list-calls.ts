import * as z from 'zod/mini';
import { id, noInput } from '../../http/fields.ts';
import { type StudentField, studentFieldNames } from '../fields.ts';

/** Names of fields, separated by commas, as an address carries them. */
const columnNames = z.lazy(() =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(3000)),
      z.transform((text) => text.split(',')),
    ),
    z.array(z.literal(studentFieldNames as StudentField[])).check(z.minLength(1)),
  ),
);

/** Where the previous answer ended: the list, and its last student. */
const continuation = z.lazy(() =>
  z.string().check(z.regex(/^(current|archived)\/[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/, 'Not the end of an answer.')),
);

const listInput = () => ({
  /**
   * Beside id, names and class, which are always included. Columns that the caller may not read are left out. Absent:
   * the default columns.
   */
  columns: z.optional(columnNames),
  /** The `next` of the previous answer. */
  after: z.optional(continuation),
});

/** A student with the requested fields, null where a field is blank. */
const student = () =>
  z.strictObject({
    ...z.partial(
      z.strictObject(
        Object.fromEntries(studentFieldNames.map((field) => [field, value()])) as Record<StudentField, Value>,
      ),
    ).shape,
    id: z.string(),
  });
const students = () => z.array(student());
const value = () => z.nullable(z.string());
type Value = ReturnType<typeof value>;
export type StudentRow = Readonly<z.output<ReturnType<typeof student>>>;

const next = z.lazy(() => z.nullable(continuation));

/** Lists of the register, in pages: Lambda answers at most 6 MB. */
export const studentListCalls = {
  /** The current students, by id. The PTA gets no field that is for the office only. */
  listCurrentStudents: {
    method: 'GET',
    path: '/api/students',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: () => z.strictObject(listInput()),
    output: () => z.strictObject({ current_students: students(), archived_students: z.null(), next }),
    needs: { table: 'read' },
  },
  /** Current and archived students, each by id, or one of the lists; the other one is null. */
  listAllStudents: {
    method: 'GET',
    path: '/api/admin-students',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ ...listInput(), view: z.optional(z.literal(['current', 'archived'])) }),
    output: () =>
      z.strictObject({
        current_students: z.nullable(students()),
        archived_students: z.nullable(students()),
        next,
      }),
    needs: { table: 'read' },
  },
} as const;

const view = z.lazy(() => z.optional(z.literal(['current', 'archived'])));

/** A value that students have, with how many of them in each class. */
const filterValue = () =>
  z.strictObject({
    text: z.string(),
    value: z.string(),
    count: z.int(),
    class_ids: z.array(z.strictObject({ class_id: z.string(), count: z.int() })),
  });
export type FilterValueOfClasses = z.output<ReturnType<typeof filterValue>>;

/** Values to filter the register by that a list itself does not have. */
export const studentFilterCalls = {
  /** Towns that current or archived students live in; for the PTA always those of the current ones. */
  listAddressTowns: {
    method: 'GET',
    path: '/api/student-address-town',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: () => z.strictObject({ view }),
    output: () => z.array(filterValue()),
    needs: { table: 'read' },
  },
  /** Occupations of the fathers, mothers or guardians. */
  listParentOccupations: {
    method: 'GET',
    path: '/api/student-parent-occupation',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ parent: z.literal(['father', 'mother', 'guardian']), view }),
    output: () => z.array(filterValue()),
    needs: { table: 'read' },
  },
  /** The houses of the school file. */
  listHouses: {
    method: 'GET',
    path: '/api/houses',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: noInput,
    output: () => z.array(z.strictObject({ id, name: z.string(), color: z.string() })),
    needs: { table: 'none' },
  },
} as const;
