import * as z from 'zod/mini';
import { type Contract, eventStreamType, xlsxType } from '../../http/contract.ts';
import {
  academicYearId,
  enteredWholeMark,
  formLevel,
  formLevelInPath,
  id,
  term,
  termInPath,
  year,
  yearInPath,
} from '../../http/fields.ts';
import { fileTooLarge, uploadLimit } from '../../http/upload-limit.ts';
import { assessmentNumber } from '../fields.ts';
import { markFileWordings } from '../wordings.ts';

/** A cell of the file: "E" and 12. */
const place = { column: z.string(), row: z.int() };
/** A student's mark of an assessment. */
const mark = { student_id: id, name: z.string(), assesment_number: assessmentNumber };

const changedCell = () => z.strictObject({ ...place, ...mark, old: enteredWholeMark, new: enteredWholeMark });
export type ChangedCell = z.output<ReturnType<typeof changedCell>>;

/** A mark that somebody else changed meanwhile: `theirs` is what is stored now. */
const staleMark = {
  ...mark,
  /** The mark before the change. */
  was: enteredWholeMark,
  yours: enteredWholeMark,
  theirs: enteredWholeMark,
  /** Display name and UTC time of the stored change; null when unknown. */
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
};
const staleCell = () => z.strictObject({ ...place, ...staleMark });
export type StaleCell = z.output<ReturnType<typeof staleCell>>;

const refusedCell = () => z.strictObject({ ...place, name: z.nullable(z.string()), reason: z.string() });
export type RefusedCell = z.output<ReturnType<typeof refusedCell>>;

const preview = () =>
  z.strictObject({
    changes: z.array(changedCell()),
    conflicts: z.array(staleCell()),
    refused: z.array(refusedCell()),
    /** Notes on cells that were interpreted: ids without leading zeros, formulas. */
    notes: z.array(z.string()),
    /** UTC time at which the file was downloaded. */
    downloaded_at: z.string(),
  });
export type UploadPreview = z.output<ReturnType<typeof preview>>;

const outcome = () =>
  z.strictObject({
    /** How many cells have the new mark. */
    saved: z.int(),
    /** Cells that somebody else changed since the preview. */
    conflicts: z.array(z.strictObject(staleMark)),
    refused: z.array(z.strictObject({ ...mark, reason: z.string() })),
  });
export type MarksUploadOutcome = z.output<ReturnType<typeof outcome>>;

/** An event of the stream that makes a spreadsheet (product §4). A stream that ends without `complete` has failed. */
const spreadsheetEvent = () =>
  z.strictObject({
    message: z.string(),
    progress: z.int(),
    total: z.int(),
    complete: z.boolean(),
    /** An opaque token, on completion: for ten minutes it fetches the file for the same user (rule 22). */
    filePath: z.nullable(z.string()),
  });
export type SpreadsheetEvent = z.output<ReturnType<typeof spreadsheetEvent>>;

/** The mark book's files: download and upload of a page, and the spreadsheet of a level, class or subject. */
export const spreadsheetCalls = {
  /** Levels 1 to 3 name the class; from 4 on the page is the teacher's whole level, as in the grid. */
  downloadMarkBookPage: {
    method: 'GET',
    path: '/api/download-mark-book-page',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () =>
      z.strictObject({
        employee_id: id,
        subject_id: id,
        form_class_id: z.optional(id),
        form_level: formLevelInPath,
        academic_year_id: academicYearId,
        term: termInPath,
      }),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: xlsxType,
    kind: 'documents',
    needs: { table: 'read' },
  },
  /** Previews what an uploaded page would change; stores nothing. */
  previewMarksUpload: {
    method: 'POST',
    path: '/api/upload-course-assesment',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    accepts: 'multipart/form-data',
    input: () =>
      z.strictObject({
        file: z.file().check(z.maxSize(uploadLimit, fileTooLarge)),
        year: yearInPath,
        term: termInPath,
        subjectId: id,
        /** Absent or empty from level 4 on, where a page has several classes. */
        classId: z.optional(z.union([z.literal(''), id])),
        /** Needed without a class. */
        formLevel: z.optional(formLevelInPath),
        employeeId: id,
      }),
    output: preview,
    needs: { table: 'read' },
  },
  /**
   * Stores previewed changes, each only if the mark still is the one that the preview showed. A file with many changes
   * takes several calls.
   */
  confirmMarksUpload: {
    method: 'POST',
    path: '/api/upload-course-assesment-confirm',
    savesMarks: true,
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    largestBody: 900_000,
    input: () =>
      z.strictObject({
        year,
        term,
        subjectId: id,
        classId: z.optional(z.nullable(id)),
        formLevel: z.optional(formLevel),
        employeeId: id,
        changes: z
          .array(
            z.strictObject({
              student_id: id,
              assesment_number: assessmentNumber,
              was: enteredWholeMark,
              mark: enteredWholeMark,
            }),
          )
          .check(z.minLength(1, 'There is nothing to change.'), z.maxLength(5000, 'Too many changes at once.')),
      }),
    output: outcome,
    needs: { table: 'write' },
  },
  /** Makes the spreadsheet of a level, a class or a subject, and streams its progress. */
  makeSpreadsheet: {
    method: 'GET',
    path: '/api/spreadsheet',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () =>
      z
        .strictObject({
          year: yearInPath,
          term: termInPath,
          formLevel: z.optional(formLevelInPath),
          formClass: z.optional(id),
          subjectId: z.optional(id),
        })
        .check(
          z.refine(({ formLevel, formClass, subjectId }) => (formLevel ?? formClass ?? subjectId) !== undefined, {
            error: markFileWordings.noFields,
            path: ['formLevel'],
          }),
        ),
    output: spreadsheetEvent,
    produces: eventStreamType,
    kind: 'streams',
    needs: { table: 'read', files: { spreadsheets: ['write'] } },
  },
  /** Fetches a spreadsheet that was made for the caller, for ten minutes (rule 22). */
  downloadSpreadsheet: {
    method: 'POST',
    path: '/api/spreadsheet-download',
    who: ['Admin', 'teacher'],
    menu: ['courseMark'],
    input: () => z.strictObject({ filePath: z.string().check(z.regex(/^[\w-]{43}$/, 'Not a spreadsheet.')) }),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: xlsxType,
    kind: 'documents',
    needs: { table: 'read', files: { spreadsheets: ['read'] } },
  },
} as const satisfies Contract;
