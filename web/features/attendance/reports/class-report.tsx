import { attendanceContract } from '#shared/attendance/contract.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { listClassesOfStudents, useAttendanceStudents } from '../use-attendance-students.ts';
import {
  AttendanceReportWindow,
  findReportDatesProblem,
  ReportDateFields,
  readReportDatesFromAddress,
} from './attendance-report-window.tsx';

/** Attendance - Class: a class and a date range (product §2). */
export default function ClassAttendanceReport(props: OverlayProps) {
  const place = useAddressState();
  const students = useAttendanceStudents();
  const classId = place.get('class');
  const dates = readReportDatesFromAddress(place);
  return (
    <AttendanceReportWindow
      {...props}
      title={attendanceScreenWordings.attendanceClass}
      size="narrow"
      missing={missingOf(classId, dates)}
      report={() => ({
        row: attendanceContract.printClassAttendance,
        input: { classId: classId ?? '', dates },
        name: `Attendance ${classId}`,
        range: toDateRange(dates),
      })}
    >
      {students.data ? (
        <Combobox
          label="Class"
          options={listClassesOfStudents(students.data).map((id) => ({ value: id, label: id }))}
          value={classId}
          onValueChange={(value) => place.change({ class: value }, { replace: true })}
        />
      ) : (
        <Loading queries={[students]} what="the classes" lines={1} />
      )}
      <ReportDateFields />
    </AttendanceReportWindow>
  );
}

function missingOf(classId: string | null, dates: readonly string[]): string | null {
  if (classId === null && dates.length === 0) return attendanceWordings.selectClassAndDate;
  if (dates.length === 0) return attendanceWordings.selectDate;
  if (classId === null) return attendanceWordings.selectClass;
  return findReportDatesProblem(dates);
}
