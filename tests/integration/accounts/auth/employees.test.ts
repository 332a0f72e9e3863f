import { describe, expect, it } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { studentKey } from '#functions/students/records/store.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const school = schoolForTests();

const { readAdminPermissions, readEmployeeAccount, readEmployeeByUserName } = authContract;

describe('who is signed in, and who somebody is', () => {
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
      const own = { ...mona, outbox_key: expect.stringMatching(/^[\w-]{43}$/) };
      expect((await client.call(readEmployeeByUserName, input)).body).toEqual(own);
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
      outbox_key: expect.stringMatching(/^[\w-]{43}$/),
    };
    expect((await client.call(readAdminPermissions, {})).body).toEqual(own);
    expect((await client.call(readAdminPermissions, { user_admin_id: 'A1' })).body).toEqual(own);
    for (const user_admin_id of ['A2', 'A3', 'T1', 'nobody']) {
      expect((await client.call(readAdminPermissions, { user_admin_id })).status).toBe(403);
    }
  });
});

describe('marking a student for a new password', () => {
  const { changeResetPassword } = authContract;
  const admin = school.as('A1');

  const change = (student_id: string, reset_password: boolean, key?: string) =>
    admin.call(
      changeResetPassword,
      { student_id, reset_password },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  const stored = async (studentId: string) => {
    return (await readItems({ student: studentKey(studentId) })).student;
  };
  const trail = async (studentId: string) => {
    return (await listAuditTrail(`student#${studentId}`)).map(({ accountId, name, changes }) => ({
      accountId,
      name,
      changes,
    }));
  };

  it('marks and unmarks, touches nothing else, and says who did it', async () => {
    const before = await stored('S01');
    expect((await change('S01', true)).body).toEqual({ student_id: 'S01', reset_password: true });
    expect(await stored('S01')).toEqual({ ...before, mustResetPassword: true });
    await change('S01', false);
    expect(await stored('S01')).toEqual({ ...before, mustResetPassword: false });
    const who = { accountId: 'A1', name: 'Ada Office' };
    expect(await trail('S01')).toEqual([
      { ...who, changes: [{ field: 'mustResetPassword', before: false, after: true }] },
      { ...who, changes: [{ field: 'mustResetPassword', before: true, after: false }] },
    ]);
  });
});
