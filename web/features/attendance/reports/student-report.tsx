import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { useAttendanceStudents } from '../use-attendance-students.ts';
import { AttendanceReportWindow, findReportDatesProblem, ReportDateFields } from './attendance-report-window.tsx';

/** Attendance - Student: a student and none, one or two dates (product §2). */
export default function StudentAttendanceReport(props: OverlayProps) {
  const place = useAddressState();
  const students = useAttendanceStudents();
  const studentId = place.get('student');
  const from = place.get('from') ?? '-';
  const to = place.get('to') ?? '-';
  return (
    <AttendanceReportWindow
      {...props}
      title={attendanceScreenWordings.attendanceStudent}
      size="broad"
      missing={
        studentId === null
          ? attendanceScreenWordings.pleaseSelectStudent
          : findReportDatesProblem([from, to].filter((date) => date !== '-'))
      }
      report={() => ({
        row: attendanceContract.printStudentAttendance,
        input: { studentId: studentId ?? '', from, to },
        name: `Attendance ${studentId}`,
        range: { from: from === '-' ? 'year' : from, to: to === '-' ? (from === '-' ? 'year' : from) : to },
      })}
    >
      {students.data ? (
        <Combobox
          label="Student"
          options={students.data.map((student) => ({
            value: student.id,
            label: `${lastFirst(student)}, ${student.class_id}, ${student.id}`,
          }))}
          value={studentId}
          placeholder={attendanceScreenWordings.nameClassOrStudentId}
          onValueChange={(value) => place.change({ student: value }, { replace: true })}
        />
      ) : (
        <Loading queries={[students]} what="the students" lines={1} />
      )}
      <ReportDateFields />
      <p>Without dates the report covers the current academic year.</p>
    </AttendanceReportWindow>
  );
}
