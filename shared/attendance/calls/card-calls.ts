import * as z from 'zod/mini';
import { id } from '../../http/fields.ts';

/** What students carry. */
export const cardCalls = {
  /** Cards of current students with their picture and their id as a code, eight on a page: of a class, or of up to eighty students. */
  studentCards: {
    method: 'GET',
    path: '/attendance-student-cards',
    who: ['Admin'],
    menu: ['attendanceStudent'],
    input: () =>
      z
        .strictObject({
          class_id: z.optional(id),
          /** Ids with commas between them. */
          student_ids: z.optional(
            z
              .string()
              .check(
                z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}(,[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}){0,79}$/, 'Up to 80 ids.'),
              ),
          ),
        })
        .check(
          z.refine(
            ({ class_id, student_ids }) => (class_id === undefined) !== (student_ids === undefined),
            'A class, or students.',
          ),
        ),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
} as const;
