import * as z from 'zod/mini';
import type { Contract } from '../http/contract.ts';
import { id } from '../http/fields.ts';

/** Data protection, of the register's contract (ADR 0056). */
export const protectionCalls = {
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
