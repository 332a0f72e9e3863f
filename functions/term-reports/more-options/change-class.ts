import { termReportsContract } from '#shared/term-reports/contract.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { readItems } from '../../platform/table/table.ts';
import { UndoableAction } from '../../platform/undo/undoable-actions.ts';
import { currentPeriod } from '../../reference/periods.ts';
import { formLevelOf } from '../../reference/school.ts';
import { bringAlong } from '../../students/placement/bring-along.ts';
import { moveStudent } from '../../students/placement/move-student.ts';
import { nameOf, studentKey, studentSubject } from '../../students/store.ts';
import { termReportActs } from './undoable-changes.ts';

export const changeClass = callHandler(termReportsContract.changeClass, {
  prefetch: (input) => ({ student: studentKey(input.student_id) }),
  handle: async ({ input: { student_id: studentId, class_id: to }, caller, found: { student }, request }) => {
    if (student?.status !== 'current') throw new NotFoundError('There is no such student at the school.');
    if (formLevelOf(to) === undefined) throw new ValidationError({ class_id: ['There is no such class.'] });
    const answer = { student_id: studentId, class_id: to };
    if (student.classId === to) {
      const isRepeated = await isChangeDone(studentSubject(studentId), request.idempotencyKey);
      if (isRepeated) await carryOn({ studentId, caller, request });
      return { ...answer, undo: isRepeated ? request.idempotencyKey : null };
    }
    const from = student.classId;
    const isMoved = await moveStudent({
      ...{ studentId, from, to, caller, request },
      action: (lost) => {
        const details = { studentId, from, to, ...lost };
        return {
          Put: UndoableAction.create(
            termReportActs.action({
              change: { kind: 'class changed', details },
              what: `${nameOf(student, studentId)}: ${from} → ${to}`,
              caller,
              request,
            }),
          ).params(),
        };
      },
    });
    if (!isMoved) throw new ConflictError('Somebody else is changing this student. Please look again.');
    return { ...answer, undo: request.idempotencyKey };
  },
});

/** A change of class that stopped on its way may have left some subjects behind. */
async function carryOn({ studentId, caller, request }: Omit<Parameters<typeof bringAlong>[0], 'from' | 'period'>) {
  const { action } = await readItems({ action: termReportActs.key(request.idempotencyKey) });
  if (action?.change.kind !== 'class changed') return;
  await bringAlong({ studentId, from: action.change.details.from, period: await currentPeriod(), caller, request });
}
