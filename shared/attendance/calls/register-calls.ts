import * as z from 'zod/mini';
import { day, formLevel, id, moment, text } from '../../http/fields.ts';
import { undo, undoableAct } from '../../undo.ts';
import { sessions, timeOfDay } from '../limits.ts';
import { absenceNoticeInput } from '../register-forms.ts';
import { excuses, maxDaysPerRequest, maxStudentsPerSave, registerMarks } from '../register-marks.ts';

const registerMark = z.lazy(() => z.nullable(z.literal(registerMarks)));
const excuse = z.lazy(() => z.nullable(z.literal(excuses)));
/** Why a student was away. */
const reason = z.lazy(() => text(200));
const name = z.lazy(() => z.nullable(z.string()));
/** Why a day is changed that is over. */
const why = z.lazy(() => z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

/** What a teacher is of a class; the office is none of them and may do everything. */
const access = z.lazy(() => z.literal(['office', 'form teacher', 'lesson', 'dean']));

const marks = () => ({ am: z.optional(registerMark), pm: z.optional(registerMark) });
const explained = () => ({ reason: z.optional(reason), excused: z.optional(excuse) });
const times = () => ({ time_in: z.optional(z.nullable(timeOfDay)), time_out: z.optional(z.nullable(timeOfDay)) });

const registerRow = () =>
  z.strictObject({
    student_id: id,
    /** "Last, First". */
    name: z.string(),
    picture: name,
    am: registerMark,
    pm: registerMark,
    /** Display name of the person who said so; null where the scans did, or nobody. */
    am_by: name,
    pm_by: name,
    /** What that person is of the class, and when it was said: of old entries nobody knows the first. */
    am_as: z.nullable(access),
    pm_as: z.nullable(access),
    am_at: z.nullable(moment),
    pm_at: z.nullable(moment),
    /** HH:mm of the first scan. */
    scanned: z.nullable(timeOfDay),
    time_in: z.nullable(timeOfDay),
    time_out: z.nullable(timeOfDay),
    /** Null for who only teaches the class. */
    reason,
    excused: excuse,
  });
export type RegisterRow = z.output<ReturnType<typeof registerRow>>;

const toldAbsence = () =>
  z.strictObject({
    id: z.string(),
    student_id: id,
    name: z.string(),
    from: day,
    to: day,
    reason: z.string(),
    excused: z.literal(excuses),
    by: z.string(),
    at: moment,
  });

const teachersAndOffice = { who: ['teacher', 'Admin'], menu: ['attendanceStudent'] } as const;

/**
 * The class register and what people say of a day (rules 37, 50). A class is registered by its form teacher and the office, and today by
 * who has a lesson there; its deans see it. Days are explained and corrected by form teacher and office.
 */
export const registerCalls = {
  /** The classes whose register the caller sees in the current year, own form classes first. */
  attendanceClasses: {
    method: 'GET',
    path: '/api/attendance-classes',
    ...teachersAndOffice,
    input: () => z.strictObject({}),
    output: () => z.array(z.strictObject({ class_id: id, form_level: formLevel, as: access })),
    needs: { table: 'read' },
  },
  /** A class on a day; today where none is named. */
  attendanceRegister: {
    method: 'GET',
    path: '/api/attendance-register',
    ...teachersAndOffice,
    input: () => z.strictObject({ class_id: id, date: z.optional(day) }),
    output: () =>
      z.strictObject({
        class_id: id,
        date: day,
        /** Today at the school. */
        today: day,
        /** Why there is no school, or no register yet; null on a school day. */
        closed: name,
        sessions: z.array(z.literal(sessions)),
        /** The session that a register of now is of. */
        now: z.literal(sessions),
        as: access,
        /** Why the caller may look at this day and say nothing of it; null for who registers it (rule 50). */
        only_looks: name,
        students: z.array(registerRow()),
        /** School days of the term up to today. */
        days: z.array(day),
      }),
    needs: { table: 'read' },
  },
  /**
   * Saves what was said of students of one class and day, in one transaction. `was` is what the user saw: where another person has
   * said something else since, 409 with both values, its field named `<student>/<field>`; what machines told gives way (rules 8, 9, 37).
   * A subject teacher is answered the same 409 for every entry of the form teacher or the office, until `over` has the moment of the
   * entry that is to be replaced (rule 50). A day before today takes `why`.
   */
  saveAttendanceRegister: {
    method: 'POST',
    path: '/api/attendance-register',
    ...teachersAndOffice,
    largestBody: 80_000,
    input: () =>
      z.strictObject({
        class_id: id,
        date: day,
        students: z
          .array(
            z.strictObject({
              student_id: id,
              ...marks(),
              ...explained(),
              was: z.optional(z.strictObject({ ...marks(), ...explained() })),
              over: z.optional(z.strictObject({ am: z.optional(moment), pm: z.optional(moment) })),
            }),
          )
          .check(z.minLength(1), z.maxLength(maxStudentsPerSave)),
        why: z.optional(why),
      }),
    output: () => z.strictObject({ students: z.array(registerRow()) }),
    needs: { table: 'write' },
  },
  /** Corrects a past day of a student, and says why. Null of a mark or time: the scans say again. */
  correctAttendance: {
    method: 'POST',
    path: '/api/attendance-correction',
    ...teachersAndOffice,
    input: () =>
      z.strictObject({
        student_id: id,
        date: day,
        ...marks(),
        ...times(),
        ...explained(),
        was: z.optional(z.strictObject({ ...marks(), ...times(), ...explained() })),
        why,
      }),
    output: registerRow,
    needs: { table: 'write' },
  },
  /** Everything that machines and people said of a student's day, oldest first. */
  attendanceHistory: {
    method: 'GET',
    path: '/api/attendance-history',
    ...teachersAndOffice,
    input: () => z.strictObject({ student_id: id, date: day }),
    output: () =>
      z.strictObject({
        /** The day as it is now; null where nothing is recorded. */
        record: z.nullable(registerRow()),
        scans: z.array(z.strictObject({ time: z.string(), source: z.string() })),
        changes: z.array(
          z.strictObject({
            at: moment,
            by: z.string(),
            why: name,
            fields: z.array(z.strictObject({ field: z.string(), before: name, after: name })),
          }),
        ),
      }),
    needs: { table: 'read', files: { 'attendance-archive': ['read'] } },
  },
  /** Deletes records of which at least one has a session not marked present (product §5); kept 30 days. */
  deleteAttendance: {
    method: 'DELETE',
    path: '/api/student-attendance',
    ...teachersAndOffice,
    input: () =>
      z.strictObject({
        records: z
          .array(z.strictObject({ student_id: id, date: day }))
          .check(z.minLength(1), z.maxLength(maxDaysPerRequest)),
      }),
    output: () => z.strictObject({ deleted: z.int(), undo: z.nullable(undo) }),
    needs: { table: 'write' },
  },
  /** What was deleted, or told and taken back, of a student's attendance in the last 30 days. */
  undoableAttendanceChanges: {
    method: 'GET',
    path: '/api/student-attendance-undo',
    ...teachersAndOffice,
    input: () => z.strictObject({ student_id: id }),
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  undoAttendance: {
    method: 'POST',
    path: '/api/student-attendance-undo',
    ...teachersAndOffice,
    input: () => z.strictObject({ undo }),
    output: () => z.strictObject({ ok: z.literal(true) }),
    needs: { table: 'write' },
  },
  /** Absences of a class's students that were told beforehand and are not over. */
  absenceNotices: {
    method: 'GET',
    path: '/api/attendance-absences',
    ...teachersAndOffice,
    input: () => z.strictObject({ class_id: id }),
    output: () => z.array(toldAbsence()),
    needs: { table: 'read', partitions: 'table' },
  },
  /**
   * Says beforehand that a student will be away. Reason and excuse go into the records of those school days. Where somebody has said
   * something else of one of them, 409 with what, who and when, until `seen` has that moment: what was said later is not replaced.
   */
  addAbsenceNotice: {
    method: 'POST',
    path: '/api/attendance-absence',
    ...teachersAndOffice,
    input: absenceNoticeInput,
    output: toldAbsence,
    needs: { table: 'write' },
  },
  /** Takes it back: the days of it that are not over have no reason any more, where nobody has changed them since. */
  withdrawAbsenceNotice: {
    method: 'DELETE',
    path: '/api/attendance-absence',
    ...teachersAndOffice,
    input: () => z.strictObject({ student_id: id, id: z.string().check(z.regex(/^[A-Za-z0-9/._ -]{8,110}$/)) }),
    output: () => z.strictObject({ days: z.int(), undo: z.nullable(undo) }),
    needs: { table: 'write' },
  },
} as const;
