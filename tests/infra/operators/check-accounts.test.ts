import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  CreateGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { documentClient, tableNames } from '#functions/platform/table/table.ts';
import { AccountEntity, listStaffAccounts } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { findAccountDifferences } from '../../../infra/operators/accounts/account-differences.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientWithSession } from '../../support/callers/callers.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { password, readGroupsOfUser, startSmallSchool } from '../../support/school/small-school.ts';

describe('the check of accounts', () => {
  let school: RunningSchool;
  const cognito = () => new CognitoIdentityProviderClient({});
  const user = (Username: string) => ({ UserPoolId: process.env.USER_POOL_ID, Username });
  const isEnabled = async (name: string) => (await cognito().send(new AdminGetUserCommand(user(name)))).Enabled;
  const signIn = async (name: string, secret: string) => {
    const client = await clientWithSession(school.url, undefined);
    return (await client.call(authContract.login, { name, password: secret })).status;
  };

  /** What is said, and what each repair gave; then nothing is left. */
  async function repaired() {
    const found = await findAccountDifferences();
    const given = new Map<string, string | null>();
    for (const { text, repair } of found) given.set(text, await repair());
    expect(await findAccountDifferences()).toEqual([]);
    return given;
  }

  beforeAll(async () => {
    school = await startSmallSchool();
  });
  afterAll(() => school.stop());

  it('finds nothing in a school that is as it should be', async () => {
    expect(await findAccountDifferences()).toEqual([]);
  });

  it('lets nobody in who is archived or disabled, and everybody else', async () => {
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { deletedAt: '2025-01-01' } }));
    await executeActionOfTest(AccountEntity.update({ accountId: 'A2' }, { set: { isDisabled: true } }));
    await cognito().send(new AdminDisableUserCommand(user('eric')));
    const given = await repaired();
    expect([...given]).toEqual(
      expect.arrayContaining([
        ["dina (Dina O'Brien) is archived and could sign in", null],
        ['clerk (Carl Clerk) is closed and the identity store lets it in', null],
        ['eric (Eric Ali) is open and the identity store is closed', null],
      ]),
    );
    expect(given.size).toBe(3);
    expect([await isEnabled('dina'), await isEnabled('clerk')]).toEqual([false, false]);
    expect([await signIn('dina', password), await signIn('eric', password)]).toEqual([401, 200]);
  });

  it('makes users and accounts that are missing, and gives their one-time passwords', async () => {
    await cognito().send(new AdminDeleteUserCommand(user('mona')));
    await executeActionOfTest(
      EmployeeEntity.put({ employeeId: 'T8', teacherNum: 8, firstName: 'No', lastName: 'Body', userName: 'nobody' }),
    );
    const given = await repaired();
    const mona = given.get('mona (Mona Núñez) has no user in the identity store') ?? '';
    const nobody = given.get('nobody (No Body) is a teacher without an account') ?? '';
    expect(given.size).toBe(2);
    expect([await signIn('mona', mona), await signIn('nobody', nobody)]).toEqual([200, 200]);
  });

  it('finishes what was interrupted, lists what no list has, and closes users of nobody', async () => {
    await executeActionOfTest(AccountEntity.update({ accountId: 'T2' }, { set: { identityDue: 'password' } }));
    await cognito().send(new AdminCreateUserCommand({ ...user('stranger'), MessageAction: 'SUPPRESS' }));
    await documentClient.send(
      new UpdateCommand({
        TableName: tableNames().records,
        Key: { pk: 'account#A1', sk: 'account' },
        UpdateExpression: 'REMOVE gsi1pk, gsi1sk',
      }),
    );
    expect((await listStaffAccounts()).map(({ accountId }) => accountId)).not.toContain('A1');
    const given = await repaired();
    expect([...given.keys()].sort()).toEqual([
      "The user stranger of the identity store is nobody's account",
      'admin (Ada Office) is in no list of accounts',
      'eric (Eric Ali) is not finished',
    ]);
    expect(await signIn('eric', given.get('eric (Eric Ali) is not finished') ?? '')).toBe(200);
    expect(await isEnabled('stranger')).toBe(false);
    expect((await listStaffAccounts()).map(({ accountId }) => accountId)).toContain('A1');
    expect(await signIn('admin', password)).toBe(200);
    await cognito().send(new AdminEnableUserCommand(user('stranger')));
    expect(await findAccountDifferences()).toHaveLength(1);
  });

  it('lets nobody in who has a number above 999, and no user name of the pool in another group than the account’s', async () => {
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T8' }, { set: { teacherNum: 1008 } }));
    await cognito().send(new AdminAddUserToGroupCommand({ ...user('eric'), GroupName: 'Admin' }));
    await cognito().send(new AdminRemoveUserFromGroupCommand({ ...user('mona'), GroupName: 'teacher' }));
    await cognito().send(new CreateGroupCommand({ UserPoolId: process.env.USER_POOL_ID, GroupName: 'helpers' }));
    await cognito().send(new AdminAddUserToGroupCommand({ ...user('pta'), GroupName: 'helpers' }));
    const given = await repaired();
    expect([...given].sort()).toEqual(
      [
        ['eric (Eric Ali) is in Admin, teacher of the identity store and not in teacher alone', null],
        ['mona (Mona Núñez) is in no group of the identity store and not in teacher alone', null],
        ['nobody (No Body) is archived and could sign in', null],
        ['pta (Petra Parent) is in PTA, helpers of the identity store and not in PTA alone', null],
        ["The user stranger of the identity store is nobody's account", null],
      ].sort(),
    );
    expect(await Promise.all(['eric', 'mona', 'pta'].map(readGroupsOfUser))).toEqual([
      ['teacher'],
      ['teacher'],
      ['PTA'],
    ]);
    expect((await AccountEntity.get({ accountId: 'T8' }))?.isDisabled).toBe(true);
  });
});
