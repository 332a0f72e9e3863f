import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { type Authorship, auditRow } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import type { ChangeOfKind, Undoing } from '../../platform/undo/undo-calls.ts';
import { changedSinceError, undoableActions } from '../../platform/undo/undoable-actions.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import type { AbsenceNoticeItem } from '../records/absence-notice.ts';
import { type AttendanceItem, attendanceKey } from '../records/attendance-record.ts';
import { applyDayRules } from '../records/change-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { originActions } from '../records/origins-of-notices.ts';
import { dayRulesWithSetting } from '../records/school-calendar.ts';
import { writeRecords } from '../records/write-records.ts';
import { correctingRoles, requireStudentInOwnClass } from '../register/class-access.ts';
import { studentDayAuditSubject } from '../register/save-student-days.ts';
import { restoreAbsenceNotice } from './write-absence-notice.ts';

/** A change to a student's attendance, with everything that its undo needs. Listed under the student. */
type AttendanceChange =
  | { kind: 'records deleted'; details: { studentId: string; records: AttendanceItem[] } }
  | { kind: 'absence taken back'; details: { studentId: string; absence: AbsenceNoticeItem; days: number } };

export const undoableAttendance = undoableActions<AttendanceChange>('attendance');

/** @throws ForbiddenError for a caller who may not correct the student's attendance today */
export async function requireMayCorrect(studentId: string, { caller, request }: By): Promise<void> {
  const [{ student }, ofTerm] = await Promise.all([readItems({ student: studentKey(studentId) }), readCurrentPeriod()]);
  await requireStudentInOwnClass({ student, caller, date: schoolDay(request.now), ofTerm }, correctingRoles);
}

type Undo<K extends AttendanceChange['kind']> = Undoing<ChangeOfKind<AttendanceChange, K>>;
type By = Undoing<AttendanceChange>['by'];

const readActNow = async (key: string) => (await readItems({ now: undoableAttendance.key(key) })).now;

/** All records are restored under the present rules of their days, or none where one was written again since. */
export const undoDeletingRecords = ({ details: { records }, act, undone, by }: Undo<'records deleted'>) =>
  retryRefused({
    what: 'these days',
    read: () => readActNow(act.key),
    attempt: async (now) => {
      if (now && undoableAttendance.wasUndone(now, by.request)) return 'written';
      return restore(records, { undone, by });
    },
  });

/** The notice is in force again, and what it came of with it. */
export const undoTakingBack = ({ details: { absence }, act, undone, by }: Undo<'absence taken back'>) =>
  retryRefused({
    what: 'these days',
    read: () => readActNow(act.key),
    attempt: async (now) => {
      if (now && undoableAttendance.wasUndone(now, by.request)) return 'written';
      const beside: Action[] = [undone(), ...(await originActions('restored', absence, by))];
      await restoreAbsenceNotice({ notice: absence, beside, by });
      // Nothing was written where another request restored the notice at the same time.
      const then = await readActNow(act.key);
      return then && undoableAttendance.wasUndone(then, by.request) ? 'written' : 'refused';
    },
  });

async function restore(
  records: readonly AttendanceItem[],
  { undone, by }: Pick<Undoing<AttendanceChange>, 'undone'> & { by: Authorship },
): Promise<ActOutcome | 'refused'> {
  const { stored, settings } = await readItems({
    stored: records.map(({ studentId, date }) => attendanceKey(studentId, date)),
    settings: records.map(({ date }) => daySettingKey(date)),
  });
  const settingOf = new Map(settings.map((setting) => [setting.date, setting]));
  const byDate = new Map(stored.map((record) => [record.date, record]));
  const changes = records.map((record) => {
    const before = byDate.get(record.date);
    const { studentId, classId, formLevel, date } = record;
    const student = { studentId, classId, formLevel };
    const after = applyDayRules({
      student,
      date,
      rules: dayRulesWithSetting(date, settingOf.get(date)),
      before: record,
    });
    return { before, after: { ...after, version: (before?.version ?? record.version) + 1 } };
  });
  if (changes.some(({ before }) => before !== undefined && before.deletedAt === undefined)) throw changedSinceError();
  const rows = records.map(({ studentId, date }) =>
    auditRow({
      subject: studentDayAuditSubject(studentId, date),
      changes: [{ field: 'record', before: 'deleted', after: 'restored' }],
      by,
    }),
  );
  return writeRecords(changes, { openAt: by.request, rows, beside: [undone()] });
}
