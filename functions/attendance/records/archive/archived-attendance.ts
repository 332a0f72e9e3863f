import { CustomAttributeType, type EntityItem } from 'electrodb';
import { entity, itemKey } from '../../../platform/table/table.ts';
import type { AttendanceItem } from '../attendance-record.ts';

/** A day on which a student was late, for lists of a whole school, which would have to open a file for each student. */
export type ArchivedLate = Pick<AttendanceItem, 'date' | 'classId' | 'timeIn'>;

/** What the table knows of a student's half year in the archive: that there is a file, and who was late. */
export const ArchivedAttendance = entity({
  model: { entity: 'archived-attendance', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    half: { type: 'string', required: true },
    /** False until the file was written and read back. */
    isWritten: { type: 'boolean', required: true },
    records: { type: 'number', required: true },
    late: { type: CustomAttributeType<readonly ArchivedLate[]>('any'), required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['half'], template: 'attendance-archive#${half}', casing: 'none' },
      sk: { field: 'sk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
    },
  },
});

export type ArchivedAttendanceItem = EntityItem<typeof ArchivedAttendance>;

export const archivedAttendanceKey = (studentId: string, half: string) =>
  itemKey(ArchivedAttendance, { studentId, half });

/** The half year of a row, by its key. */
export const halfOfArchive = ({ pk }: { pk: string }): string => pk.slice('attendance-archive#'.length);

/** Everybody's half year, those whose file is there. A query for each megabyte (some 5,000 students). */
export async function archivedOfHalf(half: string): Promise<ArchivedAttendanceItem[]> {
  const { data } = await ArchivedAttendance.query.record({ half }).go({ pages: 'all', consistent: true });
  return data;
}
