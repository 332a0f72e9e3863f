import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { undoHandler } from '../platform/undo/undo-calls.ts';
import { listTermActs, termActs } from './periods/undo-term-act.ts';
import { listPlanActs, planActs } from './promotion/undo-plan-act.ts';

export const undoAct = undoHandler(termsContract.undoAct, [termActs, planActs]);

export const listActs = callHandler(termsContract.listActs, {
  handle: ({ input: { of }, caller, request: { now } }) =>
    of === 'plan' ? listPlanActs(caller, now) : listTermActs(caller, now),
});
