import { attendanceContract } from '#shared/attendance/contract.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import {
  AttendanceReportWindow,
  findReportDatesProblem,
  ReportDateFields,
  readReportDatesFromAddress,
} from './attendance-report-window.tsx';

/** Attendance - Late List: a date range; one date is used for both ends (product §5). */
export default function LateReport(props: OverlayProps) {
  const dates = readReportDatesFromAddress(useAddressState());
  return (
    <AttendanceReportWindow
      {...props}
      title={attendanceScreenWordings.attendanceLateList}
      size="narrow"
      missing={dates.length === 0 ? attendanceWordings.selectDate : findReportDatesProblem(dates)}
      report={() => ({
        row: attendanceContract.printLateList,
        input: { dates },
        name: 'Late List',
        range: toDateRange(dates),
      })}
    >
      <ReportDateFields />
    </AttendanceReportWindow>
  );
}
