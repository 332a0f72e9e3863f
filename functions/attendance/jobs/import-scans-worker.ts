import type { JobWorker } from '../../platform/jobs/worker.ts';
import { readItems } from '../../platform/table/table.ts';
import { placeOnDay } from '../../students/records/placement/earlier-classes.ts';
import { readStudents } from '../../students/records/store.ts';
import { addedScansKey, keepImport, recordAddedScansAction } from '../import/import-acts.ts';
import { listDaysToImport, type PlannedScans, toImportedScanName } from '../import/import-plan.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { recordScans } from '../records/record-scans.ts';

/**
 * Adds the scans of a batch, which is of one day, in one transaction with what its undo needs. Idempotent: a record has
 * each scan by its name.
 */
export const importScansWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const planned = rows.map((row) => JSON.parse(row) as PlannedScans);
    const date = planned[0]?.date ?? '';
    const request = { now: new Date() };
    if (batch === 0) await keepImport(job, job.input as DayRange);
    const [{ days }, students, { added }] = await Promise.all([
      listDaysToImport({ from: date, to: date }, request.now),
      readStudents(planned.map(({ studentId }) => studentId)),
      readItems({ added: addedScansKey(job.run, batch) }),
    ]);
    const [rules] = days;
    // The batch was done before; or the day or its attendance was closed meanwhile, or archived.
    if (added || !rules) return {};
    const byId = new Map(students.map((student) => [student.studentId, student]));
    await recordScans({
      date,
      rules,
      openAt: request,
      students: planned.flatMap(({ studentId, times }) => {
        const student = byId.get(studentId);
        if (student?.status !== 'current') return [];
        return [
          {
            student: placeOnDay(student, rules),
            scans: Object.fromEntries(times.map((time) => [toImportedScanName(date, time), time])),
          },
        ];
      }),
      beside: (made) => [recordAddedScansAction({ run: job.run, batch, date, made }, request.now)],
    });
    return {};
  },
};
