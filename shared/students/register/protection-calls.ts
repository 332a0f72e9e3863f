import * as z from 'zod/mini';
import type { Contract } from '../../http/contract.ts';
import { day, id, nothing } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';

/** Students who are erased by one run. */
export const maxErasedAtOnce = 100;

/** Data protection, of the register's contract (ADR 0060). */
export const protectionCalls = {
  /** What erasing a student of the archive would remove, what stays and why, and where it is not yet time for it, why not. */
  erasurePreview: {
    method: 'GET',
    path: '/api/student-erasure',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        student_id: id,
        name: z.string(),
        /** Empty where the student can be erased now. */
        why_not: z.array(z.string()),
        goes: z.array(z.string()),
        stays: z.array(z.string()),
      }),
    needs: { table: 'read', partitions: 'table' },
  },
  /** Erases a student, or says how far that is. It cannot be undone: the student's id or name has to be typed. */
  eraseStudent: {
    method: 'POST',
    path: '/api/student-erasure',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id, confirmation: z.string().check(z.maxLength(300)) }),
    output: () =>
      z.strictObject({
        ...jobProgress(),
        /** What was not erased, and why. */
        left: z.array(z.string()),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** Students of the archive whom the school has no more reason to keep by its `retentionYears`, the longest gone first, and the run that erases. */
  erasuresDue: {
    method: 'GET',
    path: '/api/student-erasures',
    who: ['Admin'],
    menu: ['students'],
    input: nothing,
    output: () =>
      z.strictObject({
        /** Years after the Date of Leaving, of the school file. */
        years: z.int(),
        /** At most a hundred. */
        students: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id, date_of_leaving: day })),
        /** Further ones, for the next run. */
        more: z.int(),
        /** Whose years are over, and whose record was changed in the last hundred days. */
        changed_lately: z.int(),
        /** In the archive without a Date of Leaving: their years cannot be counted. */
        undated: z.int(),
        run: z.nullable(jobRun()),
      }),
    needs: { table: 'read' },
  },
  /** Erases the students of that list, or says how far that is. It cannot be undone: how many they are has to be typed. */
  eraseDue: {
    method: 'POST',
    path: '/api/student-erasures',
    who: ['Admin'],
    menu: ['students'],
    input: () =>
      z.strictObject({
        student_ids: z.array(id).check(z.minLength(1), z.maxLength(maxErasedAtOnce)),
        confirm: z.int().check(z.gte(0)),
      }),
    output: () =>
      z.strictObject({
        ...jobProgress(),
        /** Empty until it is over. */
        erased: z.array(id),
        /** Who was kept, or what was not erased, and why; null where it is nobody's alone. */
        left: z.array(z.strictObject({ student_id: z.nullable(id), text: z.string() })),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * One zip of all that the school keeps of a student, for a parent's request: record, marks, reports and history as a workbook, the report
   * cards, the files. The link holds for five minutes. Making it is audited.
   */
  everythingAboutStudent: {
    method: 'POST',
    path: '/api/student-everything',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        student_id: id,
        link: z.string(),
        bytes: z.int(),
        /** What is in it, by name. */
        contents: z.array(z.string()),
        /** What should be and could not be read, each with the reason. */
        missing: z.array(z.string()),
      }),
    kind: 'documents',
    needs: {
      table: 'write',
      files: { 'student-files': ['read'], pictures: ['read'], 'student-records': ['read', 'write'] },
    },
  },
} as const satisfies Contract;
