import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { queryOf } from '../../../api/query.ts';
import type { Column } from '../../../tables/columns.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import { useTableState } from '../../../tables/table-state.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';

type AttendanceStudent = Output<typeof attendanceContract.attendanceStudents>[number];

/** Whom attendance can be shown of (product §2 "Student attendance"): a searchable list of every current student. */
export default function StudentAttendance() {
  const students = useQuery(queryOf(attendanceContract.attendanceStudents, {}));
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
          searchPlaceholder="Name, class or student ID"
          nothingFound="No student found"
        />
      ) : (
        <Loading queries={[students]} what="the students" />
      )}
    </>
  );
}

const filterable = ['class_id'];

const columnsOf = (): Column<AttendanceStudent>[] => [
  {
    key: 'name',
    label: 'Name',
    value: ({ last_name, first_name }) => `${last_name}, ${first_name}`,
    width: 260,
  },
  { key: 'class_id', label: 'Class', value: ({ class_id }) => class_id, width: 120, isFiltered: true },
  { key: 'id', label: 'Student ID', value: ({ id }) => id },
];
