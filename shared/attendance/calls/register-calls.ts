import * as z from 'zod/mini';
import { day, formLevel, id, ignoredFacts, limitedText, moment } from '../../http/fields.ts';
import { undoId } from '../../undo/calls.ts';
import { sessions, timeOfDay } from '../limits.ts';
import { absenceNoticeInput } from '../register-forms.ts';
import { excuseValues, maxDaysPerRequest, maxStudentsPerSave, registerMarks } from '../register-marks.ts';

const registerMark = z.lazy(() => z.nullable(z.literal(registerMarks)));
const excuse = z.lazy(() => z.nullable(z.literal(excuseValues)));
/** Why a student was away. */
const reason = z.lazy(() => limitedText(200));
const name = z.lazy(() => z.nullable(z.string()));
/** Why a past day is changed. */
const why = z.lazy(() => z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

/** The caller's role in a class. The office may do everything. */
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
    /** Display name of the person who entered the mark; null where it comes from scans, or there is none. */
    am_by: name,
    pm_by: name,
    /** That person's role in the class (unknown for old entries), and the time of the entry. */
    am_as: z.nullable(access),
    pm_as: z.nullable(access),
    am_at: z.nullable(moment),
    pm_at: z.nullable(moment),
    /** HH:mm of the first scan. */
    scanned: z.nullable(timeOfDay),
    time_in: z.nullable(timeOfDay),
    time_out: z.nullable(timeOfDay),
    /** Null for subject teachers. */
    reason,
    excused: excuse,
  });
export type RegisterRow = z.output<ReturnType<typeof registerRow>>;

/** A day of a class. */
const registerDay = () =>
  z.strictObject({
    date: day,
    /** `in part`: a student or a session is not marked. */
    is: z.literal(['closed', 'to come', 'not taken', 'in part', 'taken']),
    /** Why the school is closed. */
    title: name,
    /** Students who were in the class on that day; 0 on a day without school, or to come. */
    students: z.int(),
    /** The sessions that are held, with the students marked in each. */
    sessions: z.array(z.strictObject({ session: z.literal(sessions), present: z.int(), absent: z.int() })),
  });
export type RegisterDayOfTerm = z.output<ReturnType<typeof registerDay>>;

const absenceNotice = () =>
  z.strictObject({
    id: z.string(),
    student_id: id,
    name: z.string(),
    from: day,
    to: day,
    reason: z.string(),
    excused: z.literal(excuseValues),
    by: z.string(),
    at: moment,
  });

const teachersAndOffice = { who: ['teacher', 'Admin'], menu: ['attendanceStudent'] } as const;

/**
 * The class register and persons' entries (rules 37, 50). Form teacher and office register a class, subject teachers
 * today's lessons; deans read it. Form teacher and office also enter reasons and correct days.
 */
export const registerCalls = {
  /** The classes whose register the caller may read in the current year, own form classes first. */
  listAttendanceClasses: {
    method: 'GET',
    path: '/api/attendance-classes',
    ...teachersAndOffice,
    input: () => z.strictObject({}),
    output: () => z.array(z.strictObject({ class_id: id, form_level: formLevel, as: access })),
    needs: { table: 'read' },
  },
  /** A class on a day, by default today. */
  readAttendanceRegister: {
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
        /** Why there is no register; null on a school day up to today. */
        closed: name,
        sessions: z.array(z.literal(sessions)),
        /** The session to open with. */
        now: z.literal(sessions),
        as: access,
        /** Why the caller may only read this day; null where the caller may register (rule 50). */
        only_looks: name,
        students: z.array(registerRow()),
        /** School days of the term up to today. */
        days: z.array(day),
      }),
    needs: { table: 'read' },
  },
  /**
   * The days of the term of a day, by default today (of the current term where it is in none), and how far each was
   * registered: for form teacher, dean and office.
   */
  readRegisterDays: {
    method: 'GET',
    path: '/api/attendance-register-days',
    ...teachersAndOffice,
    input: () => z.strictObject({ class_id: id, date: z.optional(day) }),
    output: () =>
      z.strictObject({
        class_id: id,
        /** "Term 1, 2025-2026"; null where the term has no dates yet. */
        title: name,
        /** Weekends too, in order; none where the term has no dates yet. */
        days: z.array(registerDay()),
      }),
    needs: { table: 'read' },
  },
  /**
   * Saves entries for students of a class on a day, in one transaction. `was` has the values that the user saw: 409
   * with both values, the field named `<student>/<field>`, where another person has changed one since; values from
   * scans are replaced (rules 8, 9, 37). A subject teacher gets the same 409 for every entry of the form teacher or the
   * office, until `over` has the time of the entry to replace (rule 50). A day before today needs `why`.
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
  /** Corrects a past day of a student, with a reason. A mark or time of null follows the scans again. */
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
  /** All scans and entries of a student's day, oldest first. */
  readAttendanceHistory: {
    method: 'GET',
    path: '/api/attendance-history',
    ...teachersAndOffice,
    input: () => z.strictObject({ student_id: id, date: day }),
    output: () =>
      z.strictObject({
        /** The present record, if any. */
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
          .array(
            z.strictObject({
              student_id: id,
              date_scanned: day,
              ...ignoredFacts('is_recorded', 'attendance_am', 'attendance_pm', 'time_scanned_in', 'time_scanned_out'),
              ...ignoredFacts('time_in', 'time_out', 'late', 'reason', 'excused', 'in_archive'),
            }),
          )
          .check(z.minLength(1), z.maxLength(maxDaysPerRequest)),
      }),
    output: () => z.strictObject({ deleted: z.int(), undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
  /** Absence notices of a class's students that are not over. */
  listAbsenceNotices: {
    method: 'GET',
    path: '/api/attendance-absences',
    ...teachersAndOffice,
    input: () => z.strictObject({ class_id: id }),
    output: () => z.array(absenceNotice()),
    needs: { table: 'read', partitions: 'table' },
  },
  /**
   * Adds a notice that a student will be absent. Reason and excuse are written into the records of those school days.
   * 409 where one of them has another reason, with its author and time, until `seen` has that time: a later entry is
   * not replaced.
   */
  addAbsenceNotice: {
    method: 'POST',
    path: '/api/attendance-absence',
    ...teachersAndOffice,
    input: absenceNoticeInput,
    output: absenceNotice,
    needs: { table: 'write' },
  },
  /** Withdraws a notice and removes its reason from today's and later days, unless they were changed since. */
  withdrawAbsenceNotice: {
    method: 'DELETE',
    path: '/api/attendance-absence',
    ...teachersAndOffice,
    input: () => z.strictObject({ student_id: id, id: z.string().check(z.regex(/^[A-Za-z0-9/._ -]{8,110}$/)) }),
    output: () => z.strictObject({ days: z.int(), undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
} as const;
