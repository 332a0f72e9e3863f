import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formLevelOf } from '../../reference/school.ts';
import { returnStudent } from '../../students/placement/return-student.ts';
import { nameOf, studentKey } from '../../students/store.ts';
import { doneBefore } from './archive-student.ts';
import { remember } from './register-acts.ts';
import { requireStudent } from './student-facts.ts';

export const restoreStudent = callHandler(studentRegisterContract.restoreStudent, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input: { student_id: studentId, class_id: classId }, caller, found, request }) => {
    requireStudent(found.student);
    const formLevel = formLevelOf(classId);
    if (formLevel === undefined) throw new ValidationError({ class_id: ['The school has no such class.'] });
    const isBack = await returnStudent({
      ...{ studentId, place: { classId, formLevel }, subjects: [], caller, request },
      isMeant: () => true,
      action: (student) =>
        remember({
          change: {
            kind: 'student restored',
            details: {
              ...{ studentId, classId },
              date: student.date_of_leaving ?? null,
              reason: student.leavingReason ?? null,
            },
          },
          what: `${nameOf(student, studentId)} restored to ${classId}`,
          caller,
          request,
        }),
    });
    return { student_id: studentId, undo: isBack ? request.idempotencyKey : await doneBefore(request) };
  },
});
