import * as z from 'zod/mini';
import { type CallRow, type Contract, xlsxType } from '../http/contract.ts';
import { id, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

/** A class in a term, as the report frames name it (product §7). */
const classOfTerm = () => z.strictObject({ year: yearInPath, term: termInPath, classId: id });

const ofDocument = {
  method: 'GET',
  who: ['Admin', 'teacher'],
  menu: ['termReports'],
  output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  kind: 'documents',
  needs: { table: 'read' },
} as const satisfies Partial<CallRow>;

/** What is printed of a term: cards, class sheets, and the whole school's cards by a durable job. */
export const printingCalls = {
  /**
   * One student's report card, or with `classId` and no `studentId` a whole class's in one PDF: as it was posted, or where it was not, and
   * with `as` now, as it is now, which says DRAFT.
   */
  reportCard: {
    ...ofDocument,
    path: '/report-card',
    input: () =>
      z
        .strictObject({
          studentId: z.optional(id),
          classId: z.optional(id),
          year: yearInPath,
          term: termInPath,
          as: z.optional(z.literal(['posted', 'now'])),
          /** Each card begins on the front of a sheet. */
          two_sided: z.optional(z.literal('1')),
        })
        .check(
          z.refine((input) => input.studentId !== undefined || input.classId !== undefined, {
            error: 'Name a student or a class.',
            path: ['studentId'],
          }),
        ),
    produces: 'application/pdf',
  },
  /** Every student of a class in every subject: course, exam, total, average; landscape. */
  markSheet: {
    ...ofDocument,
    path: '/mark-sheet',
    produces: 'application/pdf',
    input: classOfTerm,
  },
  /** A class by average; ties share a rank, as 1 2 2 4. */
  rankSheet: {
    ...ofDocument,
    path: '/rank-sheet',
    produces: 'application/pdf',
    input: classOfTerm,
  },
  /** The class mark sheet as a workbook, saved under `markSheetFileName`. */
  markSheetExcel: {
    ...ofDocument,
    path: '/mark-sheet-excel',
    input: classOfTerm,
    produces: xlsxType,
  },
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
