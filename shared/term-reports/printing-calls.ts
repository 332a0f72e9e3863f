import * as z from 'zod/mini';
import type { Contract } from '../http/contract.ts';
import { id, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

/** The whole school's report cards of a term, printed by a durable job. */
export const printingCalls = {
  /**
   * Begins to print, or says how far the run is; repeated under the same idempotency key until it is over. A new key prints again what
   * is finished, and goes on with what failed. With `two_sided` each card of a class's file begins on the front of a sheet.
   */
  printReportCards: {
    method: 'POST',
    path: '/api/print-report-cards',
    who: ['Admin'],
    menu: ['termReports'],
    input: () => z.strictObject({ year, term, two_sided: z.optional(z.boolean()) }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * How far the last printing of a term is, and what it has made so far, by links that hold five minutes: one file a class, and with
   * `class_id` one a student of it.
   */
  reportCardFiles: {
    method: 'GET',
    path: '/api/report-card-files',
    who: ['Admin'],
    menu: ['termReports'],
    input: () => z.strictObject({ year: yearInPath, term: termInPath, class_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        /** Null while nothing of the term was ever printed. */
        run: z.nullable(jobRun()),
        /** All classes' files in one zip, once the run is finished. */
        school_link: z.nullable(z.string()),
        classes: z.array(z.strictObject({ class_id: id, cards: z.int(), link: z.string() })),
        /** By name. */
        students: z.array(z.strictObject({ student_id: id, name: z.string(), link: z.string() })),
        /** Records that could not be printed, by class and name. */
        left: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id, reason: z.string() })),
      }),
    // Asking after a run that fell silent begins it again.
    kind: 'documents',
    needs: { table: 'write', jobs: 'start', files: { 'report-cards': ['read'] } },
  },
} as const satisfies Contract;
