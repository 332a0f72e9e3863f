import { gatherPartitions } from '../../../platform/table/gather-partitions.ts';
import { readMany } from '../../../platform/table/table.ts';
import { type DayRange, halvesOf } from '../attendance-record.ts';
import { ToldAbsence } from '../told-absence.ts';
import { archivedAttendanceKey } from './archived-attendance.ts';

/**
 * How much is kept of a student's attendance: days in the table, files of the archive with so many days, and absences told beforehand. Three
 * requests for ten years.
 */
export async function keptAttendance(studentId: string, range: DayRange) {
  const halves = halvesOf(range);
  const [records, archived, told] = await Promise.all([
    gatherPartitions({
      partitions: halves.map((half) => `attendance#${studentId}#${half}`),
      only: ['date', 'deletedAt'],
      consistent: true,
    }),
    readMany(halves.map((half) => archivedAttendanceKey(studentId, half))),
    ToldAbsence.query.record({ studentId }).go({ pages: 'all' }),
  ]);
  return {
    days: records.filter(({ deletedAt }) => deletedAt === undefined).length,
    files: archived.length,
    daysInFiles: archived.reduce((sum, one) => sum + one.records, 0),
    told: told.data.length,
  };
}
