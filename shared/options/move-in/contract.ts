import * as z from 'zod/mini';
import { dayOrderQuestion } from '../../file-questions.ts';
import { contract, listTypes, xlsxType } from '../../http/contract.ts';
import { documentBytes, reportFormat } from '../../http/fields.ts';
import { jobProgress } from '../../http/job-progress.ts';
import { fileTooLarge, uploadLimit } from '../../http/upload-limit.ts';
import { undoCalls, undoId } from '../../undo/calls.ts';
import { alikeKinds, moveInKinds, namedKinds, noKind } from './kinds.ts';
import { longestSaid, saidOfFile } from './said.ts';

const office = { who: ['Admin'], menu: ['employees', 'students', 'studentSubjects'] } as const;

/** A text of JSON as a form carries it beside a file. */
const said = () =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(longestSaid)),
        z.transform((text): unknown => {
          try {
            return JSON.parse(text);
          } catch {
            return null;
          }
        }),
      ),
      saidOfFile() as never as z.ZodMiniType<z.output<ReturnType<typeof saidOfFile>>, unknown>,
    ),
  );
const file = () => z.file().check(z.maxSize(uploadLimit, fileTooLarge));

/** What becomes of a row. */
export const rowStates = ['new', 'changed', 'removed', 'same', 'refused'] as const;

const kind = () => z.literal([...moveInKinds]);
const count = z.lazy(() => z.int().check(z.gte(0)));

const previewedRow = () =>
  z.strictObject({
    kind: kind(),
    sheet: z.string(),
    /** As a spreadsheet numbers it; 0 of somebody who is in no row. */
    row: z.int(),
    state: z.literal([...rowStates]),
    /** Who or what it is: "Anna Bell, 1A". */
    what: z.string(),
    /** What is new or changed, or why it is refused. */
    note: z.string(),
    /** Of a refused row: the cell to correct; null where no cell of it is at fault. */
    fix: z.nullable(
      z.strictObject({ field: z.string(), label: z.string(), column: z.nullable(z.string()), text: z.string() }),
    ),
  });
export type MoveInRow = z.output<ReturnType<typeof previewedRow>>;

const sheet = () =>
  z.strictObject({
    name: z.string(),
    kind: z.literal([...moveInKinds, noKind]),
    /** Rows below the headings. */
    rows: count,
    columns: z.array(
      z.strictObject({
        /** "B". */
        column: z.string(),
        heading: z.string(),
        field: z.string(),
        examples: z.array(z.string()),
        /** What this column may be beside the fields of the sheet: marks of its subject, in each part and term. */
        more: z.array(z.strictObject({ field: z.string(), label: z.string() })),
      }),
    ),
    /** Of which term it is, of a sheet that names it in no column; null for one of another kind. */
    period: z.nullable(
      z.strictObject({
        year: z.nullable(z.int()),
        term: z.nullable(z.literal([1, 2, 3])),
        /** Whether its columns say of which term they are, and the year alone is to be said. */
        of_columns: z.boolean(),
      }),
    ),
    /** Fields that a column of this kind may have. */
    fields: z.array(z.strictObject({ field: z.string(), label: z.string() })),
  });
export type MoveInSheet = z.output<ReturnType<typeof sheet>>;

const preview = () =>
  z.strictObject({
    /** None of a file whose format says what its parts are. */
    sheets: z.array(sheet()),
    day_order: dayOrderQuestion(),
    /** Names of the file that the school does not have. */
    names: z.array(
      z.strictObject({
        of: z.literal([...namedKinds]),
        written: z.string(),
        /** As answers name it. */
        key: z.string(),
        rows: count,
        /** What is said or remembered of it; null while nothing is, empty where its rows are left out. */
        means: z.nullable(z.string()),
      }),
    ),
    /** What is asked once for all rows that are alike. */
    alike: z.array(
      z.strictObject({
        kind: z.literal([...alikeKinds]),
        question: z.string(),
        rows: count,
        answer: z.nullable(z.literal(['yes', 'no'])),
      }),
    ),
    /** How many rows of each kind become what. */
    counts: z.array(
      z.strictObject({ kind: kind(), new: count, changed: count, removed: count, same: count, refused: count }),
    ),
    /** Refused rows first, those that wait for an answer after the others; then some that would be stored. */
    rows: z.array(previewedRow()),
    notes: z.array(z.string()),
    /** What names of the file can mean. */
    choices: z.array(
      z.strictObject({
        of: z.literal([...namedKinds]),
        values: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      }),
    ),
    /** Names what a confirmation stores; null where there is nothing to store. */
    plan: z.nullable(z.string()),
  });
export type MoveInPreview = z.output<ReturnType<typeof preview>>;

const run = () =>
  z.strictObject({
    ...jobProgress(),
    /** Names the run, to follow it and to undo it. */
    run: undoId,
    /** What was stored, by kind, and rows that were not, once it has ended. */
    done: z.array(z.strictObject({ kind: kind(), rows: count })),
    left: z.array(z.strictObject({ kind: kind(), what: z.string(), reason: z.string() })),
  });
export type MoveInRun = z.output<ReturnType<typeof run>>;

const plan = z.lazy(() => z.string().check(z.regex(/^[0-9a-f]{64}$/)));

/** A school moves in with its own files. */
export const moveInContract = contract({
  /**
   * Reads a file, says what each sheet and row of it is, and what would be stored; stores nothing. As a workbook: the
   * refused rows, with the reasons in a column.
   */
  previewMoveIn: {
    method: 'POST',
    path: '/api/move-in-preview',
    ...office,
    kind: 'documents',
    accepts: 'multipart/form-data',
    holdsSchool: true,
    input: () => z.strictObject({ file: file(), said: said(), format: reportFormat }),
    output: preview,
    produces: listTypes,
    needs: { table: 'read', partitions: 'indexes' },
  },
  /** Stores what the preview showed, as one durable job: refused where the school or the file has changed since. */
  startMoveIn: {
    method: 'POST',
    path: '/api/move-in',
    ...office,
    kind: 'documents',
    accepts: 'multipart/form-data',
    holdsSchool: true,
    input: () => z.strictObject({ file: file(), said: said(), plan }),
    output: run,
    needs: { table: 'write', partitions: 'indexes', jobs: 'start' },
  },
  /** How far a run is, and at its end what it stored. A stalled run is resumed. */
  readMoveIn: {
    method: 'GET',
    path: '/api/move-in',
    ...office,
    input: () => z.strictObject({ run: undoId }),
    output: run,
    needs: { table: 'write', jobs: 'start' },
  },
  /** A workbook to fill in, made for this school: a sheet a kind, with choices, notes and examples. */
  downloadMoveInWorkbook: {
    method: 'GET',
    path: '/api/move-in-preview',
    ...office,
    kind: 'documents',
    input: () => z.strictObject({}),
    output: documentBytes,
    produces: xlsxType,
    needs: { table: 'read', partitions: 'indexes' },
  },
  /** What was moved in goes back where nobody has touched it since: all of a file, or a kind of it. */
  ...undoCalls({ path: '/api/move-in-undo', ...office, needs: { table: 'write', jobs: 'start' } }, () =>
    z.strictObject({ of: z.literal('move-in') }),
  ),
});
