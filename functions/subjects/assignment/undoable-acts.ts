import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { studentSubjectsActs } from './undoable-changes.ts';

export const undoableActs = callHandler(studentSubjectsContract.undoableActs, {
  handle: ({ input: { place }, request: { now } }) => studentSubjectsActs.list({ place, now }),
});
