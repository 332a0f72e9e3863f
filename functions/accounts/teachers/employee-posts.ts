import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';

export const readEmployeePosts = callHandler(accountsContract.readEmployeePosts, {
  handle: async () => school().posts.map(({ id, rank }) => ({ id, rank })),
});
