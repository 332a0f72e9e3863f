import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import { registerMark } from '#shared/attendance/register-marks.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { type AttendanceItem, notDeleted } from '../records/attendance-record.ts';

type Named = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'picture'>;

/** A student's day as the register shows it. `isWhole`: with the reason, which who only teaches the class is not told. */
export function registerRow(student: Named, stored: AttendanceItem | undefined, isWhole: boolean): RegisterRow {
  const record = notDeleted(stored);
  return {
    student_id: student.studentId,
    name: `${student.lastName}, ${student.firstName}`,
    picture: student.picture ?? null,
    am: record ? registerMark(record, 'am') : null,
    pm: record ? registerMark(record, 'pm') : null,
    am_by: record?.amBy ?? null,
    pm_by: record?.pmBy ?? null,
    am_as: record?.amAs ?? null,
    pm_as: record?.pmAs ?? null,
    am_at: record?.amAt ?? null,
    pm_at: record?.pmAt ?? null,
    scanned: minute(Object.values(record?.scans ?? {}).sort()[0]),
    time_in: minute(record?.timeIn),
    time_out: minute(record?.timeOut),
    reason: isWhole ? (record?.reason ?? null) : null,
    excused: excuseOf(record),
  };
}

export const excuseOf = (record: Pick<AttendanceItem, 'excused'> | undefined) =>
  record?.excused === undefined ? null : record.excused ? ('excused' as const) : ('not excused' as const);

/** HH:mm of HH:mm:ss. */
export const minute = (time: string | undefined): string | null => time?.slice(0, 5) ?? null;
