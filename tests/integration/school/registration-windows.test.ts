import { describe, expect, it } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import { registrationWordings } from '#shared/school/wordings.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';

const { listRegistrationWindows, saveRegistrationWindow } = termsContract;

describe('student registration windows', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  const all = async () => (await admin.call(listRegistrationWindows, {})).body;
  const save = (form_level: number, open: 0 | 1, deadline: string | null, key?: string) =>
    admin.call(saveRegistrationWindow, { form_level, open, deadline }, key ? { 'Idempotency-Key': key } : {});

  it('are closed for each form level of the school until somebody opens them', async () => {
    const windows = await all();
    expect(windows.map(({ form_level }) => form_level)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(windows.every(({ open, deadline }) => open === 0 && deadline === null)).toBe(true);
  });

  it('open with a deadline, and without', async () => {
    expect((await save(2, 1, '2096-07-31')).body).toEqual({ form_level: 2, open: 1, deadline: '2096-07-31' });
    expect((await save(3, 1, null)).body).toEqual({ form_level: 3, open: 1, deadline: null });
    expect((await all()).slice(1, 3)).toEqual([
      { form_level: 2, open: 1, deadline: '2096-07-31' },
      { form_level: 3, open: 1, deadline: null },
    ]);
  });

  it('lose their deadline when they close, also one that is sent along', async () => {
    expect((await save(2, 0, '2096-07-31')).body).toEqual({ form_level: 2, open: 0, deadline: null });
    expect((await all())[1]).toEqual({ form_level: 2, open: 0, deadline: null });
  });

  it('are audited, once for a request that is repeated', async () => {
    await save(5, 1, '2096-08-01', 'window-of-level-5');
    expect((await save(5, 1, '2096-08-01', 'window-of-level-5')).status).toBe(200);
    const { auditTrail } = await import('#functions/platform/table/audit.ts');
    const trail = await auditTrail('window#5');
    expect(trail.map(({ name, changes }) => [name, changes])).toEqual([
      [
        'Ada Office',
        [
          { field: 'isOpen', before: false, after: true },
          { field: 'deadline', before: null, after: '2096-08-01' },
        ],
      ],
    ]);
  });

  it('take no day before 1950 and no level that the school does not have', async () => {
    expect((await save(2, 1, '1949-12-31')).status).toBe(422);
    expect((await save(8, 1, null)).status).toBe(422);
  });

  it('take no deadline that is over, and stay as they are', async () => {
    await save(6, 1, null);
    const { status, error } = await save(6, 1, '2020-07-31');
    expect([status, error?.fields]).toEqual([422, { deadline: [registrationWordings.over('31-Jul-2020')] }]);
    expect((await all())[5]).toEqual({ form_level: 6, open: 1, deadline: null });
  });
});
