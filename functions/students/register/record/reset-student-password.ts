import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireStudent } from '../../records/require-student.ts';
import { nameOf, setMustResetPassword, studentKey } from '../../records/store.ts';

/**
 * Students have no sign-in yet: what there is of one is that a new password has to be chosen. A sign-in of students makes the one-time
 * password of rule 18 here, and ends the sessions.
 */
export const resetStudentPassword = callHandler(studentRegisterContract.resetStudentPassword, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id: studentId }, caller, found, request }) => {
    const student = requireStudent(found.student);
    if (student.status === 'archived') {
      throw new ConflictError(`${nameOf(student, studentId)} is in the archive and does not sign in.`);
    }
    await setMustResetPassword({ studentId, before: student.mustResetPassword ?? false, after: true, caller, request });
    return { student_id: studentId };
  },
});
