import { type FieldStamp, reportActions } from '../../marks/term-report.ts';
import type { Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { writeAudited } from '../../platform/table/audit.ts';
import { directCreate, directTransaction } from '../../platform/table/direct-write.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { type CountedTerm, countReports } from '../office/count-term.ts';
import { attendanceStamp, changesOfReport, type figures } from '../office/times-changes.ts';
import { type UpdatedReport, updatedItem } from '../office/updated-reports.ts';

/** What the worker must know besides the students. */
export interface UpdateInput extends CountedTerm {
  withTyped: boolean;
}

/** Writes the figures of a batch of students into their reports, in one transaction with what the undo of it needs. */
export const updateTermReports: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const { withTyped, ...term } = job.input as UpdateInput;
    const caller = { accountId: job.startedBy, name: job.startedByName };
    const request = { now: new Date(), idempotencyKey: `${job.run}-${batch}` };
    const stamp = { by: attendanceStamp, at: request.now.toISOString() };
    return retryRefused({
      read: () => countReports(term, rows),
      attempt: async (counted) => {
        const remarks: Remark[] = [];
        const reports: UpdatedReport[] = [];
        const actions = counted.flatMap((one) => {
          const { report, student } = one;
          const { studentId, year, term: ofTerm, classId } = report;
          if (student.status !== 'current') {
            remarks.push({ row: studentId, text: 'Has left the school.' });
            return [];
          }
          if (one.sessions === 0) {
            remarks.push({ row: studentId, text: 'No attendance was taken.' });
            return [];
          }
          const { changes, typed } = changesOfReport(one, { withTyped });
          if (!withTyped && typed.length > 0) remarks.push({ row: studentId, text: keptText(typed) });
          if (changes.length === 0) return [];
          reports.push({
            studentId,
            changes: changes.map((change) => ({ ...change, stamp: stampOf(report, change.field) })),
          });
          return reportActions(
            { key: { studentId, year, term: ofTerm }, classId, changes, caller, request },
            { stampOf: () => stamp, seen: report },
          );
        });
        if (actions.length === 0) return { remarks };
        // The last action is the proof that the batch was done.
        const proof = directCreate(updatedItem({ run: job.run, batch, reports }, request.now));
        const outcome = await writeAudited(directTransaction([...actions, proof]));
        return outcome === 'refused' ? outcome : { remarks };
      },
      what: 'these reports',
    });
  },
};

const stampOf = (report: object, field: string): FieldStamp => {
  const stored = report as Record<string, string | undefined>;
  return { by: stored[`${field}By`], at: stored[`${field}At`] };
};

/** "Times absent 4 (counted 6) was typed by Mona Núñez." */
const keptText = (
  typed: readonly { wire: (typeof figures)[number]['wire']; typed: number | null; counted: number; by: string }[],
) =>
  typed
    .map(
      ({ wire, typed: kept, counted, by }) =>
        `${wire === 'times_absent' ? 'Times absent' : 'Times late'} ${kept ?? 'blank'} (counted ${counted}) was typed by ${by}.`,
    )
    .join(' ');
