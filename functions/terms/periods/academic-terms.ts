import { termsContract } from '#shared/terms/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../reference/school.ts';

export const academicTerms = callHandler(termsContract.academicTerms, {
  handle: async () => school().terms.map(({ id, title }) => ({ id, title })),
});
