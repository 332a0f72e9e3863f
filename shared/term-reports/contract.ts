import * as z from 'zod/mini';
import { contract, xlsxType } from '../http/contract.ts';
import { formLevel, id, nothing, term, termInPath, year, yearInPath } from '../http/fields.ts';

const document = () => z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A class in a term, as the report frames name it (SPEC §7). */
const classOfTerm = () => z.strictObject({ year: yearInPath, term: termInPath, classId: id });

export const termReportsContract = contract({
  /** The classes whose term reports the caller may see: own form class, classes as dean, or all for an admin. */
  formClasses: {
    method: 'GET',
    path: '/api/form-classes',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: nothing,
    output: () =>
      z.array(z.strictObject({ id, form_level: formLevel, as: z.literal(['admin', 'form teacher', 'dean']) })),
    needs: { table: 'read' },
  },
  /** A class's term reports, one line a student ("path not shown" in SPEC §7). */
  classTermReports: {
    method: 'GET',
    path: '/api/class-term-reports',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: () => z.strictObject({ class_id: id, year: yearInPath, term: termInPath }),
    output: () =>
      z.strictObject({
        class_id: id,
        year,
        term,
        data: z.array(
          z.strictObject({
            student_id: id,
            name: z.string(),
            registered: z.boolean(),
            /** Subjects with a total, and subjects on the report. */
            entered: z.int(),
            of: z.int(),
            /** As printed: 3 significant digits, or null. */
            average: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /** One student's report card, or with `classId` and no `studentId` a whole class's in one PDF. */
  reportCard: {
    method: 'GET',
    path: '/report-card',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: () =>
      z.strictObject({ studentId: z.optional(id), classId: z.optional(id), year: yearInPath, term: termInPath }).check(
        z.refine((input) => input.studentId !== undefined || input.classId !== undefined, {
          error: 'Name a student or a class.',
          path: ['studentId'],
        }),
      ),
    output: document,
    produces: 'application/pdf',
    needs: { table: 'read' },
  },
  /** Every student of a class in every subject: course, exam, total, average; landscape. */
  markSheet: {
    method: 'GET',
    path: '/mark-sheet',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: classOfTerm,
    output: document,
    produces: 'application/pdf',
    needs: { table: 'read' },
  },
  /** A class by average; ties share a rank, as 1 2 2 4. */
  rankSheet: {
    method: 'GET',
    path: '/rank-sheet',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: classOfTerm,
    output: document,
    produces: 'application/pdf',
    needs: { table: 'read' },
  },
  /** The class mark sheet as a workbook, saved under `markSheetFileName`. */
  markSheetExcel: {
    method: 'GET',
    path: '/mark-sheet-excel',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: classOfTerm,
    output: document,
    produces: xlsxType,
    needs: { table: 'read' },
  },
});
