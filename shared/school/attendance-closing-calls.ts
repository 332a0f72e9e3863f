import * as z from 'zod/mini';
import { academicYearId, term } from '../http/fields.ts';
import { undo } from '../undo.ts';

/** The end of a term's attendance, which is not that of its marks (rule 49). */
export const attendanceClosingCalls = {
  /** Closes the attendance of a term before its days are over: 409 where it is closed, with who did it or since when. Undone by opening it. */
  closeAttendance: {
    method: 'POST',
    path: '/api/close-attendance',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ academic_year_id: academicYearId, term }),
    output: () => z.strictObject({ academic_year_id: academicYearId, term, undo }),
    needs: { table: 'write' },
  },
  /** Opens the attendance of a term again, also when its days are over: then until it is closed. 409 where it is open. */
  openAttendance: {
    method: 'POST',
    path: '/api/open-attendance',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ academic_year_id: academicYearId, term }),
    output: () => z.strictObject({ academic_year_id: academicYearId, term, undo }),
    needs: { table: 'write' },
  },
} as const;
