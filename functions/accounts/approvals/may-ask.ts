import { type HeavyAct, heavyActs } from '#shared/accounts/approvals/heavy-acts.ts';
import { approvalMessages } from '#shared/accounts/approvals/messages.ts';
import { ConflictError } from '../../platform/errors.ts';
import { hasMenu } from '../../platform/requests/caller.ts';
import { readMany } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { type AccountItem, accountKey, allAccounts } from '../../sessions/accounts.ts';
import type { ApprovalItem } from './approval-record.ts';
import { sharedControlFinder } from './shared-control.ts';

/** Whether an account may do such an act now: a request of one who may not is dead. */
export const mayDo = (account: AccountItem | undefined, act: HeavyAct): account is AccountItem =>
  account?.role === 'Admin' && account.isDisabled !== true && hasMenu(account, [heavyActs[act].menu]);

/**
 * Somebody else must be able to approve it. A query of the accounts, and one of the trail for each account that is looked at.
 * @throws ConflictError where nobody else may do such an act, or nobody who is independent of who asks (rule 53)
 */
export async function requireSecond(act: HeavyAct, askedBy: string, now: Date): Promise<void> {
  const others = (await allAccounts()).filter((account) => account.accountId !== askedBy && mayDo(account, act));
  if (others.length === 0) throw new ConflictError(approvalMessages.nobodyElse);
  const findSharedControl = sharedControlFinder(now);
  for (const { accountId } of others) if ((await findSharedControl(askedBy, accountId)) === null) return;
  throw new ConflictError(approvalMessages.nobodyElseYet(school().secondAdministratorDays));
}

/** The requests whose askers may still do what they asked for. One request. */
export async function ofThoseWhoMay(approvals: readonly ApprovalItem[]): Promise<ApprovalItem[]> {
  const askers = [...new Set(approvals.map(({ askedBy }) => askedBy))];
  if (askers.length === 0) return [];
  const accounts = new Map((await readMany(askers.map(accountKey))).map((account) => [account.accountId, account]));
  return approvals.filter(({ act, askedBy }) => mayDo(accounts.get(askedBy), act));
}
