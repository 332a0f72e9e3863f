import { type HeavyAct, heavyActs } from '#shared/approvals/heavy-acts.ts';
import { hasMenu } from '../platform/requests/caller.ts';
import { readMany } from '../platform/table/table.ts';
import { type AccountItem, accountKey, allAccounts } from '../sessions/accounts.ts';
import type { ApprovalItem } from './approval-record.ts';

/** Whether an account may do such an act now: a request of one who may not is dead. */
export const mayDo = (account: AccountItem | undefined, act: HeavyAct): account is AccountItem =>
  account?.role === 'Admin' && account.isDisabled !== true && hasMenu(account, [heavyActs[act].menu]);

/** Whether there is anybody else who may approve it. One query. */
export const hasSecond = async (act: HeavyAct, askedBy: string): Promise<boolean> =>
  (await allAccounts()).some((account) => account.accountId !== askedBy && mayDo(account, act));

/** The requests whose askers may still do what they asked for. One request. */
export async function ofThoseWhoMay(approvals: readonly ApprovalItem[]): Promise<ApprovalItem[]> {
  const askers = [...new Set(approvals.map(({ askedBy }) => askedBy))];
  if (askers.length === 0) return [];
  const accounts = new Map((await readMany(askers.map(accountKey))).map((account) => [account.accountId, account]));
  return approvals.filter(({ act, askedBy }) => mayDo(accounts.get(askedBy), act));
}
