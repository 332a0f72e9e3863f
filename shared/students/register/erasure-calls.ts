import * as z from 'zod/mini';
import type { Contract } from '../../http/contract.ts';
import { day, id, noInput } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';

/** Most students that one run erases. */
export const maxErasedAtOnce = 100;

/** Data protection, of the register's contract (ADR 0060). */
export const erasureCalls = {
  /** What erasing an archived student would remove, what stays and why, and why the student cannot be erased yet. */
  previewErasure: {
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
  /** Erases a student, or reports the progress. It cannot be undone: the student's id or name must be typed. */
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
  /**
   * Archived students whose `retentionYears` have ended, those who left first at the top, and the run that erases them.
   */
  listErasuresDue: {
    method: 'GET',
    path: '/api/student-erasures',
    who: ['Admin'],
    menu: ['students'],
    input: noInput,
    output: () =>
      z.strictObject({
        /** `retentionYears` of the school file: years after the Date of Leaving. */
        years: z.int(),
        /** At most a hundred. */
        students: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id, date_of_leaving: day })),
        /** Further ones, for the next run. */
        more: z.int(),
        /** Students whose retention has ended, but whose record was changed in the last hundred days. */
        changed_lately: z.int(),
        /** Archived students without a Date of Leaving: their years cannot be counted. */
        undated: z.int(),
        run: z.nullable(jobRun()),
      }),
    needs: { table: 'read' },
  },
  /** Erases the students of that list, or reports the progress. It cannot be undone: their number must be typed. */
  eraseStudentsDue: {
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
        /** Empty while the run is running. */
        erased: z.array(id),
        /**
         * Students who were kept and data that was not erased, with the reason; `student_id` is null where it concerns
         * no single student.
         */
        left: z.array(z.strictObject({ student_id: z.nullable(id), text: z.string() })),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * One zip of all data that the school keeps of a student, for a parent's request: record, marks, reports, what the
   * family sent, and history as a workbook, the files of the posted report cards, the uploaded files. The link is valid
   * for five minutes. The call is audited.
   */
  exportEverythingAboutStudent: {
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
        /** Names of the files in it. */
        contents: z.array(z.string()),
        /** Files that are missing in it, each with the reason. */
        missing: z.array(z.string()),
      }),
    kind: 'documents',
    needs: {
      table: 'write',
      reads: ['access events'],
      files: {
        'posted-cards': ['read', 'write'],
        'student-files': ['read'],
        pictures: ['read'],
        'registration-files': ['read'],
        'absence-notes': ['read'],
        'student-records': ['read', 'write'],
      },
    },
  },
} as const satisfies Contract;
