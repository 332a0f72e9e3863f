import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceReportFileName } from '#shared/attendance/figures.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import { callHandler, reportWorkbook } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { readClassAttendance } from '../reports/read-class-attendance.ts';
import { readLateList } from '../reports/read-late-list.ts';
import { canReadReasons, completeReportRange, readStudentAttendance } from '../reports/read-student-attendance.ts';
import { computeAttendanceSummary } from '../reports/summary.ts';
import { renderClassReport } from './class-report.ts';
import { renderLateReport } from './late-report.ts';
import { renderStudentReport } from './student-report.ts';
import { renderSummaryReport } from './summary-report.ts';

// exceljs takes long to load: only workbooks load it.
const workbooks = () => import('./attendance-workbooks.ts');

export const printClassAttendance = callHandler(attendanceContract.printClassAttendance, {
  handle: async ({ input: { classId, dates, format }, request: { now } }) => {
    const range = toDateRange(dates);
    const attendance = await readClassAttendance(classId, range, now);
    if (format !== 'xlsx') return renderClassReport({ school: school(), attendance, printedAt: now });
    const bytes = await (await workbooks()).renderClassWorkbook(attendance, now);
    return reportWorkbook(bytes, attendanceReportFileName(`Attendance ${classId}`, range));
  },
});

export const printStudentAttendance = callHandler(attendanceContract.printStudentAttendance, {
  handle: async ({ input, caller, request: { now } }) => {
    const range = await completeReportRange(input, now);
    const attendance = await readStudentAttendance(input.studentId, range, { caller, now });
    const showsReasons = canReadReasons(caller);
    if (input.format !== 'xlsx')
      return renderStudentReport({ school: school(), attendance, showsReasons, printedAt: now });
    const bytes = await (await workbooks()).renderStudentWorkbook(attendance, { showsReasons, now });
    return reportWorkbook(bytes, attendanceReportFileName(`Attendance ${input.studentId}`, range));
  },
});

export const printLateList = callHandler(attendanceContract.printLateList, {
  handle: async ({ input: { dates, format }, request: { now } }) => {
    const range = toDateRange(dates);
    const late = await readLateList(range, now);
    if (format !== 'xlsx') return renderLateReport({ school: school(), late, printedAt: now });
    const bytes = await (await workbooks()).renderLateWorkbook(late, now);
    return reportWorkbook(bytes, attendanceReportFileName('Late List', range));
  },
});

export const printAttendanceSummary = callHandler(attendanceContract.printAttendanceSummary, {
  handle: async ({ input: { dates, format }, request: { now } }) => {
    const range = toDateRange(dates);
    const summary = await computeAttendanceSummary(range, now);
    if (format !== 'xlsx') return renderSummaryReport({ school: school(), summary, printedAt: now });
    const bytes = await (await workbooks()).renderSummaryWorkbook(summary, now);
    return reportWorkbook(bytes, attendanceReportFileName('Attendance Summary', range));
  },
});
