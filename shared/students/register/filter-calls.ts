import * as z from 'zod/mini';
import { id, nothing } from '../../http/fields.ts';

const view = z.lazy(() => z.optional(z.literal(['current', 'archived'])));

/** A value that students have, most frequent spelling by spelling, with how many of them in each class. */
const filterValue = () =>
  z.strictObject({
    text: z.string(),
    value: z.string(),
    count: z.int(),
    class_ids: z.array(z.strictObject({ class_id: z.string(), count: z.int() })),
  });
export type FilterValueOfClasses = z.output<ReturnType<typeof filterValue>>;

/** What the columns of the register can be filtered by, beside what a list itself shows. */
export const filterCalls = {
  /** Towns that students live in, of the current or the archived ones; the PTA is always answered those of the current ones. */
  studentAddressTown: {
    method: 'GET',
    path: '/api/student-address-town',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: () => z.strictObject({ view }),
    output: () => z.array(filterValue()),
    needs: { table: 'read' },
  },
  /** Occupations of the fathers, mothers or guardians. */
  studentParentOccupation: {
    method: 'GET',
    path: '/api/student-parent-occupation',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ parent: z.literal(['father', 'mother', 'guardian']), view }),
    output: () => z.array(filterValue()),
    needs: { table: 'read' },
  },
  /** The houses of the school file. */
  houses: {
    method: 'GET',
    path: '/api/houses',
    who: ['Admin', 'PTA'],
    menu: ['students'],
    input: nothing,
    output: () => z.array(z.strictObject({ id, name: z.string(), color: z.string() })),
    needs: { table: 'none' },
  },
} as const;
