import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountEntity, listStaffAccounts } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount, clientWithSession } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

const {
  addAdministrator,
  listAdministrators,
  disableAdministrator,
  enableAdministrator,
  resetAdministratorPassword,
  updateAdministrator,
} = accountsContract;

const managing = { menu: 'employees', action: 'manageAdmins' } as const;
const everything = [
  ...menuKeys.map((menu) => ({ menu, action: null })),
  { menu: 'termReports' as const, action: 'editTermReports' },
  managing,
];
const students = { menu: 'students', action: null } as const;
const teachers = { menu: 'employees', action: null } as const;

/** `admin` A1 and `olga` A5 manage administrators; `clerk` A2 has the Students menu. */
describe('administrators', () => {
  const school = schoolForTests();
  let ada: TestClient;
  let olga: TestClient;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A5',
      role: 'Admin',
      userName: 'olga',
      name: 'Olga Office',
      permissions: everything,
    });
  });
  const bringBack = restoreAfterEach();
  beforeEach(async () => {
    [ada, olga] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A5')]);
  });

  const signIn = async (name: string, secret: string) =>
    (await clientWithSession(school.url, undefined)).call(authContract.adminLogin, { name, password: secret });
  const listed = async () => (await ada.call(listAdministrators, {})).body;
  const named = async (id: string) => (await listed()).find(({ user_admin_id }) => user_admin_id === id);

  it('are listed in two requests, with what they may do and whether they can sign in', async () => {
    expect((await listed()).map(({ user_admin_id, user_admin }) => [user_admin_id, user_admin])).toEqual([
      ['A1', 'Admin'],
      ['A2', 'Admin'],
      ['A5', 'Admin'],
      ['A3', 'PTA'],
    ]);
    expect(await named('A2')).toEqual({
      user_admin_id: 'A2',
      name: 'Carl Clerk',
      user_name: 'clerk',
      user_admin: 'Admin',
      permissions: [students],
      is_disabled: false,
      sign_in: 'used',
    });
    expect(await recordTraffic(() => ada.call(listAdministrators, {}))).toHaveLength(2);
  });

  it('are added with a one-time password, and may then do what their list says', async () => {
    const permissions = [{ menu: 'dashboard' as const, action: null }];
    const nora = { name: 'Nora New', user_name: 'Nora', user_admin: 'Admin' as const, permissions };
    const { status, body } = await ada.call(addAdministrator, nora);
    expect([status, body.administrator.user_name, body.administrator.sign_in]).toEqual([200, 'nora', 'unused']);
    const first = await signIn('nora', body.one_time_password ?? '');
    expect(first.body).toEqual({ id: body.administrator.user_admin_id, password_reset: true, second_factor: 'none' });
    const client = await clientOfAccount(school.url, body.administrator.user_admin_id);
    expect((await client.call(termsContract.listAcademicTerms, {})).status).toBe(200);
    expect((await client.call(listAdministrators, {})).status).toBe(403);
    const again = await ada.call(addAdministrator, { ...nora, name: 'Other Name' });
    expect([again.status, Object.keys(again.error?.fields ?? {})]).toEqual([422, ['user_name']]);
  });

  it('gain and lose permissions from the very next call on', async () => {
    const clerk = await clientOfAccount(school.url, 'A2');
    expect((await clerk.call(termsContract.listAcademicTerms, {})).status).toBe(403);
    const list = [{ menu: 'dashboard' as const, action: null }];
    const saved = await ada.call(updateAdministrator, {
      user_admin_id: 'A2',
      permissions: list,
      was: { permissions: [students] },
    });
    expect(saved.body.administrator.permissions).toEqual(list);
    expect((await clerk.call(termsContract.listAcademicTerms, {})).status).toBe(200);
    await ada.call(updateAdministrator, { user_admin_id: 'A2', permissions: [] });
    expect((await clerk.call(termsContract.listAcademicTerms, {})).status).toBe(403);
  });

  it('refuse a change to a list that somebody else changed meanwhile', async () => {
    const was = { permissions: [students] };
    await olga.call(updateAdministrator, { user_admin_id: 'A2', permissions: [teachers], was });
    const late = await ada.call(updateAdministrator, { user_admin_id: 'A2', permissions: [], was });
    expect([late.status, late.error?.conflict]).toEqual([
      409,
      { field: 'permissions', yours: '', theirs: 'employees', by: 'Olga Office', at: expect.any(String) },
    ]);
    const name = await ada.call(updateAdministrator, {
      user_admin_id: 'A2',
      name: 'Carla Clerk',
      was: { name: 'Carl Clerk' },
    });
    expect(name.body.administrator).toMatchObject({ name: 'Carla Clerk', permissions: [teachers] });
  });

  it('change nothing of their own account, up or down', async () => {
    await executeActionOfTest(
      AccountEntity.update({ accountId: 'A1' }, { set: { permissions: [teachers, managing] } }),
    );
    const own = { user_admin_id: 'A1' };
    const answers = [
      await ada.call(updateAdministrator, { ...own, permissions: everything }),
      await ada.call(updateAdministrator, { ...own, permissions: [teachers] }),
      await ada.call(disableAdministrator, own),
      await ada.call(enableAdministrator, own),
      await ada.call(resetAdministratorPassword, own),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await named('A1'))?.permissions).toEqual([teachers, managing]);
  });

  it.each([
    ['disable', (client: TestClient, id: string) => client.call(disableAdministrator, { user_admin_id: id })],
    [
      'take the managing from',
      (client: TestClient, id: string) =>
        client.call(updateAdministrator, { user_admin_id: id, permissions: [teachers] }),
    ],
  ])('never lose the last who manages them, when two %s each other at once', async (_what, takeAway) => {
    for (let round = 0; round < 8; round += 1) {
      await bringBack();
      [ada, olga] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A5')]);
      const answers = await Promise.all([takeAway(ada, 'A5'), takeAway(olga, 'A1')]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      const left = (await listStaffAccounts()).filter(
        ({ permissions, isDisabled }) => !isDisabled && permissions.some(({ action }) => action === 'manageAdmins'),
      );
      expect(left).toHaveLength(1);
    }
  });

  it('cannot be added by somebody who is disabled at that moment', async () => {
    const nina = { name: 'Nina', user_name: 'nina', user_admin: 'Admin' as const, permissions: everything };
    const [added, disabled] = await Promise.all([
      olga.call(addAdministrator, nina),
      ada.call(disableAdministrator, { user_admin_id: 'A5' }),
    ]);
    expect(disabled.status).toBe(200);
    expect([200, 401, 403]).toContain(added.status);
    expect((await listed()).some(({ user_name }) => user_name === 'nina')).toBe(added.status === 200);
  });

  it('are signed out at once when they are disabled, and come back when they are enabled', async () => {
    const clerk = await clientOfAccount(school.url, 'A2');
    const { body } = await ada.call(disableAdministrator, { user_admin_id: 'A2' });
    expect(body.administrator.is_disabled).toBe(true);
    expect((await clerk.call(authContract.readAdminPermissions, {})).status).toBe(401);
    expect((await signIn('clerk', password)).status).toBe(401);
    expect((await ada.call(resetAdministratorPassword, { user_admin_id: 'A2' })).status).toBe(409);
    await ada.call(enableAdministrator, { user_admin_id: 'A2' });
    expect((await signIn('clerk', password)).status).toBe(200);
  });

  it('get a one-time password, which ends their sessions', async () => {
    const clerk = await clientOfAccount(school.url, 'A2');
    const { body } = await ada.call(resetAdministratorPassword, { user_admin_id: 'A2' });
    expect((await clerk.call(authContract.readAdminPermissions, {})).status).toBe(401);
    expect((await signIn('clerk', body.one_time_password ?? '')).body.password_reset).toBe(true);
  });

  it.each([
    ['an action without its menu', { user_admin: 'Admin', permissions: [managing] }, 422],
    ['an action that there is not', { user_admin: 'Admin', permissions: [{ menu: 'students', action: 'fly' }] }, 422],
    [
      'an action of another menu',
      { user_admin: 'Admin', permissions: [students, { menu: 'students', action: 'manageAdmins' }] },
      422,
    ],
    ['PTA with more than PTA may have', { user_admin: 'PTA', permissions: [students, teachers] }, 422],
    ['PTA that manages', { user_admin: 'PTA', permissions: everything }, 422],
    ['PTA with less', { user_admin: 'PTA', permissions: [students] }, 200],
  ])('are not made with %s', async (_what, kind, status) => {
    const input = { name: 'Odd', user_name: 'odd', ...kind };
    expect((await ada.call(addAdministrator, input as never)).status).toBe(status);
    const changed = await ada.call(updateAdministrator, {
      user_admin_id: kind.user_admin === 'PTA' ? 'A3' : 'A2',
      permissions: kind.permissions,
    } as never);
    expect(changed.status).toBe(status);
  });

  it('are no teachers, and teachers no administrators', async () => {
    expect((await ada.call(disableAdministrator, { user_admin_id: 'T2' })).status).toBe(404);
    expect((await ada.call(updateAdministrator, { user_admin_id: 'T2', permissions: everything })).status).toBe(404);
    expect((await ada.call(accountsContract.resetEmployeePassword, { employee_id: 'A2' })).status).toBe(404);
  });
});
