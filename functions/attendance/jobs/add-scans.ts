import { recordScans } from '../../attendance-records/record-scans.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { studentsByIds } from '../../students/store.ts';
import { daysToImport, type PlannedScans, sourceOfImport } from '../import/import-plan.ts';

/** Adds a batch, which is of one day, in one transaction. Doing it twice changes nothing: a scan has its name in the record. */
export const addScans: JobWorker = {
  workBatch: async ({ rows }) => {
    const planned = rows.map((row) => JSON.parse(row) as PlannedScans);
    const date = planned[0]?.date ?? '';
    const [{ days }, students] = await Promise.all([
      daysToImport({ from: date, to: date }),
      studentsByIds(planned.map(({ studentId }) => studentId)),
    ]);
    const [rules] = days;
    // The office closed the day meanwhile, or archived it.
    if (!rules) return {};
    const byId = new Map(students.map((student) => [student.studentId, student]));
    await recordScans({
      ...{ date, rules },
      students: planned.flatMap(({ studentId, times }) => {
        const student = byId.get(studentId);
        if (student?.status !== 'current') return [];
        return [{ student, scans: Object.fromEntries(times.map((time) => [sourceOfImport(date, time), time])) }];
      }),
    });
    return {};
  },
};
