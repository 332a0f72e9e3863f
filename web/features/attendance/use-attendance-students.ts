import { useQuery } from '@tanstack/react-query';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { queryWith } from '../../api/query.ts';

const { listStudentsForAttendance } = attendanceContract;
export type AttendanceStudent = Output<typeof listStudentsForAttendance>['students'][number];

/** Every current student, by class and name. */
export const allAttendanceStudentsQuery = queryWith(
  listStudentsForAttendance,
  {},
  async (ask) => (await ask()).students,
);
export const useAttendanceStudents = () => useQuery(allAttendanceStudentsQuery);

/** The classes that have students, in order. */
export const listClassesOfStudents = (students: readonly AttendanceStudent[]): string[] => [
  ...new Set(students.map(({ class_id }) => class_id)),
];
