import * as z from 'zod/mini';
import { day, nothing } from '../../http/fields.ts';
import { jobProgress } from '../../http/job-progress.ts';

const ofOffice = { who: ['Admin'], menu: ['attendanceStudent'] } as const;

/** A half of a calendar year: `2021H2` is July to December 2021. */
const half = z.lazy(() => z.string().check(z.regex(/^(19[5-9]\d|20\d\d)H[12]$/, 'A half year, such as 2021H2.')));
const halfYear = () => ({ half, from: day, to: day });
const count = () => z.nullable(z.int());

/**
 * Attendance records that are older than the school file keeps in the table go into files, half year by half year (product §3 "Archive
 * response", ADR 0058). Lists, reports and pages of students go on showing them; they are not changed any more.
 */
export const archiveCalls = {
  archivePreview: {
    ...ofOffice,
    method: 'GET',
    path: '/api/student-attendance-archive',
    input: nothing,
    output: () =>
      z.strictObject({
        /** Years that the school file keeps in the table; half years that end before `date` are archived. */
        years: z.int(),
        date: day,
        /** What would be archived. `records` are the students who were marked, day by day: records are about as many. */
        due: z.array(z.strictObject({ ...halfYear(), records: z.int() })),
        /** What is in the archive or on its way, the newest first. */
        halves: z.array(
          z.strictObject({
            ...halfYear(),
            state: z.literal(['archiving', 'archived']),
            /** Null until all is there. */
            students: count(),
            records: count(),
            by: z.string(),
            at: z.string(),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Archives what is old enough: begins the run or says how far it is. Repeated under one idempotency key while `records` remain; 409 where
   * nothing is old enough. Rows are students' half years.
   */
  archiveAttendance: {
    ...ofOffice,
    method: 'POST',
    path: '/api/student-attendance-archive',
    input: nothing,
    output: () =>
      z.strictObject({
        /** Half years that end before it are archived. */
        date: day,
        /** Students' half years that remain. */
        records: z.int(),
        ...jobProgress(),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
} as const;
