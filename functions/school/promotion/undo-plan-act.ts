import { termsContract } from '#shared/school/contract.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { readStudents, studentName } from '../../students/records/store.ts';
import {
  type DecisionChange,
  type DecisionItem,
  readDecisions,
  undoablePlanSaves,
  whyPlanClosed,
  writeDecisions,
} from './plan-store.ts';
import { readYearToPromote } from './promotion-status.ts';

/** Lists the acts of the current academic year. */
export const listUndoablePlanActs = callHandler(termsContract.listUndoablePlanActs, {
  handle: async ({ request: { now } }) =>
    undoablePlanSaves.list({ place: String((await readYearToPromote()).year), now }),
});

export const undoPlanAct = callHandler(termsContract.undoPlanAct, {
  handle: ({ input: { undo }, caller, request }) =>
    retryRefused({
      read: async () => {
        const { act } = await readItems({ act: undoablePlanSaves.key(undo) });
        if (!act) throw nothingToUndoError();
        const { year, changes } = act.change.details;
        const ids = changes.map(({ studentId }) => studentId);
        return { act, year, changes, closed: await whyPlanClosed(year), stored: await readDecisions(year, ids) };
      },
      attempt: async ({ act, year, changes, closed, stored }): Promise<Undone | 'refused'> => {
        const others = changes.filter((change) => !holds(stored, change, 'after') && !holds(stored, change, 'before'));
        const answer = async (): Promise<Undone> => ({ ok: true, left: await leftOf(others) });
        if (undoablePlanSaves.wasUndone(act, request)) return answer();
        if (closed !== null) throw new ConflictError(closed);
        const back = changes.flatMap(({ studentId, before, after }) =>
          holds(stored, { studentId, before, after }, 'after') ? [{ studentId, before: after, after: before }] : [],
        );
        if (back.length === 0) throw new ConflictError(promotionWordings.allDecidedSince);
        const last = [undoablePlanSaves.undone(act, request)];
        const outcome = await writeDecisions({ ...{ year, changes: back, stored, caller, request, last } });
        return isRefused(outcome) ? 'refused' : answer();
      },
      what: 'the plan',
    }),
});

interface Undone {
  ok: true;
  left: string[];
}

/** Whether the stored decision is that side of the change. */
function holds(
  stored: ReadonlyMap<string, DecisionItem>,
  { studentId, ...change }: DecisionChange,
  side: 'before' | 'after',
): boolean {
  const now = stored.get(studentId);
  return now?.to === change[side]?.to && now?.fromClass === change[side]?.fromClass;
}

async function leftOf(changes: readonly DecisionChange[]): Promise<string[]> {
  if (changes.length === 0) return [];
  const students = await readStudents(
    changes.map(({ studentId }) => studentId),
    ['studentId', 'firstName', 'lastName'],
  );
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const names = changes.map(({ studentId }) => studentName(byId.get(studentId), studentId));
  return [promotionWordings.decidedSince(names.slice(0, 5).join(', '), names.length > 5 ? ' and others' : '')];
}
