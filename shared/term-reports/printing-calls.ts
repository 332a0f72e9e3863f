import * as z from 'zod/mini';
import type { Contract } from '../http/contract.ts';
import { id, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { jobProgress } from '../http/job-progress.ts';

const left = () => z.array(z.strictObject({ student_id: id, reason: z.string() }));

/** The whole school's report cards of a term, printed by a durable job. */
export const printingCalls = {
  /**
   * Begins to print, or says how far the run is; repeated under the same idempotency key until it is over. A new key prints anew what
   * is finished, and goes on with what failed.
   */
  printReportCards: {
    method: 'POST',
    path: '/api/print-report-cards',
    who: ['Admin'],
    menu: ['termReports'],
    input: () => z.strictObject({ year, term }),
    output: () => z.strictObject({ ...jobProgress(), left: left() }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** What was printed last, by links that hold five minutes: one file a class, and with `class_id` one a student of it. */
  reportCardFiles: {
    method: 'GET',
    path: '/api/report-card-files',
    who: ['Admin'],
    menu: ['termReports'],
    input: () => z.strictObject({ year: yearInPath, term: termInPath, class_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        /** ISO 8601; null while nothing of the term is printed. */
        printed_at: z.nullable(z.string()),
        classes: z.array(z.strictObject({ class_id: id, cards: z.int(), link: z.string() })),
        students: z.array(z.strictObject({ student_id: id, link: z.string() })),
        left: left(),
      }),
    needs: { table: 'read', reportCards: 'read' },
  },
} as const satisfies Contract;
