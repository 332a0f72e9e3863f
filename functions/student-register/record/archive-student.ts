import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { archiveStudent as carryOut } from '../../students/placement/archive-student.ts';
import { nameOf, studentKey } from '../../students/store.ts';
import { registerActs, remember } from './register-acts.ts';
import { requireStudent } from './student-facts.ts';

export const archiveStudent = callHandler(studentRegisterContract.archiveStudent, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id: studentId, date_of_leaving: date, reason }, caller, found, request }) => {
    const student = requireStudent(found.student);
    const isArchived = await carryOut({
      ...{ studentId, date, reason: reason || null, caller, request },
      action: (left) =>
        remember({
          change: { kind: 'student archived', details: { studentId, left } },
          what: `${nameOf(student, studentId)} archived from ${left.classId}`,
          caller,
          request,
        }),
    });
    return { student_id: studentId, undo: isArchived ? request.idempotencyKey : await doneBefore(request) };
  },
});

/** The act where this very request carried it out before; null where the student was in the archive already. */
async function doneBefore({ idempotencyKey }: { idempotencyKey: string }): Promise<string | null> {
  const { act } = await readItems({ act: registerActs.key(idempotencyKey) });
  return act ? idempotencyKey : null;
}
