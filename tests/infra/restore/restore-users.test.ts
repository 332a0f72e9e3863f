import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { readSecondFactor, SecondFactorEntity } from '#functions/sessions/second-factor-record.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { signInOfStudents } from '#options/tests';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { findAccountDifferences } from '../../../infra/operators/accounts/account-differences.ts';
import { restoreUsers } from '../../../infra/operators/accounts/lost-users.ts';
import { SlipFile } from '../../../infra/operators/accounts/slips.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { createPool } from '../../../local/user-pool.ts';
import { clientWithSession } from '../../support/callers/callers.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../support/school/records.ts';
import { addAccount, password, startSmallSchool } from '../../support/school/small-school.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let school: RunningSchool;
const cognito = () => new CognitoIdentityProviderClient({});
const user = (Username: string) => ({ UserPoolId: process.env.USER_POOL_ID, Username });
const everybody = ['admin', 'clerk', 'dina', 'eric', 'mona', 'pta'];

beforeAll(async () => {
  school = await startSmallSchool();
  await executeActionOfTest(AccountEntity.update({ accountId: 'A2' }, { set: { isDisabled: true } }));
  // Archived, which the account was never told of.
  await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { deletedAt: '2025-01-01' } }));
  await executeActionOfTest(
    SecondFactorEntity.put({ accountId: 'A1', since: '2025-10-01T00:00:00.000Z', codes: ['abc'], trustedFrom: 1 }),
  );
});
afterAll(() => school?.stop());

/** The pool is lost, and a deployment has made another. */
beforeEach(async () => {
  const { userPoolId, clientId } = await createPool('formroom-local');
  Object.assign(process.env, { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: clientId });
});

const restored = async (path: string, { onlyList = false, lines = [] as string[] } = {}) => {
  return restoreUsers({ file: new SlipFile(path), onlyList, say: (line) => lines.push(line) });
};
const slipsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
const inPool = async () => {
  const { Users = [] } = await cognito().send(new ListUsersCommand({ UserPoolId: process.env.USER_POOL_ID }));
  return Users.map(({ Username }) => Username).sort();
};
const signIn = async (area: 'login' | 'adminLogin', name: string, secret: string) => {
  const client = await clientWithSession(school.url, undefined);
  const { status, body } = await client.call(authContract[area], { name, password: secret });
  return { status, body };
};

describe('a lost user pool', () => {
  it('is made again from the table: users, groups, who is closed, and a slip for everybody who is not', async () => {
    const path = join(temporaryFolder(), 'slips.tsv');
    expect(await restored(path)).toEqual({ made: 4, closed: 2 });
    expect(await inPool()).toEqual(everybody);
    const states = Object.fromEntries(
      await Promise.all(
        everybody.map(async (name) => {
          const { Groups } = await cognito().send(new AdminListGroupsForUserCommand(user(name)));
          const { Enabled } = await cognito().send(new AdminGetUserCommand(user(name)));
          return [name, [Enabled, ...(Groups ?? []).map(({ GroupName }) => GroupName)]];
        }),
      ),
    );
    expect(states).toEqual({
      admin: [true, 'Admin'],
      clerk: [false, 'Admin'],
      pta: [true, 'PTA'],
      dina: [false, 'teacher'],
      eric: [true, 'teacher'],
      mona: [true, 'teacher'],
    });
    const [head, ...slips] = slipsOf(path);
    expect(head).toEqual(['Name', 'User name', 'One-time password', 'Entrance']);
    expect(slips.map(([name, userName, , entrance]) => [name, userName, entrance]).sort()).toEqual([
      ['Ada Office', 'admin', '/admin'],
      ['Eric Ali', 'eric', '/'],
      ['Mona Núñez', 'mona', '/'],
      ['Petra Parent', 'pta', '/admin'],
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('lets people in by their slips alone, who then choose a password; nobody is asked for an app that is gone', async () => {
    const path = join(temporaryFolder(), 'slips.tsv');
    await restored(path);
    const slips = new Map(slipsOf(path).map(([, userName = '', secret = '']) => [userName, secret]));
    expect((await signIn('login', 'mona', password)).status).toBe(401);
    expect(await signIn('login', 'mona', slips.get('mona') ?? '')).toMatchObject({
      status: 200,
      body: { password_reset: true },
    });
    expect(await signIn('adminLogin', 'admin', slips.get('admin') ?? '')).toMatchObject({
      status: 200,
      body: { password_reset: true },
    });
    expect(await readSecondFactor('A1')).toBeUndefined();
    expect(await findAccountDifferences()).toEqual([]);
  });

  it('is finished by the next run where one was cut off, and who has a slip keeps it', async () => {
    const path = join(temporaryFolder(), 'slips.tsv');
    const file = new SlipFile(path);
    let added = 0;
    const cutOff = restoreUsers({
      file: {
        has: file.has,
        add: (slip) => {
          // The user is there, and its slip was not written.
          if (++added === 3) throw new Error('No space left on device');
          file.add(slip);
        },
      },
      onlyList: false,
      say: () => undefined,
    });
    await expect(cutOff).rejects.toThrow('No space left');
    const before = slipsOf(path);
    expect(before).toHaveLength(3);
    await restored(path);
    const after = slipsOf(path);
    expect(after.slice(0, 3)).toEqual(before);
    expect(
      after
        .map(([, userName]) => userName)
        .slice(1)
        .sort(),
    ).toEqual(['admin', 'eric', 'mona', 'pta']);
    const third = after[3] ?? [];
    expect((await signIn(third[3] === '/' ? 'login' : 'adminLogin', third[1] ?? '', third[2] ?? '')).status).toBe(200);
    expect(await restored(path)).toEqual({ made: 0, closed: 0 });
  });

  it('is only listed when told so', async () => {
    const path = join(temporaryFolder(), 'slips.tsv');
    const lines: string[] = [];
    await restored(path, { onlyList: true, lines });
    expect(lines).toContain('mona (Mona Núñez)');
    expect(lines).toContain('clerk (Carl Clerk), closed');
    expect(await inPool()).toEqual([]);
  });

  it('gives students slips by class with their names, which open /student, and those who left none', async () => {
    const path = join(temporaryFolder(), 'slips.tsv');
    for (const id of ['S43', 'S02', 'S41', 'S44'])
      await addAccount({
        accountId: `student.${id}`,
        role: 'student',
        userName: `student:${id}`,
        name: `Student ${id}`,
      });
    await changeRecordOfTest(StudentEntity, { studentId: 'S44' }, { status: 'archived' });
    const { userPoolId, clientId } = await createPool('formroom-local');
    Object.assign(process.env, { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: clientId });

    expect(await restored(path)).toEqual({ made: 7, closed: 3 });
    const slips = slipsOf(path).slice(-3);
    expect(slips.map(([name, , , entrance]) => [name, entrance])).toEqual([
      ['1A Lastname S02, Pupil S02', '/student'],
      ['4A Lastname S41, Pupil S41', '/student'],
      ['4A Lastname S43, Pupil S43', '/student'],
    ]);
    expect(await inPool()).toContain('student:s44');
    // The user name of the slip, and the id that the family knows.
    for (const name of [slips[1]?.[1] ?? '', 's41']) await signInOfStudents(school.url, name, slips[1]?.[2] ?? '');
    expect(await findAccountDifferences()).toEqual([]);
    expect(await restored(path)).toEqual({ made: 0, closed: 0 });
  });
});
