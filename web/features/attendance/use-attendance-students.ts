import { useQuery } from '@tanstack/react-query';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { keptQueryOf } from '../../kept-lists/kept-query.ts';

export type AttendanceStudent = Output<typeof attendanceContract.listStudentsForAttendance>[number];

/** Every current student, by class and name. */
export const allAttendanceStudentsQuery = keptQueryOf(attendanceContract.listStudentsForAttendance, {});
export const useAttendanceStudents = () => useQuery(allAttendanceStudentsQuery);

/** The classes that have students, in order. */
export const listClassesOfStudents = (students: readonly AttendanceStudent[]): string[] => [
  ...new Set(students.map(({ class_id }) => class_id)),
];
