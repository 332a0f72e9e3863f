import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { registeredStudents } from '../../students/records/placement/registration.ts';
import { currentPeriod } from '../records/periods.ts';

export const studentsRegistered = callHandler(termsContract.studentsRegistered, {
  handle: async () => {
    const period = await currentPeriod();
    const registered = period ? await registeredStudents(period) : new Map<string, { classId: string }>();
    const students = [...registered]
      .map(([studentId, { classId }]) => ({ student_id: studentId, class_id: classId }))
      .sort((a, b) => a.class_id.localeCompare(b.class_id) || a.student_id.localeCompare(b.student_id));
    return { students, total: students.length };
  },
});
