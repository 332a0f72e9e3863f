import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { typedFields } from '#shared/students/register/record-fields.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireStudent } from '../../records/require-student.ts';
import { studentKey } from '../../records/store.ts';
import { factOf } from './student-facts.ts';

export const studentRecord = callHandler(studentRegisterContract.studentRecord, {
  prefetch: ({ id }) => ({ student: studentKey(id) }),
  handle: async ({ found }) => {
    const student = requireStudent(found.student);
    const facts = typedFields.map((field) => [field, factOf(student, field)] as const);
    return {
      id: student.studentId,
      ...(Object.fromEntries(facts) as Record<(typeof typedFields)[number], string | null>),
      status: student.status,
      leaving_reason: student.leavingReason ?? null,
      password_reset: student.mustResetPassword ?? false,
    };
  },
});
