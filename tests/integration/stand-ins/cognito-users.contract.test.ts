import type { ListGroupsResponse, UserType } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import {
  cognito,
  createConfirmedUser,
  createUser,
  permanentPassword,
  pool,
  setUpPool,
  signIn,
  userInPool,
  wrongPasswordError,
} from './support/pool-under-test.ts';
import { catchRefusal } from './support/service-under-test.ts';

setUpPool();

describe('pools', () => {
  it('are listed by name, page by page', async () => {
    const found: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await cognito.listUserPools({ MaxResults: 1, NextToken });
      found.push(...(page.UserPools ?? []).flatMap(({ Id, Name }) => (Name === undefined ? [] : [Id])));
      expect(page.UserPools?.length).toBeLessThanOrEqual(1);
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    expect(found).toContain(pool.UserPoolId);
    expect((await catchRefusal(cognito.listUserPools({ MaxResults: 61 }))).name).toBe('InvalidParameterException');
  });
});

describe('users', () => {
  it('are made with a temporary password to be changed', async () => {
    const { User } = await createUser('made', { UserAttributes: [{ Name: 'given_name', Value: 'Zoë' }] });
    expect(User).toMatchObject({ Username: 'made', Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' });
    const found = await cognito.adminGetUser(userInPool('made'));
    expect(found).toMatchObject({ Username: 'made', Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' });
    expect(found.UserAttributes).toContainEqual({ Name: 'given_name', Value: 'Zoë' });
    expect(found.UserAttributes).toContainEqual({ Name: 'sub', Value: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(found.UserCreateDate).toBeInstanceOf(Date);
  });

  it('are the same in capitals and small letters', async () => {
    await createConfirmedUser('Case.User');
    expect(await catchRefusal(createUser('case.user'))).toMatchObject({ name: 'UsernameExistsException', status: 400 });
    expect((await signIn('CASE.USER', permanentPassword)).AuthenticationResult).toBeDefined();
    expect((await cognito.adminGetUser(userInPool('cAsE.uSeR'))).UserStatus).toBe('CONFIRMED');
  });

  it('are not found when they are not there', async () => {
    const missing = { name: 'UserNotFoundException', message: 'User does not exist.', status: 400 };
    const nobody = userInPool('nobody');
    expect(await catchRefusal(cognito.adminGetUser(nobody))).toEqual(missing);
    expect(await catchRefusal(cognito.adminDisableUser(nobody))).toEqual(missing);
    expect(await catchRefusal(cognito.adminDeleteUser(nobody))).toEqual(missing);
    const change = cognito.adminSetUserPassword({ ...nobody, Password: permanentPassword, Permanent: true });
    expect(await catchRefusal(change)).toEqual(missing);
  });

  it('are gone when they are deleted, with their groups', async () => {
    await createConfirmedUser('deleted');
    await cognito.adminAddUserToGroup({ ...userInPool('deleted'), GroupName: 'teacher' });
    await cognito.adminDeleteUser(userInPool('deleted'));
    expect((await catchRefusal(signIn('deleted', permanentPassword))).name).toBe('UserNotFoundException');
    await createUser('deleted');
    expect((await cognito.adminListGroupsForUser(userInPool('deleted'))).Groups).toEqual([]);
  });

  it('are listed in pages', async () => {
    for (const name of ['list.1', 'list.2', 'list.3', 'list.4', 'list.5']) await createUser(name);
    const seen: UserType[] = [];
    let PaginationToken: string | undefined;
    do {
      const page = await cognito.listUsers({ UserPoolId: pool.UserPoolId, Limit: 2, PaginationToken });
      expect(page.Users?.length).toBeLessThanOrEqual(2);
      seen.push(...(page.Users ?? []));
      PaginationToken = page.PaginationToken;
    } while (PaginationToken !== undefined);
    const names = seen.map(({ Username = '' }) => Username);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith('list.')).sort()).toEqual([
      'list.1',
      'list.2',
      'list.3',
      'list.4',
      'list.5',
    ]);
  });
});

describe('passwords', () => {
  it.each([
    ['no-capitals-here-1', 'Password must have uppercase characters'],
    ['NoSymbolsAtAll11', 'Password must have symbol characters'],
  ])('refuses %s: %s', async (password, reason) => {
    await createUser(`policy-${password}`);
    const refusal = {
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${reason}`,
      status: 400,
    };
    const change = (Permanent: boolean) =>
      cognito.adminSetUserPassword({ ...userInPool(`policy-${password}`), Password: password, Permanent });
    expect(await catchRefusal(change(true))).toEqual(refusal);
    expect(await catchRefusal(change(false))).toEqual(refusal);
    expect(await catchRefusal(createUser('never-made', { TemporaryPassword: password }))).toEqual(refusal);
    expect((await catchRefusal(cognito.adminGetUser(userInPool('never-made')))).name).toBe('UserNotFoundException');
  });

  it('set by an admin for once are to be changed', async () => {
    await createConfirmedUser('reset');
    await cognito.adminSetUserPassword({ ...userInPool('reset'), Password: 'Another-pass-3', Permanent: false });
    expect((await cognito.adminGetUser(userInPool('reset'))).UserStatus).toBe('FORCE_CHANGE_PASSWORD');
    expect((await signIn('reset', 'Another-pass-3')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    expect(await catchRefusal(signIn('reset', permanentPassword))).toEqual(wrongPasswordError);
  });
});

describe('groups', () => {
  it('take users in and let them go, twice without harm', async () => {
    await createUser('grouped');
    const groups = async () =>
      (await cognito.adminListGroupsForUser(userInPool('grouped'))).Groups?.map(({ GroupName }) => GroupName).sort();
    for (const GroupName of ['PTA', 'Admin', 'Admin'])
      await cognito.adminAddUserToGroup({ ...userInPool('grouped'), GroupName });
    expect(await groups()).toEqual(['Admin', 'PTA']);
    for (const GroupName of ['PTA', 'PTA'])
      await cognito.adminRemoveUserFromGroup({ ...userInPool('grouped'), GroupName });
    expect(await groups()).toEqual(['Admin']);
  });

  it('list who is in them, page by page', async () => {
    const GroupName = 'teacher';
    for (const name of ['listed1', 'listed2']) {
      await createUser(name);
      await cognito.adminAddUserToGroup({ ...userInPool(name), GroupName });
    }
    const names: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await cognito.listUsersInGroup({ UserPoolId: pool.UserPoolId, GroupName, Limit: 1, NextToken });
      names.push(...(page.Users ?? []).map(({ Username }) => Username));
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    expect(names.sort()).toEqual(['listed1', 'listed2']);
    const unknown = cognito.listUsersInGroup({ UserPoolId: pool.UserPoolId, GroupName: 'unknown' });
    expect((await catchRefusal(unknown)).name).toBe('ResourceNotFoundException');
  });

  it('of a user, and of the pool, are listed page by page', async () => {
    await createUser('in.two');
    for (const GroupName of ['teacher', 'PTA'])
      await cognito.adminAddUserToGroup({ ...userInPool('in.two'), GroupName });
    const pagesOf = async (list: (NextToken: string | undefined) => Promise<ListGroupsResponse>) => {
      const pages: (string | undefined)[][] = [];
      let NextToken: string | undefined;
      do {
        const page = await list(NextToken);
        pages.push((page.Groups ?? []).map(({ GroupName }) => GroupName));
        NextToken = page.NextToken;
      } while (NextToken !== undefined);
      return pages;
    };
    const ofUser = await pagesOf((NextToken) =>
      cognito.adminListGroupsForUser({ ...userInPool('in.two'), Limit: 1, NextToken }),
    );
    expect(ofUser.every((page) => page.length <= 1)).toBe(true);
    expect(ofUser.flat().sort()).toEqual(['PTA', 'teacher']);
    const ofPool = await pagesOf((NextToken) =>
      cognito.listGroups({ UserPoolId: pool.UserPoolId, Limit: 2, NextToken }),
    );
    expect(ofPool.every((page) => page.length <= 2)).toBe(true);
    expect(ofPool.flat().sort()).toEqual(['Admin', 'PTA', 'teacher']);
    expect((await catchRefusal(cognito.adminListGroupsForUser(userInPool('nobody')))).name).toBe(
      'UserNotFoundException',
    );
  });

  it('are in both tokens of a sign-in, as they are at its end; without a group the claim is absent', async () => {
    await createConfirmedUser('claims');
    const claims = async () => {
      const { AccessToken, IdToken } = (await signIn('claims', permanentPassword)).AuthenticationResult ?? {};
      return [AccessToken, IdToken].map((token) => {
        const decoded = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'));
        // AWS documents no order of the names.
        return { use: decoded.token_use, groups: decoded['cognito:groups']?.toSorted() };
      });
    };
    const both = (groups: string[] | undefined) => ['access', 'id'].map((use) => ({ use, groups }));
    expect(await claims()).toEqual(both(undefined));
    for (const GroupName of ['teacher', 'Admin'])
      await cognito.adminAddUserToGroup({ ...userInPool('claims'), GroupName });
    expect(await claims()).toEqual(both(['Admin', 'teacher']));
    await cognito.adminRemoveUserFromGroup({ ...userInPool('claims'), GroupName: 'teacher' });
    expect(await claims()).toEqual(both(['Admin']));
  });
});
