import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { actOnTerm } from './closing-acts.ts';

export const openTerm = callHandler(termsContract.openTerm, {
  handle: (context) => actOnTerm('term opened', context),
});
