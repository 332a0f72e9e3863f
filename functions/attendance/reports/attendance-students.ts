import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { studentPages } from '../../students/records/store.ts';

export const attendanceStudents = callHandler(attendanceContract.attendanceStudents, {
  handle: async () => {
    const students = [];
    for await (const { items } of studentPages('current', { only: ['studentId', 'firstName', 'lastName', 'classId'] }))
      for (const { studentId, firstName, lastName, classId } of items)
        students.push({
          id: studentId?.S ?? '',
          first_name: firstName?.S ?? '',
          last_name: lastName?.S ?? '',
          class_id: classId?.S ?? '',
        });
    return students.sort(
      (a, b) =>
        a.class_id.localeCompare(b.class_id) ||
        a.last_name.localeCompare(b.last_name) ||
        a.first_name.localeCompare(b.first_name) ||
        a.id.localeCompare(b.id),
    );
  },
});
