import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { actOnTerm } from './closing-acts.ts';

export const closeTerm = callHandler(termsContract.closeTerm, {
  handle: (context) => actOnTerm('term closed', context),
});
