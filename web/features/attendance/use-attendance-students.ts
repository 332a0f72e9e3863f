import { useQuery } from '@tanstack/react-query';
import { compareByClassAndName } from '#shared/attendance/class-and-name.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { callIfChanged } from '../../api/call.ts';
import { queryKeyOf } from '../../api/query.ts';
import { keptQuery } from '../../kept-lists/kept-query.ts';
import { patchClasses } from '../../kept-lists/patch-classes.ts';

const { listStudentsForAttendance } = attendanceContract;
export type AttendanceStudent = Output<typeof listStudentsForAttendance>['students'][number];

/** Every current student, by class and name. */
export const allAttendanceStudentsQuery = keptQuery<AttendanceStudent[]>({
  queryKey: queryKeyOf(listStudentsForAttendance, {}),
  read: async ({ held, signal }) => {
    const input = held ? { changed_only: '1' as const } : {};
    const answer = await callIfChanged(listStudentsForAttendance, input, { tag: held?.tag, signal });
    if (!answer) return null;
    const { students: rows, unchanged } = answer.data;
    return { data: patchClasses(held?.data, { rows, unchanged }).sort(compareByClassAndName), tag: answer.tag };
  },
});
export const useAttendanceStudents = () => useQuery(allAttendanceStudentsQuery);

/** The classes that have students, in order. */
export const listClassesOfStudents = (students: readonly AttendanceStudent[]): string[] => [
  ...new Set(students.map(({ class_id }) => class_id)),
];
