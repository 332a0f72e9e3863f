import { readMany } from '../../platform/table/table.ts';
import { type StudentStatus, studentPages } from '../../students/records/store.ts';
import { type AttendanceItem, attendanceKey } from '../records/attendance-record.ts';

/** The ids of all who are or were at the school. A query for each status and megabyte of students; who was erased is in neither. */
export async function everybody(): Promise<string[]> {
  const ids = await Promise.all((['current', 'archived'] as const).map(idsOf));
  return ids.flat();
}

async function idsOf(status: StudentStatus): Promise<string[]> {
  const ids: string[] = [];
  for await (const { items } of studentPages(status, { only: ['studentId'] }))
    for (const { studentId } of items) ids.push(studentId?.S ?? '');
  return ids;
}

/** Every record of a day, deleted ones too, strongly consistent. One request for each hundred of {@link everybody}. */
export const recordsOn = (date: string, studentIds: readonly string[]): Promise<AttendanceItem[]> =>
  readMany(studentIds.map((studentId) => attendanceKey(studentId, date)));
