import { beforeAll, describe, expect, it } from 'vitest';
import type { PermissionEntry } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';

const { listApprovals, refuseApproval } = termsContract;
const { askToPost, postTermReports, readPostingState } = termReportsContract;

const allowed: PermissionEntry[] = [
  { menu: 'postReports', action: null },
  { menu: 'employees', action: null },
  { menu: 'employees', action: 'manageAdmins' },
];
/** Max, Sam and Tia may post, and manage administrators; Una may post alone. */
const people = { MAX: 'Max Manager', SAM: 'Sam Second', TIA: 'Tia Third', UNA: 'Una Other' };
type Id = keyof typeof people;
const ids = Object.keys(people) as Id[];

describe('a second administrator (rule 53)', () => {
  const school = schoolForTests();
  beforeAll(async () => {
    const { school: file } = await import('#functions/school/records/school.ts');
    const { SecondFactorEntity } = await import('#functions/sessions/second-factor.ts');
    const { AccountEntity } = await import('#functions/sessions/accounts.ts');
    file().heavyActs = 'second-administrator';
    await Promise.all([
      ...ids.map((accountId) =>
        addAccount({
          ...{ accountId, role: 'Admin' as const, userName: accountId.toLowerCase(), name: people[accountId] },
          permissions: accountId === 'UNA' ? allowed.slice(0, 1) : allowed,
        }),
      ),
      executeActionOfTest(
        SecondFactorEntity.put({ accountId: 'SAM', since: '2025-10-01T00:00:00.000Z', codes: ['abc'], trustedFrom: 1 }),
      ),
    ]);
    // The office of the small school asks for nothing here.
    await executeActionOfTest(AccountEntity.update({ accountId: 'A1' }, { set: { isDisabled: true } }));
  });
  const bringBack = restoreAfterEach();

  const clientAs = (id: string) => clientOfAccount(school.url, id);
  const ask = async (id: string) =>
    (await clientAs(id)).call(askToPost, { year, term, posted: 1, date_posted: null, confirm: 15 });
  const listedFor = async (id: string) => (await (await clientAs(id)).call(listApprovals, {})).body[0];

  /** How the approver fares with what the asker asks for: what the window says, and what the server answers. */
  async function approve(asker: string, approver: string) {
    expect((await ask(asker)).status).toBe(200);
    const listed = await listedFor(approver);
    const client = await clientAs(approver);
    const input = { year, term, posted: 1 as const, date_posted: null, confirm: 15, approval: listed?.id ?? '' };
    const answer = await client.call(postTermReports, input);
    const isTaken = (await listedFor(asker))?.state === 'approved';
    return { isTaken, said: [listed?.why_not, answer.error?.message[0] ?? null] };
  }
  const refusedWith = (text: string) => ({ isTaken: false, said: [text, text] });

  const reset = async (by: Id, whose: Id) => {
    const { status } = await (await clientAs(by)).call(accountsContract.resetAdministratorPassword, {
      user_admin_id: whose,
    });
    expect(status).toBe(200);
  };
  const change = async (by: Id, whose: Id, permissions: PermissionEntry[]) => {
    const input = { user_admin_id: whose, permissions };
    expect((await (await clientAs(by)).call(accountsContract.updateAdministrator, input)).status).toBe(200);
  };

  it('approves what another one asks for', async () => {
    expect(await approve('MAX', 'SAM')).toEqual({ isTaken: true, said: [null, null] });
  });

  const byAsker =
    'You cannot approve this: in the last 7 days Max Manager made your account, reset its sign-in or gave it rights. Another administrator approves it.';

  it.each<[string, () => Promise<void>]>([
    ['a new password', () => reset('MAX', 'SAM')],
    ['rights', () => change('MAX', 'SAM', [...allowed, { menu: 'students', action: null }])],
    [
      'no second factor any more',
      async () => {
        const client = await clientAs('MAX');
        expect((await client.call(accountsContract.resetSecondFactor, { account_id: 'SAM' })).status).toBe(200);
      },
    ],
    [
      'its sign-in back',
      async () => {
        const { AccountEntity } = await import('#functions/sessions/accounts.ts');
        await executeActionOfTest(AccountEntity.update({ accountId: 'SAM' }, { set: { isDisabled: true } }));
        const client = await clientAs('MAX');
        const { status } = await client.call(accountsContract.enableAdministrator, { user_admin_id: 'SAM' });
        expect(status).toBe(200);
      },
    ],
  ])('is not an account that the asker has lately given %s', async (_what, give) => {
    await give();
    expect(await approve('MAX', 'SAM')).toEqual(refusedWith(byAsker));
  });

  it('is not an account that the asker has lately made', async () => {
    const input = { name: 'Pat Puppet', user_name: 'puppet', user_admin: 'Admin' as const, permissions: allowed };
    const { body } = await (await clientAs('MAX')).call(accountsContract.addAdministrator, input);
    expect(await approve('MAX', body.administrator.user_admin_id)).toEqual(refusedWith(byAsker));
  });

  it('is not who has lately made or reset the account of the asker', async () => {
    await reset('MAX', 'SAM');
    expect(await approve('SAM', 'MAX')).toEqual(
      refusedWith(
        'You cannot approve this: in the last 7 days you made the account of Sam Second, reset its sign-in or gave it rights. Another administrator approves it.',
      ),
    );
  });

  it('is not an account that the asker has reset through another', async () => {
    await reset('MAX', 'SAM');
    await reset('SAM', 'TIA');
    expect(await approve('MAX', 'TIA')).toEqual(
      refusedWith(
        'You cannot approve this: in the last 7 days Max Manager, through Sam Second, made your account, reset its sign-in or gave it rights. Another administrator approves it.',
      ),
    );
  });

  it('is not an account that one hand has reset together with the asker’s', async () => {
    await reset('MAX', 'SAM');
    await reset('MAX', 'TIA');
    expect(await approve('SAM', 'TIA')).toEqual(
      refusedWith(
        'You cannot approve this: in the last 7 days Max Manager made your account and that of Sam Second, reset their sign-ins or gave them rights. Another administrator approves it.',
      ),
    );
  });

  it('is one whose rights were taken or whose name was changed alone', async () => {
    await change('MAX', 'SAM', allowed.slice(0, 1));
    const input = { user_admin_id: 'SAM', name: 'Samuel Second' };
    expect((await (await clientAs('MAX')).call(accountsContract.updateAdministrator, input)).status).toBe(200);
    expect((await approve('MAX', 'SAM')).isTaken).toBe(true);
  });

  it('is one again when the days of the school file are over', async () => {
    const { AuditRowEntity, auditRow } = await import('#functions/platform/table/audit.ts');
    const resetDaysAgo = (days: number) =>
      executeActionOfTest(
        AuditRowEntity.create(
          auditRow({
            subject: 'account#SAM',
            changes: [{ field: 'password', before: null, after: 'one-time password' }],
            caller: { accountId: 'MAX', name: 'Max Manager' },
            request: { now: new Date(Date.now() - days * 86_400_000), idempotencyKey: `MAX/${days}-days-ago` },
          }),
        ),
      );
    await resetDaysAgo(7.1);
    expect((await approve('MAX', 'SAM')).isTaken).toBe(true);
    await bringBack();
    await resetDaysAgo(6.9);
    expect(await approve('MAX', 'SAM')).toEqual(refusedWith(byAsker));
    await bringBack();
    const { school: file } = await import('#functions/school/records/school.ts');
    file().secondAdministratorDays = 0;
    await reset('MAX', 'SAM');
    expect((await approve('MAX', 'SAM')).isTaken).toBe(true);
    file().secondAdministratorDays = 7;
  });

  it('may refuse what it may not approve', async () => {
    await reset('MAX', 'SAM');
    await ask('MAX');
    const id = (await listedFor('SAM'))?.id ?? '';
    expect((await (await clientAs('SAM')).call(refuseApproval, { id, reason: 'Not yet.' })).status).toBe(200);
  });

  it('must be there when something is asked for', async () => {
    const { AccountEntity } = await import('#functions/sessions/accounts.ts');
    await Promise.all(
      ['TIA', 'UNA'].map((accountId) =>
        executeActionOfTest(AccountEntity.update({ accountId }, { set: { isDisabled: true } })),
      ),
    );
    await reset('MAX', 'SAM');
    const answer = await ask('MAX');
    expect([answer.status, answer.error?.message[0]]).toEqual([
      409,
      'Nobody else can approve this yet: the other administrators with this menu are not independent of you. In the last 7 days one of you made the other’s account, reset its sign-in or gave it rights, or a third person did so for both.',
    ]);
    const posted = await (await clientAs('MAX')).call(readPostingState, {});
    expect(posted.body.find((one) => one.term === term)?.posted).toBe(0);
  });
});
