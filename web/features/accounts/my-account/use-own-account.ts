import { useQueryClient } from '@tanstack/react-query';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { queryKeyOf } from '../../../api/query.ts';

type Account = Output<typeof authContract.myAccount>;

/** Lays what a call answered over what is shown, and reads the rest again. */
export function useOwnAccount() {
  const client = useQueryClient();
  const key = queryKeyOf(authContract.myAccount, {});
  return {
    keep: (changed: Partial<Account>) =>
      client.setQueryData<Account>(key, (account) => account && { ...account, ...changed }),
    readAgain: () => client.invalidateQueries({ queryKey: key }),
  };
}
