import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { allPermissions } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { clientOfAccount, clientWithSession } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { holdClock } from '../../support/clock.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount } from '../../support/school/small-school.ts';
import { readTableContent, restoreAfterEach } from '../../support/school/table-content.ts';

const { addAdministrator, addEmployee, archiveEmployee, resetEmployeePassword, listSignInSlips } = accountsContract;

/** `mona` T1 teaches; A1 and A5 manage administrators. */
describe('a one-time password', () => {
  const school = schoolForTests();
  let office: TestClient;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A5',
      role: 'Admin',
      userName: 'olga',
      name: 'Olga Other',
      permissions: allPermissions(),
    });
  });
  restoreAfterEach();
  beforeEach(async () => {
    office = await clientOfAccount(school.url, 'A1');
  });

  const reset = async (client: TestClient) =>
    (await client.call(resetEmployeePassword, { employee_id: 'T1' })).body.one_time_password ?? '';
  const slipsOf = async (client: TestClient) => (await client.call(listSignInSlips, {})).body;
  const slipOfMona = (one_time_password: string) => ({
    account_id: 'T1',
    name: 'Mona Núñez',
    user_name: 'mona',
    area: 'staff',
    one_time_password,
  });

  it('is shown again to the one who made it, in that session alone', async () => {
    const one_time_password = await reset(office);
    expect(await slipsOf(office)).toEqual([slipOfMona(one_time_password)]);
    expect(await slipsOf(await clientOfAccount(school.url, 'A1'))).toEqual([]);
    expect(await slipsOf(await clientOfAccount(school.url, 'A5'))).toEqual([]);
  });

  it('is in no record in words, and not in a copy of the table either', async () => {
    const one_time_password = await reset(office);
    const stored = [...(await readTableContent()).values()].join();
    expect(stored).toContain('sign-in-slip');
    expect(stored).not.toContain(one_time_password);
  });

  it('is shown no longer than an hour', async () => {
    const clock = holdClock();
    try {
      office = await clientOfAccount(school.url, 'A1');
      await reset(office);
      clock.passMinutes(59);
      expect(await slipsOf(office)).toHaveLength(1);
      clock.passMinutes(1);
      expect(await slipsOf(office)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not shown any more once its owner has chosen another, however soon', async () => {
    const secret = await reset(office);
    const mona = await clientWithSession(school.url, undefined);
    await mona.call(authContract.employeeLogin, { name: 'mona', password: secret });
    expect(await slipsOf(office)).toHaveLength(1);
    const { status } = await mona.call(authContract.changeOwnPassword, {
      name: 'mona',
      password: 'My-own-word-1',
    });
    expect(status).toBe(200);
    expect(await slipsOf(office)).toEqual([]);
  });

  it('is replaced by the next one, of the same maker or another', async () => {
    await reset(office);
    const second = await reset(office);
    expect(await slipsOf(office)).toEqual([slipOfMona(second)]);
    const olga = await clientOfAccount(school.url, 'A5');
    const third = await reset(olga);
    expect([await slipsOf(office), await slipsOf(olga)]).toEqual([[], [slipOfMona(third)]]);
  });

  it('of a teacher who was archived since is not shown', async () => {
    await reset(office);
    expect((await office.call(archiveEmployee, { employee_id: 'T1' })).status).toBe(200);
    expect(await slipsOf(office)).toEqual([]);
  });

  it('is there after an answer that did not arrive, where a repeated request has none', async () => {
    const zoe = { teacher_num: 40, first_name: 'Zoë', last_name: 'Smith', date_of_birth: '1990-02-03', post_id: 7 };
    const headers = { 'Idempotency-Key': 'the-same-key' };
    const { body } = await office.call(addEmployee, zoe, headers);
    expect((await office.call(addEmployee, zoe, headers)).body.one_time_password).toBeNull();
    expect((await slipsOf(office)).map((slip) => slip.one_time_password)).toEqual([body.one_time_password]);
  });

  it('of an administrator is for those who manage administrators, also later', async () => {
    const nora = { name: 'Nora New', user_name: 'nora', user_admin: 'Admin' as const, permissions: [] };
    const { body } = await office.call(addAdministrator, nora);
    expect(await slipsOf(office)).toEqual([
      {
        account_id: body.administrator.user_admin_id,
        name: 'Nora New',
        user_name: 'nora',
        area: 'admin',
        one_time_password: body.one_time_password,
      },
    ]);
    await executeActionOfTest(
      AccountEntity.update({ accountId: 'A1' }, { set: { permissions: [{ menu: 'employees', action: null }] } }),
    );
    expect(await slipsOf(office)).toEqual([]);
  });
});
