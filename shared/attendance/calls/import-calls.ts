import * as z from 'zod/mini';
import { day, id, nothing } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { fileTooLarge, uploadLimit } from '../../http/upload-limit.ts';
import { undo, undoableAct } from '../../undo.ts';

/** So many rows of a scanner's file are taken at most. */
export const maxImportRows = 100_000;
/** So many of the days that an undo left are named. */
export const maxSkippedListed = 50;

const ofOffice = { who: ['Admin'], menu: ['attendanceStudent'] } as const;
const office = { ...ofOffice, kind: 'documents' } as const;
/** The file's ids, separated by commas, that the user has confirmed to be students whose ids differ only in leading zeros. */
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
  });
const importId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9/-]{0,99}$/, 'Not an import.')));
const run = () => z.extend(jobRun(), { import: z.string() });

/** Scans from the file of a scanner: an id and a time in each row. */
export const importCalls = {
  /** What a file would add; stores nothing. */
  previewImport: {
    method: 'POST',
    path: '/api/attendance-import-preview',
    ...office,
    accepts: 'multipart/form-data',
    input: file,
    output: () =>
      z.strictObject({
        /** Scans that can count, and those of them that are not there yet. */
        scans: z.int(),
        added: z.int(),
        /** Rows that say what an earlier row says. */
        doubled: z.int(),
        days: z.array(
          z.strictObject({
            date: day,
            scans: z.int(),
            added: z.int(),
            /** Why none of the day's scans counts: "weekend"; null on a school day. */
            why: z.nullable(z.string()),
          }),
        ),
        /** Ids that no current student has, with how many scans; fifty at the most. */
        unknown: z.array(z.strictObject({ id, scans: z.int() })),
        /** Ids that differ from a student's in leading zeros alone, to be answered one by one or all at once. */
        near: z.array(
          z.strictObject({
            id,
            student_id: id,
            name: z.string(),
            scans: z.int(),
            /** The user has said that it is the student. */
            is_same: z.boolean(),
          }),
        ),
        /** Rows that cannot be read; fifty at the most, and how many there are. */
        refused: z.array(z.strictObject({ row: z.int(), reason: z.string() })),
        refused_count: z.int(),
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
  importRun: {
    method: 'GET',
    path: '/api/attendance-import',
    ...office,
    input: () => z.strictObject({ import: importId }),
    output: run,
    needs: { table: 'write', jobs: 'start' },
  },
  /** Imports that can be undone (rule 46). */
  undoableScanImports: {
    ...ofOffice,
    method: 'GET',
    path: '/api/attendance-import-undo',
    input: nothing,
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  /**
   * Takes the scans of an import back, as a durable job. A day of which something else was said since stays as it is; those that were left are
   * named, {@link maxSkippedListed} at the most, with how many there are.
   */
  undoImport: {
    ...ofOffice,
    method: 'POST',
    path: '/api/attendance-import-undo',
    input: () => z.strictObject({ undo }),
    output: () =>
      z.strictObject({
        ...jobProgress(),
        left: z.array(z.strictObject({ student_id: id, name: z.string(), date: day, reason: z.string() })),
        left_count: z.int(),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
} as const;
