import * as z from 'zod/mini';
import { dayOrder, dayOrderQuestion } from '../../file-questions.ts';
import { day, id } from '../../http/fields.ts';
import { jobRun } from '../../http/job-progress.ts';
import { fileTooLarge, uploadLimit } from '../../http/upload-limit.ts';
import { officeOnly } from './office-calls.ts';

/** Rows of a scanner's file. */
export const maxImportRows = 100_000;

const office = { ...officeOnly, kind: 'documents' } as const;
/**
 * Ids of the file, separated by commas, that the user has confirmed to be students whose ids differ only in leading
 * zeros.
 */
const sameIds = () =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(100_000)),
      z.transform((text) => text.split(',').filter((one) => one !== '')),
    ),
    z.array(id).check(z.maxLength(5000)),
  );
const file = () =>
  z.strictObject({
    file: z.file().check(z.maxSize(uploadLimit, `${fileTooLarge} Send it in parts.`)),
    same_ids: z.optional(sameIds()),
    /** The order of day and month, where no row of the file proves one. */
    day_order: dayOrder,
  });
const importId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9/-]{0,99}$/, 'Not an import.')));
const run = () => z.extend(jobRun(), { import: z.string() });

/** Scans from the file of a scanner: an id and a time in each row. */
export const scanImportCalls = {
  /** What a file would add; stores nothing. */
  previewImport: {
    method: 'POST',
    path: '/api/attendance-import-preview',
    ...office,
    accepts: 'multipart/form-data',
    input: file,
    output: () =>
      z.strictObject({
        /** Scans that can be added, and those of them that are new. */
        scans: z.int(),
        added: z.int(),
        /** Rows that repeat an earlier one. */
        doubled: z.int(),
        days: z.array(
          z.strictObject({
            date: day,
            scans: z.int(),
            added: z.int(),
            /** Why no scan of the day can be added: "weekend"; null on a school day. */
            why: z.nullable(z.string()),
          }),
        ),
        /** Ids that no current student has, with how many scans; fifty at the most, and how many there are. */
        unknown: z.array(z.strictObject({ id, scans: z.int() })),
        unknown_count: z.int(),
        /** Ids that differ from a student's only in leading zeros, for the user to confirm. */
        near: z.array(
          z.strictObject({
            id,
            student_id: id,
            name: z.string(),
            scans: z.int(),
            /** The user has confirmed the student. */
            is_same: z.boolean(),
          }),
        ),
        /** Rows that cannot be read; fifty at the most, and how many there are. */
        refused: z.array(z.strictObject({ row: z.int(), reason: z.string() })),
        refused_count: z.int(),
        /** How times were read. */
        notes: z.array(z.string()),
        /** What is to be said before scans can be added. */
        day_order: dayOrderQuestion(),
      }),
    needs: { table: 'read', partitions: 'table', files: { 'attendance-archive': ['read'] } },
  },
  /** Adds the scans of a file as one durable job. The same file again adds nothing. */
  importScans: {
    method: 'POST',
    path: '/api/attendance-import',
    ...office,
    accepts: 'multipart/form-data',
    input: file,
    output: run,
    needs: { table: 'write', jobs: 'start' },
  },
  /** How far an import is; resumes one that stopped. */
  readImportRun: {
    method: 'GET',
    path: '/api/attendance-import',
    ...office,
    input: () => z.strictObject({ import: importId }),
    output: run,
    needs: { table: 'write', jobs: 'start' },
  },
} as const;
