import { attendanceContract } from '#shared/attendance/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { readItems } from '../../platform/table/table.ts';
import { UndoableAction } from '../../platform/undo/undoable-actions.ts';
import { currentPeriod } from '../../school/records/periods.ts';
import { nameOf, studentKey } from '../../students/records/store.ts';
import { attendanceActs } from '../corrections/attendance-acts-kinds.ts';
import { type ToldAbsenceItem, toldAbsenceKey } from '../records/told-absence.ts';
import { correcting, requireStudent } from '../register/class-access.ts';
import { takeBack } from './write-told.ts';

export const takeAbsenceBack = callHandler(attendanceContract.takeAbsenceBack, {
  prefetch: ({ student_id, id }) => ({ student: studentKey(student_id), told: toldAbsenceKey(student_id, id) }),
  handle: async ({ caller, found, request }) => {
    const student = await requireStudent({ student: found.student, caller, ofTerm: await currentPeriod() }, correcting);
    const { told } = found;
    const { studentId } = student;
    const besides =
      (absence: ToldAbsenceItem) =>
      (days: number): Action[] => {
        const action = attendanceActs.action({
          change: { kind: 'absence taken back', details: { studentId, absence, days } },
          what: `${nameOf(student, studentId)}: absence told for ${absence.from} taken back`,
          place: studentId,
          ...{ caller, request },
        });
        return [{ Put: UndoableAction.create(action).params() }];
      };
    const days = told && (await takeBack({ told, besides: besides(told), caller, request }));
    if (days !== undefined) return { days, undo: request.idempotencyKey };
    // Somebody has taken it back: this very request, perhaps.
    const { act } = await readItems({ act: attendanceActs.key(request.idempotencyKey) });
    if (act?.change.kind === 'absence taken back') return { days: act.change.details.days, undo: act.key };
    throw new NotFoundError('This absence has been taken back already.');
  },
});
