import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { AbsenceNoticeItem } from '../records/absence-notice.ts';
import type { AttendanceItem } from '../records/attendance-record.ts';

/** What was done to a student's attendance, with everything that undoing it needs. Listed under the student. */
export type AttendanceChange =
  | { kind: 'records deleted'; details: { studentId: string; records: AttendanceItem[] } }
  | { kind: 'absence taken back'; details: { studentId: string; absence: AbsenceNoticeItem; days: number } };

export const undoableAttendance = undoableActions<AttendanceChange>('attendance');
