import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { authorOfJob, type JobItem, type JobRemark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { auditKey, auditRow } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems, splitIntoPieces } from '../../platform/table/table.ts';
import {
  type AddedToDay,
  addedScansKey,
  fingerprintOfDay,
  markImportUndone,
  skippedDayKey,
} from '../import/import-acts.ts';
import { listArchivedHalfYears } from '../records/archived-half-year.ts';
import { type AttendanceItem, attendanceKey } from '../records/attendance-record.ts';
import { markRecordDeleted, removeScansFromRecord } from '../records/change-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { readClosedDays } from '../records/open-attendance.ts';
import { dayRulesWithSetting } from '../records/school-calendar.ts';
import { writeRecords } from '../records/write-records.ts';
import { studentDayAuditSubject } from '../register/save-student-days.ts';

/** Days in one transaction: each has a record, a line in the trail and at most one class's counts. */
const maxDaysPerUndo = 30;

/**
 * Removes what a batch of an import added, day by day. A day that was changed since stays as it is, and is listed with
 * the reason.
 */
export const undoImportScansWorker: JobWorker = {
  workBatch: async ({ job, batch }) => {
    const { run } = job.input as { run: string };
    const { added } = await readItems({ added: addedScansKey(run, batch) });
    const remarks: JobRemark[] = [];
    for (const days of splitIntoPieces(added?.days ?? [], maxDaysPerUndo))
      remarks.push(...(await removeScans(days, { date: added?.date ?? '', job })));
    return { remarks };
  },
  finish: async (job) => {
    await markImportUndone(job);
  },
};

interface Undoing {
  /** The one day of all of them. */
  date: string;
  job: JobItem;
}

/** A repeated attempt skips the days whose trail already has this undo. */
function removeScans(days: readonly AddedToDay[], { date, job }: Undoing): Promise<JobRemark[]> {
  const request = { now: new Date(), idempotencyKey: job.run };
  const subjectOf = ({ studentId }: AddedToDay) => studentDayAuditSubject(studentId, date);
  return retryRefused({
    what: 'the attendance of these students',
    read: async () => {
      const [archived, closed, found] = await Promise.all([
        listArchivedHalfYears({ from: date, to: date }),
        readClosedDays([date], request),
        readItems({
          setting: daySettingKey(date),
          records: days.map(({ studentId }) => attendanceKey(studentId, date)),
          lines: days.map((day) => auditKey(subjectOf(day), request.idempotencyKey)),
        }),
      ]);
      return { ...found, whyClosed: archived.length > 0 ? attendanceWordings.rowArchived : closed.get(date) };
    },
    attempt: async ({ setting, records, lines, whyClosed }): Promise<JobRemark[] | 'refused'> => {
      const rules = dayRulesWithSetting(date, setting);
      const stored = new Map(records.map((record) => [record.studentId, record]));
      const done = new Set(lines.map(({ subject }) => subject));
      const remarks: JobRemark[] = [];
      const changes = [];
      const rows = [];
      for (const day of days) {
        if (done.has(subjectOf(day))) continue;
        const { studentId } = day;
        const before = stored.get(studentId);
        const reason = whyClosed ?? (before ? whyLeft(before, day) : attendanceWordings.rowChangedSince);
        if (!before || reason !== null) {
          remarks.push({ row: skippedDayKey({ date, studentId }), text: reason ?? '' });
          continue;
        }
        const after = day.isNew
          ? markRecordDeleted(before, request.now)
          : removeScansFromRecord({ student: before, date, rules, before }, day.scans);
        changes.push({ before, after });
        const times = day.scans.map((scan) => before.scans?.[scan] ?? '').sort();
        const removed = [{ field: 'scans', before: times.join(', '), after: null }];
        rows.push(auditRow({ subject: subjectOf(day), changes: removed, by: { caller: authorOfJob(job), request } }));
      }
      if (rows.length === 0) return remarks;
      const outcome = await writeRecords(changes, { openAt: request, rows });
      return outcome === 'written' ? remarks : 'refused';
    },
  });
}

const whyLeft = (record: AttendanceItem, { left }: AddedToDay): string | null =>
  fingerprintOfDay(record) === left ? null : attendanceWordings.rowChangedSince;
