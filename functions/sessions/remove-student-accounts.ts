import { studentUserName } from '#shared/accounts/user-name.ts';
import { removeUser } from '../platform/identity/passwords.ts';
import { isRefused } from '../platform/table/acts/carry-out-act.ts';
import { commit } from '../platform/table/acts/commit.ts';
import type { Authorship } from '../platform/table/audit.ts';
import { whereUnchanged } from '../platform/table/expression.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { readItems } from '../platform/table/table.ts';
import { AccountEntity, type AccountItem, accountAttributes, foldUserName, UserNameEntity } from './accounts.ts';
import { studentAccountId, studentAccountKey } from './student-accounts.ts';

/** The trail of accounts that were made and removed for many students. */
export const studentAccountsSubject = 'family-accounts';

/**
 * Removes accounts of students, where `may` allows it, and their users of the identity store. Idempotent.
 * @param studentIds at most 40
 * @returns the accounts that stay
 */
export async function removeStudentAccounts(
  studentIds: readonly string[],
  { may, by }: { may: (account: AccountItem) => boolean; by: Authorship },
): Promise<AccountItem[]> {
  const left = await retryRefused({
    read: async () => (await readItems({ accounts: studentIds.map(studentAccountKey) })).accounts,
    attempt: async (accounts) => {
      const removed = accounts.filter(may);
      const kept = accounts.filter((account) => !removed.includes(account));
      if (removed.length === 0) return kept;
      const changes = [{ field: 'accounts', before: removed.map(({ accountId }) => accountId), after: null }];
      const outcome = await commit({
        by,
        changes: [
          ...removed.flatMap((account) => [
            AccountEntity.remove({ accountId: account.accountId }, whereUnchanged(account, accountAttributes)),
            UserNameEntity.delete({ userName: foldUserName(account.userName) }),
          ]),
        ],
        trail: { subject: studentAccountsSubject, changes },
        logKind: 'students',
      });
      return isRefused(outcome) ? outcome : kept;
    },
    what: 'these accounts',
  });
  // Of those, too, whose record an attempt removed that was then cut off.
  const kept = new Set(left.map(({ accountId }) => accountId));
  for (const studentId of studentIds)
    if (!kept.has(studentAccountId(studentId))) await removeUser(foldUserName(studentUserName(studentId)));
  return left;
}
