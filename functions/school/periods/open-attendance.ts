import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { actOnTerm } from './closing-acts.ts';

export const openAttendance = callHandler(termsContract.openAttendance, {
  handle: (context) => actOnTerm('attendance opened', context),
});
