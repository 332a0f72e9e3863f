import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import type { TableColumn } from '../../../tables/columns.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import { useTableState } from '../../../tables/table-state.ts';
import { listWordings } from '../../../tables/wordings.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { type AttendanceStudent, useAttendanceStudents } from '../use-attendance-students.ts';
import { attendanceOfStudentQuery, StudentAttendanceDetail } from './student-detail.tsx';

/** Student attendance (product §2): a searchable list of current students, and the attendance of the chosen one. */
export default function StudentAttendance() {
  const place = useAddressState();
  const student = place.get('student');
  return student === null ? <StudentList /> : <StudentAttendanceDetail studentId={student} />;
}

function StudentList() {
  const place = useAddressState();
  const students = useAttendanceStudents();
  const queryClient = useQueryClient();
  const table = useTableState(filterable);
  const columns = useMemo(columnsOf, []);
  return (
    <>
      <ScreenHead title="Student Attendance" />
      {students.data ? (
        <DataTable
          label="Students"
          rows={students.data}
          columns={columns}
          keyOf={({ id }) => id}
          state={table.state}
          onChange={table.change}
          onOpen={({ id }) => place.change({ student: id })}
          onPrefetch={({ id }) => void queryClient.prefetchQuery(attendanceOfStudentQuery(id))}
          searchPlaceholder={attendanceScreenWordings.nameClassOrStudentId}
          nothingFound={listWordings.noStudentFound}
        />
      ) : (
        <Loading queries={[students]} what="the students" />
      )}
    </>
  );
}

const filterable = ['class_id'];

const columnsOf = (): TableColumn<AttendanceStudent>[] => [
  { key: 'name', label: 'Name', value: lastFirst, width: 260 },
  { key: 'class_id', label: 'Class', value: ({ class_id }) => class_id, width: 120, isFiltered: true },
  { key: 'id', label: 'Student ID', value: ({ id }) => id },
];
