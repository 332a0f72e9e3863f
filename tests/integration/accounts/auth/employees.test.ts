import { describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { readAdminPermissions, readEmployeeAccount, readEmployeeByUserName } = authContract;

describe('who is signed in, and who somebody is', () => {
  const school = schoolForTests();

  const mona = {
    id: 'T1',
    employee_id: 'T1',
    user_name: 'mona',
    first_name: 'Mona',
    last_name: 'Núñez',
    post_id: 7,
    spreadsheet_access: false,
  };

  it('tells teachers themselves, by id, by user name or by nothing', async () => {
    const client = await clientOfAccount(school.url, 'T1');
    for (const input of [{}, { id: 'T1' }]) expect((await client.call(readEmployeeAccount, input)).body).toEqual(mona);
    for (const input of [{}, { userName: 'mona' }, { userName: 'MONA' }]) {
      expect((await client.call(readEmployeeByUserName, input)).body).toEqual(mona);
    }
  });

  it('tells an admin with the Teachers menu anybody, and who is no teacher', async () => {
    const client = await clientOfAccount(school.url, 'A1');
    expect((await client.call(readEmployeeAccount, { id: 'T1' })).body).toEqual(mona);
    expect((await client.call(readEmployeeByUserName, { userName: 'mona' })).body).toEqual(mona);
    for (const id of ['T9', 'S01', 'A1']) expect((await client.call(readEmployeeAccount, { id })).status).toBe(404);
    for (const userName of ['nobody', 'admin']) {
      expect((await client.call(readEmployeeByUserName, { userName })).status).toBe(404);
    }
  });

  it.each([
    { who: 'a teacher', accountId: 'T2' },
    { who: 'an admin without the Teachers menu', accountId: 'A2' },
  ])('tells $who the same of somebody who exists and of somebody who does not', async ({ accountId }) => {
    const client = await clientOfAccount(school.url, accountId);
    const answers = [
      await client.call(readEmployeeAccount, { id: 'T1' }),
      await client.call(readEmployeeAccount, { id: 'T9' }),
      await client.call(readEmployeeByUserName, { userName: 'mona' }),
      await client.call(readEmployeeByUserName, { userName: 'nobody' }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(answers[0]?.body);
    }
  });

  it('lists an admin’s own permissions, and refuses another’s', async () => {
    const client = await clientOfAccount(school.url, 'A1');
    const own = {
      user_admin_id: 'A1',
      name: 'Ada Office',
      user_admin: 'Admin',
      permissions: [
        ...menuKeys.map((menu) => ({ menu, action: null })),
        { menu: 'termReports', action: 'editTermReports' },
        { menu: 'employees', action: 'manageAdmins' },
        { menu: 'students', action: 'eraseStudents' },
      ],
      storage_key: expect.stringMatching(/^[\w-]{43}$/),
    };
    expect((await client.call(readAdminPermissions, {})).body).toEqual(own);
    expect((await client.call(readAdminPermissions, { user_admin_id: 'A1' })).body).toEqual(own);
    for (const user_admin_id of ['A2', 'A3', 'T1', 'nobody']) {
      expect((await client.call(readAdminPermissions, { user_admin_id })).status).toBe(403);
    }
  });
});
