import * as z from 'zod/mini';
import { reportTypes } from '../../http/contract.ts';
import { day, documentBytes, formLevel, id, noInput, reportFormat, term, year } from '../../http/fields.ts';
import { reportDates, requiredReportDates } from '../report-range.ts';
import { attendanceWordings } from '../wordings.ts';
import { officeOnly } from './office-calls.ts';

const officeAndPta = { method: 'GET', who: ['Admin', 'PTA'], menu: ['attendanceStudent'] } as const;
const report = { ...officeAndPta, output: documentBytes, produces: reportTypes, kind: 'documents' } as const;

const classInput = () =>
  z
    .strictObject({
      dates: z._default(z.optional(reportDates()), []),
      classId: z._default(z.optional(id), ''),
      format: reportFormat,
    })
    .check(
      z.refine(({ dates, classId }) => dates.length > 0 || classId !== '', {
        error: attendanceWordings.selectClassAndDate,
        path: ['classId'],
      }),
      z.refine(({ dates, classId }) => dates.length > 0 || classId === '', {
        error: attendanceWordings.selectDate,
        path: ['dates'],
      }),
      z.refine(({ dates, classId }) => dates.length === 0 || classId !== '', {
        error: attendanceWordings.selectClass,
        path: ['classId'],
      }),
    );
const dates = () => z.prefault(requiredReportDates(), []);
const datesInput = () => z.strictObject({ dates: dates(), format: reportFormat });

/** A day in a path; `-` is none. */
const dayOrNone = () => z.union([z.literal('-'), day]);
const studentInput = () =>
  z.strictObject({ studentId: id, from: dayOrNone(), to: dayOrNone(), format: reportFormat }).check(
    z.refine(({ from, to }) => from === '-' || to === '-' || reportDates().safeParse([from, to]).success, {
      error: 'From the first date to the last, at most 400 days.',
      path: ['to'],
    }),
  );

const sessionMark = () => z.nullable(z.literal(['P', 'A']));
const time = () => z.nullable(z.string());

/** For records of students, archived ones included (ADR 0058). */
const readsRecords = {
  table: 'read',
  partitions: 'table',
  files: { 'attendance-archive': ['read'] },
} as const;

/** The same, with the days that are kept for the next reader (ADR 0058). */
const keepsDays = { ...readsRecords, table: 'write' } as const;

/** Lists, figures and printed reports. */
export const attendanceReportCalls = {
  /** Every current student, by class and name. */
  listStudentsForAttendance: {
    ...officeAndPta,
    path: '/api/attendance-students',
    input: noInput,
    output: () =>
      z.strictObject({
        students: z.array(z.strictObject({ id, first_name: z.string(), last_name: z.string(), class_id: id })),
      }),
    needs: { table: 'read' },
  },
  /** Attendance - Class: the figures and days of every student of a class in a range of days; landscape. */
  printClassAttendance: {
    ...report,
    path: '/attendance-report-class',
    input: classInput,
    needs: keepsDays,
  },
  /** Attendance - Student: `-` means none. Without dates it covers the current academic year, with one that day. */
  printStudentAttendance: {
    ...report,
    path: '/student-attendance-report/{studentId}/{from}/{to}',
    input: studentInput,
    needs: readsRecords,
  },
  /** Attendance - Late List: late arrivals by day. */
  printLateList: { ...report, path: '/attendance-report-late', input: datesInput, needs: { table: 'read' } },
  /** Attendance - Summary Statistics: by form level, school and late. */
  printAttendanceSummary: { ...report, path: '/attendance-report-summary', input: datesInput, needs: keepsDays },
  /** The same figures for the screen, in sessions; `attendance_late` counts times. */
  readAttendanceSummary: {
    ...officeAndPta,
    path: '/api/attendance-report-summary-data',
    input: () => z.strictObject({ dates: dates() }),
    output: () =>
      z.strictObject({
        from: day,
        to: day,
        /** School days of the range, up to today. */
        school_days: z.int(),
        attendance_records: z.array(z.strictObject({ form_level: formLevel, ...summaryFigures() })),
        attendance_school: z.strictObject(summaryFigures()),
        /** Times late, and times that a student came. */
        attendance_late: z.strictObject({ attendance: z.int(), total: z.int() }),
      }),
    needs: keepsDays,
  },
  /** A student's attendance by term, the newest first. */
  readAttendanceOfStudent: {
    ...officeOnly,
    method: 'GET',
    path: '/api/student-attendance/{id}',
    input: () => z.strictObject({ id }),
    output: () =>
      z.strictObject({
        id,
        first_name: z.string(),
        last_name: z.string(),
        class_id: id,
        terms: z.array(
          z.strictObject({
            year,
            term,
            title: z.string(),
            /** Sessions of the term's school days up to today, two a day. */
            possible_attendance: z.int(),
            /** Sessions attended. */
            attendance: z.int(),
            lates: z.int(),
            absent: z.int(),
            /** Sessions absent with an excuse. */
            excused: z.int(),
            /** Sessions in which nothing was recorded of the class. */
            not_taken: z.int(),
            /** By day, the newest first, with days that the student missed without a record. */
            attendance_records: z.array(
              z.strictObject({
                student_id: id,
                date_scanned: day,
                is_recorded: z.boolean(),
                attendance_am: sessionMark(),
                attendance_pm: sessionMark(),
                time_scanned_in: time(),
                time_scanned_out: time(),
                time_in: time(),
                time_out: time(),
                late: z.boolean(),
                reason: z.nullable(z.string()),
                excused: z.boolean(),
                /** An archived day cannot be changed. */
                in_archive: z.boolean(),
              }),
            ),
            /** The term's other days, weekends among them, oldest first; `title` says why the school is closed. */
            other_days: z.array(
              z.strictObject({
                date: day,
                is: z.literal(['closed', 'to come', 'not at the school', 'not taken']),
                title: z.nullable(z.string()),
              }),
            ),
          }),
        ),
      }),
    needs: readsRecords,
  },
} as const;

const summaryFigures = () => ({
  /** Sessions attended, counted for each student. */
  attendance: z.int(),
  /** Possible attendance: sessions of school days up to today, counted for each student (rule 38). */
  total: z.int(),
  /** Of these, in sessions that were taken: what percentages are of. */
  taken: z.int(),
  /** Sessions absent with an excuse. */
  excused: z.int(),
  late: z.int(),
  /** Sessions of classes in which nothing was recorded, and all sessions of classes. */
  not_taken: z.int(),
  sessions: z.int(),
});
