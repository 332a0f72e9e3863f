import {
  type PermissionEntry,
  permissionKey,
  permissionsText,
  ptaPermissions,
} from '#shared/accounts/auth/permissions.ts';
import { accountRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { logHeavyAct } from '../../platform/heavy-act.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { type AuditFieldChange, isChangeDone, type WriteAttempt } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { decideAndWrite } from '../../platform/table/field-changes.ts';
import { readItems } from '../../platform/table/table.ts';
import {
  AccountEntity,
  type AccountItem,
  accountAttributes,
  accountKey,
  readAccount,
  toAccountRecords,
  UserNameEntity,
} from '../../sessions/accounts.ts';

/** The caller's own account and the one that is to be changed, read with the session. */
export const callerAndTargetKeys = (accountId: string, callerId: string) => ({
  own: accountKey(callerId),
  target: accountKey(accountId),
});

export interface CallerAndTarget {
  /** The caller's. */
  own: AccountItem;
  target: AccountItem;
}

export const accountAuditSubject = (accountId: string): string => `account#${accountId}`;

/** Another administrator. @throws ForbiddenError for one's own account, NotFoundError where it is no administrator's */
export function requireOtherAdministrator({
  own,
  target,
}: {
  own: AccountItem | undefined;
  target: AccountItem | undefined;
}): CallerAndTarget {
  if (!own || !target || !isAdmin(target)) throw new NotFoundError(accountRefusals.noSuchAdministrator);
  if (own.accountId === target.accountId) throw new ForbiddenError(accountRefusals.notOwnAccount);
  return { own, target };
}

/**
 * The condition on every write: the caller still may manage administrators. Nobody changes their own account, so after
 * each change the caller remains: of two administrators who disable each other at once, one is refused (rule 36).
 */
const stillManages = (own: AccountItem) => whereUnchanged(own, ['role', 'permissions', 'isDisabled']);

interface Writing {
  caller: Caller;
  request: WriteAttempt;
}

/**
 * Adds an administrator whose one-time password is due. `refused`: the user name is taken, or the caller lost the
 * permission.
 */
export async function storeNewAdministrator(
  { own, account }: { own: AccountItem; account: Parameters<typeof toAccountRecords>[0] },
  { caller, request }: Writing,
): Promise<ActOutcome> {
  const records = toAccountRecords(account);
  const { accountId } = records.account;
  const changes = (['name', 'userName', 'role', 'permissions'] as const).map((field) => ({
    field,
    before: null,
    after: account[field],
  }));
  const outcome = await commit({
    by: { caller, request },
    changes: [
      AccountEntity.create({ ...records.account, isUnused: true, identityDue: 'password' }),
      UserNameEntity.create(records.userName),
    ],
    guards: { permission: [AccountEntity.check({ accountId: own.accountId }, stillManages(own))] },
    trail: { subject: accountAuditSubject(accountId), changes },
  });
  if (outcome === 'written') logHeavyAct('add-administrator', caller);
  return outcome;
}

export interface ChangedAdministrator {
  next: AccountItem;
  changes: readonly AuditFieldChange[];
}

/**
 * Writes on the condition that the stored records are those that `decide` saw. `decide` gives null where nothing is
 * left to write.
 */
export async function changeAdministrator(
  pair: CallerAndTarget,
  { decide, caller, request }: Writing & { decide: (pair: CallerAndTarget) => Promise<ChangedAdministrator | null> },
): Promise<void> {
  const { accountId } = pair.target;
  await decideAndWrite<CallerAndTarget, ChangedAdministrator>({
    record: pair,
    read: async () => requireOtherAdministrator(await readItems(callerAndTargetKeys(accountId, caller.accountId))),
    decide: (stored) => {
      requireManageAdmins({ permissions: stored.own.isDisabled ? [] : stored.own.permissions });
      return decide(stored);
    },
    write: async ({ next, changes }, { own, target }) => {
      const outcome = await commit({
        by: { caller, request },
        changes: [AccountEntity.put(next, whereUnchanged(target, accountAttributes))],
        guards: { permission: [AccountEntity.check({ accountId: own.accountId }, stillManages(own))] },
        trail: { subject: accountAuditSubject(accountId), changes },
      });
      if (outcome === 'written' && changes.some(({ field }) => field === 'permissions'))
        logHeavyAct('change-permissions', caller);
      return outcome;
    },
    isDone: () => isChangeDone(accountAuditSubject(accountId), request.idempotencyKey),
  });
}

/** The account as it is stored now. */
export async function readStoredAdministrator(accountId: string): Promise<AccountItem> {
  const account = await readAccount(accountId);
  if (!account) throw new NotFoundError(accountRefusals.noSuchAdministrator);
  return account;
}

export const auditedPermissionsChange = (before: AccountItem, after: AccountItem): AuditFieldChange => ({
  field: 'permissions',
  before: permissionsText(before.permissions),
  after: permissionsText(after.permissions),
});

/** PTA is a kind: its list names what that kind may have, or less (rule 36). @throws ValidationError */
export function requirePermissionsOfKind(role: 'Admin' | 'PTA', permissions: readonly PermissionEntry[]): void {
  if (role === 'Admin') return;
  const allowed = new Set(ptaPermissions().map(permissionKey));
  if (permissions.every((permission) => allowed.has(permissionKey(permission)))) return;
  throw new ValidationError({ permissions: ['A PTA account has Students and Student Attendance, and nothing else.'] });
}
