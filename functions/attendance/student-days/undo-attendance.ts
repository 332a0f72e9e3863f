import { authRefusals } from '#shared/accounts/wordings.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { AuditRowEntity, auditRow } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import {
  changedSinceError,
  nothingToUndoError,
  type UndoableActionOf,
  undoableActions,
} from '../../platform/undo/undoable-actions.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import type { AbsenceNoticeItem } from '../records/absence-notice.ts';
import { type AttendanceItem, attendanceKey } from '../records/attendance-record.ts';
import { applyDayRules } from '../records/change-record.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { FamilyNoteEntity, familyNoteKey, isOpenNote, noteAuditRow } from '../records/family-note.ts';
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

export const listUndoableAttendanceChanges = callHandler(attendanceContract.listUndoableAttendanceChanges, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id }, caller, found: { student }, request: { now } }) => {
    await requireStudentInOwnClass(
      { student, caller, date: schoolDay(now), ofTerm: await readCurrentPeriod() },
      correctingRoles,
    );
    return undoableAttendance.list({ place: student_id, now });
  },
});

export const undoAttendance = callHandler(attendanceContract.undoAttendance, {
  prefetch: ({ undo }) => ({ action: undoableAttendance.key(undo) }),
  handle: async ({ caller, found: { action }, request }) => {
    if (!action && !isAdmin(caller)) throw new ForbiddenError(authRefusals.forbidden);
    if (!action) throw nothingToUndoError();
    const { studentId } = action.change.details;
    const [{ student: stored }, current] = await Promise.all([
      readItems({ student: studentKey(studentId) }),
      readCurrentPeriod(),
    ]);
    await requireStudentInOwnClass(
      { student: stored, caller, date: schoolDay(request.now), ofTerm: current },
      correctingRoles,
    );
    const readAgain = async () => (await readItems({ action: undoableAttendance.key(action.key) })).action ?? action;
    await retryRefused({
      what: 'these days',
      first: action,
      read: readAgain,
      attempt: async (act) => {
        if (undoableAttendance.wasUndone(act, request)) return 'written';
        if (act.change.kind === 'records deleted')
          return restore({ action: act, records: act.change.details.records, caller, request });
        const notice = act.change.details.absence;
        const beside: Action[] = [
          undoableAttendance.undone(act, request),
          ...(await acceptAgain(notice, { caller, request })),
        ];
        await restoreAbsenceNotice({ notice, beside, caller, request });
        // Nothing was written where another request restored the notice at the same time.
        return undoableAttendance.wasUndone(await readAgain(), request) ? 'written' : 'refused';
      },
    });
    return { ok: true as const };
  },
});

/** The family's note that the notice comes of is accepted again. @throws ConflictError where it was withdrawn or accepted meanwhile */
async function acceptAgain(
  { studentId, id, isFamilyNote }: AbsenceNoticeItem,
  writing: { caller: Caller; request: RequestFacts },
): Promise<Action[]> {
  if (!isFamilyNote) return [];
  const { note } = await readItems({ note: familyNoteKey(studentId, id) });
  if (!note) return [];
  if (!isOpenNote(note)) throw changedSinceError();
  const accepted = { ...note, state: 'accepted' as const, version: note.version + 1 };
  return [
    FamilyNoteEntity.put(accepted, { version: note.version }),
    AuditRowEntity.create(noteAuditRow(accepted, { ...writing, before: note.state })),
  ];
}

interface Restoring {
  action: UndoableActionOf<AttendanceChange>;
  records: readonly AttendanceItem[];
  caller: Caller;
  request: RequestFacts;
}

/** Restores all records under the present rules of their days, or none where one was written again since. */
async function restore({ action, records, caller, request }: Restoring): Promise<ActOutcome | 'refused'> {
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
      ...{ caller, request },
    }),
  );
  return writeRecords(changes, { openAt: request, rows, beside: [undoableAttendance.undone(action, request)] });
}
