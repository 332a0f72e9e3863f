import * as z from 'zod/mini';
import { officeOnly } from '../../attendance/calls/office-calls.ts';
import { documentBytes, id } from '../../http/fields.ts';

/** Student cards. */
export const studentCardCalls = {
  /** Cards of current students with picture and barcode, eight on a page: of a class, or of up to eighty students. */
  printAttendanceCards: {
    ...officeOnly,
    method: 'GET',
    path: '/attendance-student-cards',
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
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
} as const;
