import { describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { changesSince, readTableContent } from '../../../support/school/table-content.ts';

const { changeResetPassword } = authContract;

describe('marking a student for a new password', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  const change = (student_id: string, reset_password: boolean, key?: string) =>
    admin.call(
      changeResetPassword,
      { student_id, reset_password },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  const stored = async (studentId: string) => {
    const { studentKey } = await import('#functions/students/records/store.ts');
    const { readItems } = await import('#functions/platform/table/table.ts');
    return (await readItems({ student: studentKey(studentId) })).student;
  };
  const trail = async (studentId: string) => {
    const { auditTrail } = await import('#functions/platform/table/audit.ts');
    return (await auditTrail(`student#${studentId}`)).map(({ accountId, name, changes }) => ({
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

  it('does once what is asked twice under one key, even after it was taken back', async () => {
    const key = 'b5a9d6d2-5d2b-4a43-8a39-0f4f1f7c1a11';
    await change('S02', true, key);
    await change('S02', false);
    expect((await change('S02', true, key)).status).toBe(200);
    expect((await stored('S02'))?.mustResetPassword).toBe(false);
    expect(await trail('S02')).toHaveLength(2);
  });

  it('answers 404 for a student whom nobody knows, and stores nothing', async () => {
    const before = await readTableContent();
    for (const id of ['S99', 'T1', 'student']) expect((await change(id, true)).status).toBe(404);
    expect(await changesSince(before)).toEqual([]);
  });
});
