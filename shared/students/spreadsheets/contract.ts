import * as z from 'zod/mini';
import { dayOrderQuestion, fileAnswers, listSheets } from '../../file-questions.ts';
import { contract, xlsxType } from '../../http/contract.ts';
import { id, noInput } from '../../http/fields.ts';
import { jobProgress } from '../../http/job-progress.ts';
import { fileTooLarge, uploadLimit } from '../../http/upload-limit.ts';
import { undoId } from '../../undo/calls.ts';
import type { StudentField } from '../fields.ts';
import { maxUploadBytes, maxUploadRows } from './names-and-limits.ts';
import { spreadsheetFields } from './row-cells.ts';

const field = z.lazy(() => z.literal(spreadsheetFields as StudentField[]));
/** The text of a cell, as people read and type it; empty where it is blank. */
const cell = z.lazy(() => z.string().check(z.maxLength(1000, 'At most 1000 characters.')));
/** A sentence of ours, which may quote a cell; rows are sent back with what was said of them. */
const sentence = z.lazy(() => z.string().check(z.maxLength(2000)));
const fieldName = z.lazy(() => z.string().check(z.maxLength(100)));
const rowNumber = z.lazy(() => z.int().check(z.gte(1), z.lte(1_048_576)));

/**
 * A row of the file by the names of the call; `more` has the cells of the columns that `columns` names, in their
 * order.
 */
const cells = () => ({
  /** Its number in the file. */
  row: rowNumber,
  id: cell,
  last_name: cell,
  first_name: cell,
  sea_no: cell,
  class_id: cell,
  date_of_birth: cell,
  house_name: cell,
  entry_date: cell,
  more: z.array(cell).check(z.maxLength(spreadsheetFields.length)),
});
const columns = z.lazy(() => z.array(field).check(z.maxLength(spreadsheetFields.length)));
const columnsOf = { columns };

/** The student of the school that a row is, or may be. */
const match = () =>
  z.strictObject({
    student_id: id,
    /** "First Last". */
    name: z.string().check(z.maxLength(400)),
    class_id: z.string().check(z.maxLength(100)),
    is_archived: z.boolean(),
    /** What they have in common: "SEA Reg No.". */
    by: sentence,
    /** False for the same name and birthday, or ids that differ in zeros alone: they may be two people. */
    is_certain: z.boolean(),
    /**
     * The question to answer before the row can be uploaded: whether this is the student whose id differs in zeros
     * alone.
     */
    question: z.nullable(sentence),
  });

/** What the preview says of a row. */
const verdict = () =>
  z.strictObject({
    /** 1 where the row cannot be uploaded as it is. */
    error: z.literal([0, 1]),
    /** Why, where that is because of a student of the school. */
    problem: z.nullable(sentence),
    /** The earlier row of the file with the same student. */
    double: z.nullable(sentence),
    /** Reasons of refused cells, by field; the cell has the text of the file. */
    refused: z.record(fieldName, sentence),
    match: z.nullable(match()),
    /**
     * The question about an id far from the school's others, of a row that is nobody's yet; `is_another` says that the
     * id is right.
     */
    far_id: z.nullable(sentence),
    /** Of an existing student: the stored values of the fields that the row would change. */
    was: z.record(fieldName, cell),
  });
const previewedRow = () => z.extend(verdict(), cells());
export type PreviewedRow = z.output<ReturnType<typeof previewedRow>>;

const code = () => z.strictObject({ code: z.string(), name: z.string() });
/** The school's lists, for the browser to judge corrected cells. */
const lists = () =>
  z.strictObject({
    classes: z.array(z.string()),
    houses: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    codes: z.record(z.string(), z.array(code())),
    today: z.string(),
  });

const preview = () =>
  z.strictObject({
    rows: z.array(previewedRow()),
    /** The further columns of the file. */
    ...columnsOf,
    /** What of the file was skipped, and how its dates were read. */
    notes: z.array(z.string()),
    sheets: listSheets(),
    day_order: dayOrderQuestion(),
    lists: lists(),
  });
export type ClassListPreview = z.output<ReturnType<typeof preview>>;

/** A row as it is sent: one of the preview as it was answered, or with other cells. Every row is judged again. */
const sentRow = () => z.extend(z.partial(verdict()), cells());

const confirmedRow = () =>
  z.extend(sentRow(), {
    /** The student to change; null for a new one. When absent, the student of `match`. */
    student_id: z.optional(z.nullable(id)),
    /** The answer to the question of the preview: yes, this is that student. */
    is_same: z.optional(z.boolean()),
    /**
     * It is somebody else than the student with the same name and birthday, or with an id that differs in zeros alone;
     * or an id far from the others is right.
     */
    is_another: z.optional(z.boolean()),
  });
export type ConfirmedRow = z.output<ReturnType<typeof confirmedRow>>;

