import { attendanceWordings } from '#shared/attendance/wordings.ts';
import {
  changeOfReport,
  type TermReportItem,
  termReportAuditSubject,
  termReportKey,
} from '../../marks/records/term-report.ts';
import { authorOfJob, type JobRemark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { auditKey } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { type CountedTerm, countReports } from '../office/count-term.ts';
import {
  attendanceStampAuthor,
  planReportFiguresWrite,
  recordUpdatedReportsAction,
  type UpdatedReport,
  updatedReportsKey,
} from '../office/report-times.ts';

/** Input of the worker beside the students. */
interface UpdateInput extends CountedTerm {
  withTyped: boolean;
}

/** Writes the figures of a batch of students into their reports, in one transaction with what its undo needs. */
export const updateTermReportsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const { withTyped, ...term } = job.input as UpdateInput;
    const caller = authorOfJob(job);
    const request = { now: new Date(), idempotencyKey: `${job.run}-${batch}` };
    return retryRefused({
      read: () => countReports(term, rows),
      attempt: async (counted) => {
        const { changes, trail, reports, remarks } = planReportFiguresWrite(counted, {
          withTyped,
          by: { caller, request },
        });
        if (changes.length === 0) return { remarks };
        const proof = recordUpdatedReportsAction({ run: job.run, batch, reports }, request.now);
        const outcome = await commit({ by: { caller, request }, changes, trail, proof });
        return isRefused(outcome) ? outcome : { remarks };
      },
      what: 'these reports',
    });
  },
};

/** The run to undo, and the term of its reports. */
interface UndoInput {
  run: string;
  year: number;
  term: 1 | 2 | 3;
}

/**
 * Restores the earlier figures and stamps in the reports of a batch. A report that was changed since stays, and is
 * listed with the reason.
 */
export const undoUpdateTermReportsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const { run, year, term } = job.input as UndoInput;
    const caller = authorOfJob(job);
    const request = { now: new Date(), idempotencyKey: `${job.run}-${batch}` };
    const { done } = await readItems({ done: updatedReportsKey(run, batch) });
    const updated = done?.reports ?? [];
    if (updated.length === 0) return {};
    return retryRefused({
      read: () => readItems({ reports: rows.map((studentId) => termReportKey({ studentId, year, term })) }),
      attempt: async ({ reports }) => {
        const byStudent = new Map(reports.map((report) => [report.studentId, report]));
        const remarks: JobRemark[] = [];
        const written = updated.flatMap((one) => {
          const report = byStudent.get(one.studentId);
          if (!report || !isUntouched(report, one)) {
            remarks.push({ row: one.studentId, text: attendanceWordings.rowChangedSince });
            return [];
          }
          const stamps = new Map(one.changes.map(({ field, stamp }) => [field, stamp]));
          return changeOfReport(
            {
              key: { studentId: one.studentId, year, term },
              classId: report.classId,
              changes: one.changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
              by: { caller, request },
            },
            { stampOf: (field) => stamps.get(field) ?? {}, seen: report },
          );
        });
        if (written.length === 0) {
          // Every report was changed since, or an earlier attempt has undone this batch already.
          const lines = updated.map(({ studentId }) =>
            auditKey(termReportAuditSubject({ studentId, year, term }), request.idempotencyKey),
          );
          const { undone } = await readItems({ undone: lines });
          const subjects = new Set(undone.map(({ subject }) => subject));
          return {
            remarks: remarks.filter(({ row }) => !subjects.has(termReportAuditSubject({ studentId: row, year, term }))),
          };
        }
        const outcome = await commit({
          by: { caller, request },
          changes: written.map(({ change }) => change),
          trail: written.map(({ trail }) => trail),
        });
        return isRefused(outcome) ? outcome : { remarks };
      },
      what: 'these reports',
    });
  },
};

const isUntouched = (report: TermReportItem, { changes }: UpdatedReport): boolean =>
  changes.every(
    ({ field, after }) => (report[field] ?? null) === after && report[`${field}By`] === attendanceStampAuthor,
  );
