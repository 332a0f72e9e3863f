import { attendanceContract } from '#shared/attendance/contract.ts';
import { rangeOf } from '#shared/attendance/report-range.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { usePlace } from '../../../place/use-place.ts';
import type { MenuWindowProps } from '../menu-window-props.ts';
import { datesOf, datesProblem, ReportDates, ReportWindow } from './report-window.tsx';

/** Attendance - Late List: a date range; one date is used for both ends (product §5). */
export default function LateReport(props: MenuWindowProps) {
  const dates = datesOf(usePlace());
  return (
    <ReportWindow
      {...props}
      title="Attendance - Late List"
      size="narrow"
      missing={dates.length === 0 ? attendanceWordings.selectDate : datesProblem(dates)}
      report={() => ({
        pdf: attendanceContract.attendanceReportLate,
        workbook: attendanceContract.attendanceReportLateExcel,
        input: { dates },
        name: 'Late List',
        range: rangeOf(dates),
      })}
    >
      <ReportDates />
    </ReportWindow>
  );
}
