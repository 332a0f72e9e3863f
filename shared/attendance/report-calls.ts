import * as z from 'zod/mini';
import { id, nothing } from '../http/fields.ts';

/** What attendance shows: lists, figures and printed reports. */
export const reportCalls = {
  /** Every current student, by class and name (product §3 "Attendance student"): whom a report can be made of. */
  attendanceStudents: {
    method: 'GET',
    path: '/api/attendance-students',
    who: ['Admin', 'PTA'],
    menu: ['attendanceStudent'],
    input: nothing,
    output: () => z.array(z.strictObject({ id, first_name: z.string(), last_name: z.string(), class_id: id })),
    needs: { table: 'read' },
  },
} as const;
