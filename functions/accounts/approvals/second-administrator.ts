import { type HeavyAct, heavyActs } from '#shared/accounts/approvals/heavy-acts.ts';
import { approvalWordings } from '#shared/accounts/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { hasMenu } from '../../platform/requests/caller.ts';
import { listAuditTrail } from '../../platform/table/audit.ts';
import { readMany } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { type AccountItem, accountKey, listAdministratorAccounts } from '../../sessions/accounts.ts';
import type { ApprovalItem } from './approval-record.ts';

/** Whether an account may perform such an act now; a request of an account that may not is void. */
export const mayPerformHeavyAct = (account: AccountItem | undefined, act: HeavyAct): account is AccountItem =>
  account?.role === 'Admin' && account.isDisabled !== true && hasMenu(account, [heavyActs[act].menu]);

/**
 * Requires another account that can approve it. A query of the accounts, and one of the trail for each account checked.
 * @throws ConflictError where no other administrator may perform the act, or none of them is independent of the asker (rule 53)
 */
export async function requireSecondAdministrator(act: HeavyAct, askedBy: string, now: Date): Promise<void> {
  const others = (await listAdministratorAccounts()).filter(
    (account) => account.accountId !== askedBy && mayPerformHeavyAct(account, act),
  );
  if (others.length === 0) throw new ConflictError(approvalWordings.nobodyElse);
  const findSharedControl = createSharedControlFinder(now);
  for (const { accountId } of others) if ((await findSharedControl(askedBy, accountId)) === null) return;
  throw new ConflictError(approvalWordings.nobodyElseYet(school().secondAdministratorDays));
}

/** The requests whose askers may still perform the act. One request. */
export async function dropRequestsOfUnpermittedAskers(approvals: readonly ApprovalItem[]): Promise<ApprovalItem[]> {
  const askers = [...new Set(approvals.map(({ askedBy }) => askedBy))];
  if (askers.length === 0) return [];
  const accounts = new Map((await readMany(askers.map(accountKey))).map((account) => [account.accountId, account]));
  return approvals.filter(({ act, askedBy }) => mayPerformHeavyAct(accounts.get(askedBy), act));
}

/** The name under which operators make the first administrator and restore users (`infra/operators/`); it approves nothing. */
const operator = 'operator';

/** An account with its owner's name. */
interface Owner {
  accountId: string;
  name: string;
}

/** A person who controls both of two accounts, possibly as the owner of one: the two are not independent. */
interface Controller extends Owner {
  /** The name of the account in between, where the control is indirect. */
  via: string | null;
}

/**
 * Finds out whether two accounts are independent (rule 53). A person who has lately made an account, reset its password, ended its second
 * factor, enabled it or given it rights controls it, and with it the accounts with which it did the same. Two accounts are independent
 * unless one person controls both. One query for each account on the way; a finder reads each once.
 */
export function createSharedControlFinder(now: Date): (asker: string, approver: string) => Promise<Controller | null> {
  const known = new Map<string, Promise<Owner[]>>();
  const directControllersOf = (accountId: string) => {
    const controllers = known.get(accountId) ?? readControllers(accountId, now);
    known.set(accountId, controllers);
    return controllers;
  };

  /** Everybody who controls an account, its owner among them. */
  const controllersOf = async (accountId: string): Promise<Map<string, Controller>> => {
    const found = new Map<string, Controller>([[accountId, { accountId, name: '', via: null }]]);
    // The loop also visits entries added while it runs.
    for (const one of found.values()) {
      const via = one.accountId === accountId ? null : (one.via ?? one.name);
      for (const controller of await directControllersOf(one.accountId))
        if (!found.has(controller.accountId)) found.set(controller.accountId, { ...controller, via });
    }
    return found;
  };

  return async (asker, approver) => {
    const [ofAsker, ofApprover] = await Promise.all([controllersOf(asker), controllersOf(approver)]);
    return [...ofApprover.values()].find(({ accountId }) => ofAsker.has(accountId)) ?? null;
  };
}

/** Why the approver cannot approve what the asker asks for; null where the two are independent. */
export async function whyCannotApprove(
  findSharedControl: ReturnType<typeof createSharedControlFinder>,
  { asker, approver }: Record<'asker' | 'approver', Owner>,
): Promise<string | null> {
  const shared = await findSharedControl(asker.accountId, approver.accountId);
  if (!shared) return null;
  const words = { asker: asker.name, days: school().secondAdministratorDays };
  if (shared.accountId === asker.accountId) return approvalWordings.madeByAsker({ ...words, via: shared.via });
  if (shared.accountId === approver.accountId) return approvalWordings.madeAsker(words);
  return approvalWordings.madeByOne({ ...words, by: shared.name });
}

async function readControllers(accountId: string, now: Date): Promise<Owner[]> {
  const since = now.getTime() - school().secondAdministratorDays * 86_400_000;
  const rows = await listAuditTrail(`account#${accountId}`);
  return rows
    .filter((row) => row.accountId !== accountId && row.accountId !== operator && Date.parse(row.at) > since)
    .filter(({ changes }) => changes.some(givesControl))
    .map((row) => ({ accountId: row.accountId, name: row.name }));
}

/** Whether a change lets its author sign in to the account, or gives the account more rights. */
function givesControl({ field, before, after }: { field: string; before?: unknown; after?: unknown }): boolean {
  switch (field) {
    // Only a new account, or one that nobody has used yet, is given a user name.
    case 'userName':
    case 'password':
      return true;
    case 'isDisabled':
      return after === false;
    case 'secondFactor':
      return after === null;
    case 'permissions':
      return linesOf(after).some((line) => !linesOf(before).includes(line));
    default:
      return false;
  }
}

/** The lines of a permission list as the trail has it where it was changed. */
const linesOf = (permissions: unknown): string[] =>
  typeof permissions === 'string' ? permissions.split(', ').filter((line) => line !== 'nothing') : [];
