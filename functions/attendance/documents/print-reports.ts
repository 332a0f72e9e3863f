import { attendanceContract } from '#shared/attendance/contract.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { readClassAttendance } from '../reports/read-class-attendance.ts';
import { readLateList } from '../reports/read-late-list.ts';
import { completeReportRange, mayReadReasons, readStudentAttendance } from '../reports/read-student-attendance.ts';
import { computeAttendanceSummary } from '../reports/summary.ts';
import { renderClassReport } from './class-report.ts';
import { renderLateReport } from './late-report.ts';
import { renderStudentReport } from './student-report.ts';
import { renderSummaryReport } from './summary-report.ts';

export const printClassAttendance = callHandler(attendanceContract.printClassAttendance, {
  handle: async ({ input: { classId, dates }, request: { now } }) => {
    const attendance = await readClassAttendance(classId, toDateRange(dates), now);
    return renderClassReport({ school: school(), attendance, printedAt: now });
  },
});

export const printStudentAttendance = callHandler(attendanceContract.printStudentAttendance, {
  handle: async ({ input, caller, request: { now } }) => {
    const attendance = await readStudentAttendance(input.studentId, await completeReportRange(input, now), {
      caller,
      now,
    });
    const showsReasons = mayReadReasons(caller);
    return renderStudentReport({ school: school(), attendance, showsReasons, printedAt: now });
  },
});

export const printLateList = callHandler(attendanceContract.printLateList, {
  handle: async ({ input, request: { now } }) =>
    renderLateReport({ school: school(), late: await readLateList(toDateRange(input.dates), now), printedAt: now }),
});

export const printAttendanceSummary = callHandler(attendanceContract.printAttendanceSummary, {
  handle: async ({ input, request: { now } }) =>
    renderSummaryReport({
      school: school(),
      summary: await computeAttendanceSummary(toDateRange(input.dates), now),
      printedAt: now,
    }),
});
