import * as z from 'zod/mini';
import { type CallRow, type Contract, xlsxType } from '../http/contract.ts';
import { documentBytes, id, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

/** A class in a term, as the report frames name it. */
const classOfTerm = () => z.strictObject({ year: yearInPath, term: termInPath, classId: id });

const ofDocument = {
  method: 'GET',
  who: ['Admin', 'teacher'],
  menu: ['termReports'],
  output: documentBytes,
  kind: 'documents',
  needs: { table: 'read' },
} as const satisfies Partial<CallRow>;

const ofClassSheet = {
  ...ofDocument,
  input: classOfTerm,
  needs: { table: 'read', keeps: 'summaries', files: { crests: ['read'] } },
} as const satisfies Partial<CallRow>;

/** The documents of a term: cards, class sheets, and the whole school's cards by a durable job. */
export const printingCalls = {
  /**
   * One student's report card, or with `classId` and no `studentId` those of a whole class in one PDF. Posted cards are
   * printed as posted; others, and all with `as` now, as they are now, marked DRAFT. One student's posted card is the
   * file that the school answers for (rule 57).
   */
  printReportCard: {
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
    needs: { table: 'write', files: { 'posted-cards': ['read', 'write'], crests: ['read'] } },
  },
  /** The class mark sheet: every student in every subject; landscape. */
  printMarkSheet: {
    ...ofClassSheet,
    path: '/mark-sheet',
    produces: 'application/pdf',
  },
  /** A class by average; ties share a rank: 1 2 2 4. */
  printRankSheet: {
    ...ofClassSheet,
    path: '/rank-sheet',
    produces: 'application/pdf',
    needs: { table: 'write', files: { 'posted-cards': ['read', 'write'], crests: ['read'] } },
  },
  /** The class mark sheet as a workbook, saved under `markSheetFileName`. */
  downloadMarkSheetSpreadsheet: {
    ...ofClassSheet,
    path: '/mark-sheet-excel',
    produces: xlsxType,
  },
  /**
   * Starts a printing job, or polls it under the same idempotency key. A new key prints a finished term again, and
   * resumes a failed job. With `two_sided` each card of a class's file begins on the front of a sheet.
   */
  startPrintingReportCards: {
    method: 'POST',
    path: '/api/print-report-cards',
    who: ['Admin'],
    menu: ['termReports'],
    input: () => z.strictObject({ year, term, two_sided: z.optional(z.boolean()) }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * The progress of a term's last printing job and its files so far, by links that are valid for five minutes: a file
   * for each class. With `class_id` also the students of it, each of whose cards `printReportCard` prints.
   */
  listReportCardFiles: {
    method: 'GET',
    path: '/api/report-card-files',
    who: ['Admin'],
    menu: ['termReports'],
    input: () => z.strictObject({ year: yearInPath, term: termInPath, class_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        /** Null before the term's first printing. */
        run: z.nullable(jobRun()),
        /** All classes' files in one zip, once the run is finished. */
        school_link: z.nullable(z.string()),
        classes: z.array(z.strictObject({ class_id: id, cards: z.int(), link: z.string() })),
        /** By name. */
        students: z.array(z.strictObject({ student_id: id, name: z.string() })),
        /** Records that could not be printed, by class and name. */
        left: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id, reason: z.string() })),
      }),
    // Polling a job that has stalled resumes it.
    kind: 'documents',
    needs: { table: 'write', jobs: 'start', files: { 'report-cards': ['read'] } },
  },
} as const satisfies Contract;
