import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireStudent, setMustResetPassword, studentKey } from '../../students/records/store.ts';

export const changeResetPassword = callHandler(authContract.changeResetPassword, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input, caller, found, request }) => {
    const before = requireStudent(found.student).mustResetPassword ?? false;
    await setMustResetPassword({
      studentId: input.student_id,
      before,
      after: input.reset_password,
      by: { caller, request },
    });
    return { student_id: input.student_id, reset_password: input.reset_password };
  },
});
