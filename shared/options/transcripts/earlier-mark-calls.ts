import * as z from 'zod/mini';
import { xlsxType } from '../../http/contract.ts';
import { documentBytes, id, term, year } from '../../http/fields.ts';
import { fileTooLarge, uploadLimit } from '../../http/upload-limit.ts';
import { undoId } from '../../undo/calls.ts';
import {
  earlierLimits,
  isEarlierMark,
  maxEarlierRows,
  maxEarlierStudents,
  maxMarksOfStudent,
} from './earlier-marks.ts';
import { officeOfTranscripts } from './office.ts';
import { earlierWordings } from './wordings.ts';

/** A line of text without control characters. */
const line = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((text) => !/\p{Cc}/u.test(text), 'One line of text.'),
  );

const earlierMark = () =>
  z.strictObject({
    year,
    term,
    subject: line(earlierLimits.subject),
    mark: z.string().check(z.maxLength(12), z.refine(isEarlierMark, earlierWordings.notMark)),
    source: line(earlierLimits.source),
  });

/**
 * What becomes of a row: `ask` needs an answer of the office, `same` is stored already, `refused` cannot be taken.
 */
export const earlierStates = ['new', 'ask', 'same', 'refused'] as const;

const previewedMark = () =>
  z.strictObject({
    /** As a spreadsheet numbers it. */
    row: z.int(),
    /** The student's own, or as it is written where there is none. */
    student_id: z.string(),
    name: z.nullable(z.string()),
    year: z.nullable(year),
    term: z.nullable(term),
    subject: z.string(),
    mark: z.string(),
    source: z.string(),
    state: z.literal([...earlierStates]),
    /** What is asked, or why it is refused; null of a new row. */
    note: z.nullable(z.string()),
  });
export type PreviewedMark = z.output<ReturnType<typeof previewedMark>>;

export const earlierMarkCalls = {
  /** Reads a sheet of earlier marks and says what would become of each row; stores nothing. */
  previewEarlierMarks: {
    ...officeOfTranscripts,
    method: 'POST',
    path: '/api/earlier-marks-preview',
    kind: 'documents',
    accepts: 'multipart/form-data',
    input: () => z.strictObject({ file: z.file().check(z.maxSize(uploadLimit, fileTooLarge)) }),
    output: () =>
      z.strictObject({
        rows: z.array(previewedMark()),
        /** Of each student of the rows: the state of the record that a confirmation is a change of. */
        versions: z.array(z.strictObject({ student_id: id, version: z.int().check(z.gte(0)) })),
        notes: z.array(z.string()),
      }),
    needs: { table: 'read' },
  },
  /** Stores chosen marks, all or none: refused where somebody has changed a student's since the preview. */
  importEarlierMarks: {
    ...officeOfTranscripts,
    method: 'POST',
    path: '/api/earlier-marks',
    largestBody: 1_200_000,
    input: () =>
      z
        .strictObject({
          students: z
            .array(
              z.strictObject({
                student_id: id,
                version: z.int().check(z.gte(0)),
                marks: z.array(earlierMark()).check(z.minLength(1), z.maxLength(maxMarksOfStudent)),
              }),
            )
            .check(z.minLength(1, earlierWordings.nothingChosen), z.maxLength(maxEarlierStudents)),
        })
        .check(
          z.refine(({ students }) => students.reduce((sum, { marks }) => sum + marks.length, 0) <= maxEarlierRows, {
            error: earlierWordings.mostRows(maxEarlierRows),
            path: ['students'],
          }),
          z.refine(({ students }) => new Set(students.map((one) => one.student_id)).size === students.length, {
            error: 'A student is in it twice.',
            path: ['students'],
          }),
        ),
    output: () =>
      z.strictObject({
        /** Marks that were not stored so before. */
        taken: z.int(),
        students: z.int(),
        /** Null where nothing was changed. */
        undo: z.nullable(undoId),
      }),
    needs: { table: 'write' },
  },
  /** A sheet with the headings, an example, and what belongs in each column. */
  downloadEarlierMarksTemplate: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/earlier-marks-template',
    input: () => z.strictObject({}),
    output: documentBytes,
    produces: xlsxType,
    kind: 'documents',
    needs: { table: 'none' },
  },
} as const;
