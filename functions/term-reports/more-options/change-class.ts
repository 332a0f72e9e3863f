import { termReportsContract } from '#shared/term-reports/contract.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { formLevelOf } from '../../school/store.ts';
import { studentPoint } from '../../students/store.ts';
import { actOf } from './acts.ts';
import { moveStudent } from './move-student.ts';

export const changeClass = callHandler(termReportsContract.changeClass, {
  points: (input) => ({ student: studentPoint(input.student_id) }),
  handle: async ({ input: { student_id: studentId, class_id: to }, caller, found: { student }, request }) => {
    if (student?.status !== 'current') throw new NotFoundError('There is no such student at the school.');
    if (formLevelOf(to) === undefined) throw new ValidationError({ class_id: ['There is no such class.'] });
    const answer = { student_id: studentId, class_id: to };
    if (student.classId === to) {
      const isRepeated = await isChangeDone(`student#${studentId}`, request.idempotencyKey);
      return { ...answer, undo: isRepeated ? request.idempotencyKey : null };
    }
    const from = student.classId;
    const outcome = await moveStudent({
      student,
      to,
      act: {
        create: (lost) =>
          actOf({ kind: 'class changed', details: { studentId, from, to, ...lost } }, { caller, request }),
      },
      caller,
      request,
    });
    if (outcome === 'refused') throw new ConflictError('Somebody else is changing this student. Please look again.');
    return { ...answer, undo: request.idempotencyKey };
  },
});
