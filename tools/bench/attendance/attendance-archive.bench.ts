import { startSchool } from '../../../local/school.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title =
  'The archive of attendance: what moving a half year asks of the table, for each batch of 25 students';

/** Near the end of a term, whose half year the demo school has whole. */
const today = '2026-07-01';
const half = '2026H1';
const batches = 4;
const studentsAtOnce = 25;
const deletedAtOnce = 50;

export async function run(): Promise<BenchRow[]> {
  const { trafficOf } = await import('../../../tests/support/school/table-traffic.ts');
  const options = { dataFolder: ':memory:', port: 0, site: 'none', isDemo: true } as const;
  const school = await startSchool({ ...options, today: new Date(`${today}T12:00:00Z`) });
  try {
    const { archiveAttendance } = await import('#functions/attendance/jobs/archive-attendance.ts');
    const { restoreAttendance } = await import('#functions/attendance/jobs/restore-attendance.ts');
    const { AttendanceRecord } = await import('#functions/attendance/records/attendance-record.ts');
    const { Student } = await import('#functions/students/records/store.ts');
    const { data } = await Student.query.all({ status: 'current' }).go({ pages: 'all' });
    const ids = data.map(({ studentId }) => studentId).slice(0, batches * studentsAtOnce);
    const records = await Promise.all(
      ids.map(
        async (studentId) => (await AttendanceRecord.query.record({ studentId, half }).go({ pages: 'all' })).data,
      ),
    );
    const pieces = records.reduce((sum, of) => sum + Math.ceil(of.length / deletedAtOnce), 0);
    const count = records.reduce((sum, of) => sum + of.length, 0);
    const job = { startedBy: 'A1', startedByName: 'Office', run: 'bench' } as never;
    const inBatches = async (worker: typeof archiveAttendance) => {
      for (let batch = 0; batch < batches; batch += 1) {
        const rows = ids.slice(batch * studentsAtOnce, (batch + 1) * studentsAtOnce).map((id) => `${half} ${id}`);
        await worker.workBatch({ job, batch, rows });
      }
    };
    const away = await trafficOf(() => inBatches(archiveAttendance));
    const back = await trafficOf(() => inBatches(restoreAttendance));
    const unitsOf = (traffic: typeof away) => traffic.reduce((sum, { units }) => sum + units, 0);
    return [
      // Of a batch that the half is closed; of a student the row read, the records, the row twice, and the pieces deleted.
      compared('Archiving', away.length, batches + 4 * ids.length + pieces),
      // Of a student the row read, what is in the table, the pieces written, the row once more, and deleted.
      compared('Bringing back', back.length, 4 * ids.length + pieces),
      shown('Archiving: units of the table for each record', unitsOf(away) / count),
      shown('Bringing back: units of the table for each record', unitsOf(back) / count),
    ];
  } finally {
    await school.stop();
  }
}

const compared = (what: string, requests: number, floor: number): BenchRow => ({
  measure: `${what}: requests, of what the batches of ${batches * studentsAtOnce} students need`,
  value: `${requests} of ${floor}, ${(requests / floor).toFixed(2)} ×`,
  limit: '≤ 1.1 ×',
  ok: requests <= 1.1 * floor,
});

const shown = (measure: string, value: number): BenchRow => ({
  measure,
  value: value.toFixed(2),
  limit: 'shown only',
  ok: true,
});
