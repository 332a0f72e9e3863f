import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { actOnTerm } from './closing-acts.ts';

export const closeAttendance = callHandler(termsContract.closeAttendance, {
  handle: (context) => actOnTerm('attendance closed', context),
});
