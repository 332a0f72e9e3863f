import { promotionWordings } from '#shared/school/wordings.ts';
import { undoableActs } from '#shared/undo/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import type { WrittenRecord } from '../../platform/table/action.ts';
import { byRecords, undoableKinds } from '../../platform/undo/undo-calls.ts';
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

/** The decisions of the current academic year. */
export const planActs = undoableKinds(
  undoablePlanSaves,
  {
    openTo: undoableActs['promotion-plan'],
    list: async ({ request: { now } }) =>
      undoablePlanSaves.list({ place: String((await readYearToPromote()).year), now }),
  },
  {
    'students decided': {
      undo: byRecords(
        ({ details: { year }, by: { caller, request } }) => ({
          of: [PromotionDecisionEntity],
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
        }),
        (left) => leftOf(left.map(({ record }) => String(record.id.studentId))),
      ),
    },
  },
);

const toChangeBack = ({ id, before, after }: WrittenRecord) =>
  ({ studentId: id.studentId, before: after, after: before }) as DecisionChange;

async function leftOf(studentIds: readonly string[]): Promise<string[]> {
  if (studentIds.length === 0) return [];
  const students = await readStudents(studentIds, ['studentId', 'firstName', 'lastName']);
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const names = studentIds.map((studentId) => studentName(byId.get(studentId), studentId));
  return [promotionWordings.decidedSince(names.slice(0, 5).join(', '), names.length > 5 ? ' and others' : '')];
}
