import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../records/school.ts';

export const academicTerms = callHandler(termsContract.academicTerms, {
  handle: async () => school().terms.map(({ id, title }) => ({ id, title })),
});