const uploadedRow = () =>
  z.strictObject({
    row: rowNumber,
    /** The student's id; empty where there is none. */
    id: z.string(),
    error: z.literal([0, 1]),
    /** Why it was not uploaded. */
    message: z.nullable(z.string()),
  });
export type UploadedRow = z.output<ReturnType<typeof uploadedRow>>;

const upload = () =>
  z.strictObject({
    ...jobProgress(),
    /** Names the upload, to follow it and to undo it. */
    upload: undoId,
    /** The outcome of each row, once the run has ended. */
    rows: z.array(uploadedRow()),
  });
export type UploadStatus = z.output<ReturnType<typeof upload>>;

const studentIds = () => z.array(id).check(z.minLength(1, 'There is nobody to write.'), z.maxLength(10_000));
const chosenColumns = () => z.array(field).check(z.minLength(1, 'No column was chosen.'), z.maxLength(200));

const registered = { who: ['Admin', 'PTA'], menu: ['students'] } as const;
const office = { who: ['Admin'], menu: ['students'] } as const;
const xlsx = {
  output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  produces: xlsxType,
  kind: 'documents',
} as const;

/** Names separated by commas, as an address carries them. */
const inAddress = <T extends z.ZodMiniType>(list: T) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(4000)),
      z.transform((text) => text.split(',')),
    ),
    list as never as z.ZodMiniType<z.output<T>, string[]>,
  );

/** Upload, download and template of student spreadsheets. */
export const studentSpreadsheetsContract = contract({
  /** An empty class list to fill in: a column for each fact, its choices, and an example. */
  downloadUploadTemplate: {
    method: 'GET',
    path: '/api/student-upload-template',
    ...office,
    input: noInput,
    ...xlsx,
    needs: { table: 'read' },
  },
  /** Reads a class list and previews what it would change, row by row; stores nothing. */
  storeRegistrationFile: {
    method: 'POST',
    path: '/api/store-registration-file',
    ...office,
    kind: 'documents',
    accepts: 'multipart/form-data',
    input: () => z.strictObject({ file: z.file().check(z.maxSize(uploadLimit, fileTooLarge)), ...fileAnswers() }),
    output: preview,
    needs: { table: 'read' },
  },
  /** Judges rows again after they were corrected in the confirm table; stores nothing. */
  checkRegistrationRows: {
    method: 'POST',
    path: '/api/check-registration-rows',
    ...office,
    largestBody: 1_000_000,
    input: () =>
      z.strictObject({
        data: z.array(sentRow()).check(z.minLength(1), z.maxLength(200)),
        ...columnsOf,
      }),
    output: () => z.strictObject({ rows: z.array(previewedRow()) }),
    needs: { table: 'read' },
  },
  /**
   * Adds the new students of a confirmed list and changes the existing ones, as one durable job. Every row is judged
   * again; a field is changed only where it still has the value that the preview showed.
   */
  applyStudentUpload: {
    method: 'POST',
    path: '/api/upload-new-students',
    ...office,
    largestBody: maxUploadBytes,
    input: () =>
      z.strictObject({
        data: z.array(confirmedRow()).check(z.minLength(1, 'There is nothing to upload.'), z.maxLength(maxUploadRows)),
        columns: z.optional(columns),
      }),
    output: upload,
    needs: { table: 'write', jobs: 'start' },
  },
  /** The progress of an upload, and at its end the outcome of each row. A stalled run is resumed. */
  readStudentUploadProgress: {
    method: 'GET',
    path: '/api/upload-new-students',
    ...office,
    input: () => z.strictObject({ upload: undoId }),
    output: upload,
    needs: { table: 'write', jobs: 'start' },
  },
  /** `Registration Data.xlsx`: every current student with every column. */
  downloadRegistrationData: {
    method: 'GET',
    path: '/api/registration-data-spreadsheet',
    ...office,
    input: noInput,
    ...xlsx,
    kind: 'streams',
    needs: { table: 'read' },
  },
  /**
   * Chosen columns of the given current students, in their order (rule 21: the input has ids and columns, never
   * values). The PTA gets no column for the office only.
   */
  downloadFewStudents: {
    method: 'GET',
    path: '/api/spreadsheet-student-data',
    ...registered,
    input: () => z.strictObject({ student_ids: inAddress(studentIds()), columns: inAddress(chosenColumns()) }),
    ...xlsx,
    kind: 'streams',
    needs: { table: 'read' },
  },
  /** The same of more students than an address can name. */
  downloadStudents: {
    method: 'POST',
    path: '/api/spreadsheet-student-data',
    ...registered,
    largestBody: 500_000,
    input: () => z.strictObject({ student_ids: studentIds(), columns: chosenColumns() }),
    ...xlsx,
    kind: 'streams',
    needs: { table: 'read' },
  },
});
