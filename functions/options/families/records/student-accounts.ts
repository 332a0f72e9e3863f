import { studentUserName } from '#shared/accounts/user-name.ts';
import { familyWordings } from '#shared/options/families/wordings.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { AccountEntity, UserNameEntity, userNameKey } from '../../../sessions/accounts.ts';
import { studentAccountsSubject } from '../../../sessions/remove-student-accounts.ts';
import { studentAccountKey, studentAccountRecords } from '../../../sessions/student-accounts.ts';
import { readStudents } from '../../../students/records/store.ts';

interface Writing {
  by: Authorship;
}

/**
 * Writes accounts for those of the students who are current and have none, with a one-time password due (ADR 0047).
 * Idempotent.
 * @param studentIds at most 40: each has an account and a user name in the transaction
 * @returns why a student was left out
 */
export async function writeStudentAccounts(studentIds: readonly string[], { by }: Writing): Promise<JobRemark[]> {
  return retryRefused({
    read: async () => {
      const [found, students] = await Promise.all([
        readItems({
          accounts: studentIds.map(studentAccountKey),
          names: studentIds.map((studentId) => userNameKey(studentUserName(studentId))),
        }),
        readStudents(studentIds, ['studentId', 'status']),
      ]);
      return { ...found, students };
    },
    attempt: async ({ accounts, names, students }) => {
      const owners = new Map(names.map(({ userName, accountId }) => [userName, accountId]));
      const known = new Set(accounts.map(({ accountId }) => accountId));
      const remarks: JobRemark[] = [];
      const made: ReturnType<typeof studentAccountRecords>[] = [];
      for (const { studentId, status } of students) {
        const records = studentAccountRecords(studentId);
        if (status !== 'current' || known.has(records.account.accountId)) continue;
        if (owners.has(records.userName.userName)) remarks.push({ row: studentId, text: familyWordings.nearId });
        else {
          owners.set(records.userName.userName, records.account.accountId);
          made.push(records);
        }
      }
      if (made.length === 0) return remarks;
      const ids = made.map(({ account }) => account.accountId);
      const changes = [{ field: 'accounts', before: null, after: ids }];
      const outcome = await commit({
        by,
        changes: [
          ...made.flatMap(({ account, userName }) => [AccountEntity.create(account), UserNameEntity.create(userName)]),
        ],
        trail: { subject: studentAccountsSubject, changes },
        logKind: 'students',
      });
      return isRefused(outcome) ? outcome : remarks;
    },
    what: 'these accounts',
  });
}
