import { termsContract } from '#shared/school/contract.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { WrittenRecord } from '../../platform/table/action.ts';
import { undoRecords } from '../../platform/undo/undo-records.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { readStudents, studentName } from '../../students/records/store.ts';
import {
  type DecisionChange,
  ofDecision,
  PromotionDecisionEntity,
  planAct,
  undoablePlanSaves,
  whyPlanClosed,
} from './plan-store.ts';
import { readYearToPromote } from './promotion-status.ts';

/** Lists the acts of the current academic year. */
export const listUndoablePlanActs = callHandler(termsContract.listUndoablePlanActs, {
  handle: async ({ request: { now } }) =>
    undoablePlanSaves.list({ place: String((await readYearToPromote()).year), now }),
});

export const undoPlanAct = callHandler(termsContract.undoPlanAct, {
  prefetch: ({ undo }) => ({ act: undoablePlanSaves.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act) throw nothingToUndoError();
    const { year } = act.change.details;
    const left = await undoRecords({
      ...{ acts: undoablePlanSaves, key: act.key, of: [PromotionDecisionEntity], by: caller, under: request },
      compared: () => ofDecision,
      placed: ['by', 'at'],
      rest: async (back) => {
        const closed = await whyPlanClosed(year);
        if (closed !== null) throw new ConflictError(closed);
        const place = () => ({ by: caller.name, at: request.now.toISOString() });
        return { ...planAct(year, { rows: back.map(toChangeBack) }), place };
      },
      nothingBack: () => new ConflictError(promotionWordings.allDecidedSince),
      what: 'the plan',
    });
    return { ok: true as const, left: await leftOf(left.map(({ record }) => String(record.id.studentId))) };
  },
});

const toChangeBack = ({ id, before, after }: WrittenRecord) =>
  ({ studentId: id.studentId, before: after, after: before }) as DecisionChange;

async function leftOf(studentIds: readonly string[]): Promise<string[]> {
  if (studentIds.length === 0) return [];
  const students = await readStudents(studentIds, ['studentId', 'firstName', 'lastName']);
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const names = studentIds.map((studentId) => studentName(byId.get(studentId), studentId));
  return [promotionWordings.decidedSince(names.slice(0, 5).join(', '), names.length > 5 ? ' and others' : '')];
}
