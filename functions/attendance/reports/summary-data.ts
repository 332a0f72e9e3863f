import { attendanceContract } from '#shared/attendance/contract.ts';
import { rangeOf } from '#shared/attendance/report-range.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readSummary, type SummaryFigures } from './read-summary.ts';

export const attendanceSummaryData = callHandler(attendanceContract.attendanceSummaryData, {
  handle: async ({ input, request }) => {
    const { from, to, days, forms, school } = await readSummary(rangeOf(input.dates), request.now);
    return {
      from,
      to,
      school_days: days.length,
      attendance_records: forms.map(({ formLevel, ...figures }) => ({ form_level: formLevel, ...answerOf(figures) })),
      attendance_school: answerOf(school),
      attendance_late: { attendance: school.late, total: school.came },
    };
  },
});

const answerOf = ({ attended, total, excused, late, notTaken, sessions }: SummaryFigures) => ({
  attendance: attended,
  total,
  excused,
  late,
  not_taken: notTaken,
  sessions,
});
