import { oneTimePasswordDays } from '#shared/accounts/auth/password.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyWordings, letterWordings } from '#shared/options/families/wordings.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readMany } from '../../../platform/table/table.ts';
import { requireAddressOfSite, requireFormLevel, school } from '../../../school/records/school.ts';
import { AccountEntity, type AccountItem, accountAttributes } from '../../../sessions/accounts.ts';
import { identityDueAfter, updateIdentity } from '../../../sessions/identity-updates.ts';
import { studentAccountId, studentAccountKey } from '../../../sessions/student-accounts.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { studentName } from '../../../students/records/store.ts';
import { printingDate } from '../../../term-reports/report-cards/print/school-paper.ts';
import { renderSlips } from './render-slips.ts';

const day = 86_400_000;

export const printFamilyLetters = callHandler(familiesContract.printFamilyLetters, {
  handle: async ({ input: { class_id: classId, student_id }, caller, request }) => {
    requireFormLevel(classId);
    const address = `${requireAddressOfSite()}/student`;
    const inClass = await listStudentsOfClass(classId);
    const students = inClass.filter(({ studentId }) => student_id === undefined || studentId === student_id);
    const passwords = await issuePasswords(
      students.map(({ studentId }) => studentId),
      { classId, by: { caller, request } },
    );
    const { timeZone } = school();
    const until = new Date(request.now.getTime() + oneTimePasswordDays.student * day);
    const slips = students.flatMap((student) => {
      const { studentId } = student;
      const password = passwords.get(studentAccountId(studentId));
      if (password === undefined) return [];
      return [
        {
          head: letterWordings.head,
          name: studentName(student, studentId),
          classId,
          address,
          facts: [
            [letterWordings.address, address],
            [letterWordings.id, studentId],
            [letterWordings.password, password],
          ] as const,
          steps: letterWordings.steps,
          note: letterWordings.until(printingDate(until, timeZone)),
        },
      ];
    });
    return renderSlips({ school: school(), title: letterWordings.title(classId), slips, printedAt: request.now });
  },
});

/** Updates of the identity store at the same time: its quotas are those of the whole AWS account. */
const concurrency = 5;

/**
 * Gives each unused account of these students another one-time password, by account. Each try is audited once for the
 * class.
 * @throws NotFoundError where there is no such account; ConflictError where this request has given them before: the
 * answer with them was lost
 */
async function issuePasswords(
  studentIds: readonly string[],
  { classId, by }: { classId: string; by: Authorship },
): Promise<ReadonlyMap<string, string>> {
  const subject = `family-letters#${classId}`;
  const { now } = by.request;
  const due = await retryRefused({
    read: async () => (await readMany(studentIds.map(studentAccountKey))).filter(isUnused),
    attempt: async (accounts) => {
      if (accounts.length === 0) throw new NotFoundError(familyWordings.noLetters);
      const ids = accounts.map(({ accountId }) => accountId);
      const changes = [{ field: 'one-time passwords', before: null, after: ids }];
      const outcome = await commit({
        by,
        changes: [
          ...accounts.map((account) =>
            AccountEntity.update(
              { accountId: account.accountId },
              {
                set: { identityDue: identityDueAfter(account, 'password', now), sessionsValidFrom: now.toISOString() },
                remove: ['identityClaimedAt'],
                where: whereUnchanged(account, accountAttributes),
              },
            ),
          ),
        ],
        trail: { subject, changes },
        logKind: 'students',
      });
      if (outcome === 'done') throw new ConflictError(familyWordings.printedAlready);
      return isRefused(outcome) ? outcome : ids;
    },
    what: 'these accounts',
  });
  const made = await inParallel(due, {
    atOnce: concurrency,
    does: async (accountId) => [accountId, (await updateIdentity(accountId, now))?.password] as const,
  });
  return new Map(made.flatMap(([accountId, password]) => (password === undefined ? [] : [[accountId, password]])));
}

const isUnused = (account: AccountItem): boolean => account.isUnused === true && account.isDisabled !== true;
