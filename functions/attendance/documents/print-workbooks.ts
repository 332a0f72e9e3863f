import { attendanceContract } from '#shared/attendance/contract.ts';
import { reportFileName } from '#shared/attendance/report-file.ts';
import { rangeOf } from '#shared/attendance/report-range.ts';
import { callHandler, savedAs } from '../../platform/requests/call-handler.ts';
import { readClassAttendance } from '../reports/read-class-attendance.ts';
import { readLateList } from '../reports/read-late-list.ts';
import { readStudentAttendance } from '../reports/read-student-attendance.ts';
import { readSummary } from '../reports/read-summary.ts';
import { mayReadReasons, studentRange, termTitle } from './report-options.ts';
import { classWorkbook, lateWorkbook, studentWorkbook, summaryWorkbook } from './workbooks.ts';

export const attendanceReportClassExcel = callHandler(attendanceContract.attendanceReportClassExcel, {
  handle: async ({ input: { classId, dates }, request: { now } }) => {
    const range = rangeOf(dates);
    const attendance = await readClassAttendance(classId, range, now);
    return savedAs(await classWorkbook(attendance, now), reportFileName(`Attendance ${classId}`, range));
  },
});

export const studentAttendanceReportExcel = callHandler(attendanceContract.studentAttendanceReportExcel, {
  handle: async ({ input, caller, request: { now } }) => {
    const range = await studentRange(input, now);
    const attendance = await readStudentAttendance(input.studentId, range, { caller, now });
    const file = await studentWorkbook(attendance, { termTitle, hasReasons: mayReadReasons(caller), now });
    return savedAs(file, reportFileName(`Attendance ${input.studentId}`, range));
  },
});

export const attendanceReportLateExcel = callHandler(attendanceContract.attendanceReportLateExcel, {
  handle: async ({ input, request: { now } }) => {
    const range = rangeOf(input.dates);
    return savedAs(await lateWorkbook(await readLateList(range, now), now), reportFileName('Late List', range));
  },
});

export const attendanceReportSummaryExcel = callHandler(attendanceContract.attendanceReportSummaryExcel, {
  handle: async ({ input, request: { now } }) => {
    const range = rangeOf(input.dates);
    const file = await summaryWorkbook(await readSummary(range, now), now);
    return savedAs(file, reportFileName('Attendance Summary', range));
  },
});
