import { beforeEach, describe, expect, it } from 'vitest';
import { archiveEmployee as handler } from '#functions/accounts/teachers/archive-employee.ts';
import { teacherAndAccountKeys } from '#functions/accounts/teachers/teacher-store.ts';
import { ClassPostEntity, EmployeeEntity, readLessonsOfTeacher } from '#functions/people/records/store.ts';
import { writeClassPosts } from '#functions/people/records/write-class-posts.ts';
import { writeLessons } from '#functions/people/records/write-lessons.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { AccessEventEntity } from '#functions/sessions/access-events.ts';
import { AccountEntity, readAccount } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { unmetPasswordRequirements } from '#shared/accounts/auth/password.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { clientOfAccount, clientWithSession } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, isUserEnabled, password, year, yearId } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { interleave } from '../../support/step-by-step/stepped-requests.ts';

const { addEmployee, updateEmployee, resetEmployeePassword, archiveEmployee, restoreEmployee } = accountsContract;

/** `mona` T1 has lessons, `dina` T3 has none and is dean of 1A and 1B. */
describe('the Teachers screen', () => {
  const school = schoolForTests();
  let office: TestClient;

  restoreAfterEach();
  beforeEach(async () => {
    office = await clientOfAccount(school.url, 'A1');
  });

  const zoe = { teacher_num: 40, first_name: 'Zoë', last_name: 'Smith', date_of_birth: '1990-02-03', post_id: 7 };
  const add = (fields: Partial<RawInput<typeof addEmployee>> = {}) => office.call(addEmployee, { ...zoe, ...fields });
  const listed = async () => (await office.call(peopleContract.listEmployees, {})).body;
  const freeDina = () =>
    office.call(lessonsContract.saveDeanFormClasses, { employee_id: 'T3', academic_year_id: yearId, form_classes: [] });
  const signIn = async (name: string, secret: string) => {
    const client = await clientWithSession(school.url, undefined);
    return client.call(authContract.employeeLogin, { name, password: secret });
  };

  it('adds a teacher who signs in with the one-time password and chooses another', async () => {
    const { status, body } = await add();
    expect(status).toBe(200);
    expect(body.employee).toMatchObject({
      teacher_num: 40,
      first_name: 'Zoë',
      last_name: 'Smith',
      date_of_birth: '1990-02-03',
      post_id: 7,
      user_name: 'zsmith',
      deleted_at: null,
      sign_in: 'unused',
    });
    const secret = body.one_time_password ?? '';
    expect(unmetPasswordRequirements(secret, { area: 'admin', userName: 'mona', schoolName: 'Demo' })).toEqual([]);
    expect((await listed()).find(({ teacher_num }) => teacher_num === 40)).toEqual({
      ...body.employee,
      form_classes: [],
      lessons: 0,
    });

    const client = await clientWithSession(school.url, undefined);
    const first = await client.call(authContract.employeeLogin, { name: 'zsmith', password: secret });
    expect(first.body).toEqual({ employee_id: body.employee.id, password_reset: true, second_factor: 'none' });
    const chosen = await client.call(authContract.changeOwnPassword, {
      name: 'zsmith',
      password: 'My-own-word-1',
    });
    expect(chosen.status).toBe(200);
    expect((await client.call(authContract.readEmployeeByUserName, {})).body).toMatchObject({
      last_name: 'Smith',
      post_id: 7,
    });
    expect((await listed()).find(({ teacher_num }) => teacher_num === 40)?.sign_in).toBe('used');
  });

  it('answers a repeated request with the teacher it made, and without the password', async () => {
    const headers = { 'Idempotency-Key': 'the-same-key' };
    const first = await office.call(addEmployee, zoe, headers);
    const again = await office.call(addEmployee, zoe, headers);
    expect(again.body).toEqual({ employee: first.body.employee, one_time_password: null });
    expect((await signIn('zsmith', first.body.one_time_password ?? '')).body.password_reset).toBe(true);
    expect((await listed()).filter(({ last_name }) => last_name === 'Smith')).toHaveLength(1);
  });

  it.each([
    ['José', 'Núñez', 'jnunez'],
    ['Øystein', 'Łukaß', 'olukass'],
    ["D'Arcy", "O'Brien-Castillo", 'dobriencastillo'],
    ['A', 'B', 'ab'],
    ['王', 'Smith', 'smith'],
    ['Ann', 'محمد', 'ann'],
    ['محمد', '王', 't40'],
    ['x'.repeat(120), 'y'.repeat(120), `x${'y'.repeat(29)}`],
  ])('makes the user name of %s %s by the rule', async (first_name, last_name, user_name) => {
    const { body } = await add({ first_name, last_name });
    expect(body.employee).toMatchObject({ first_name, last_name, user_name });
    expect((await signIn(user_name, body.one_time_password ?? '')).status).toBe(200);
  });

  it('numbers namesakes, and never gives a user name to somebody else', async () => {
    await add();
    expect((await add({ teacher_num: 41 })).body.employee.user_name).toBe('zsmith2');
    const third = (await add({ teacher_num: 42, first_name: 'Zac' })).body.employee;
    expect(third.user_name).toBe('zsmith3');
    const chosen = await office.call(updateEmployee, { id: third.id, user_name: 'zac' });
    expect(chosen.body.employee.user_name).toBe('zac');
    // The third name was Zac's: it stays so.
    expect((await add({ teacher_num: 43 })).body.employee.user_name).toBe('zsmith4');
    const taken = await add({ teacher_num: 44, user_name: 'ZSMITH3' });
    expect([taken.status, taken.error?.fields]).toEqual([
      422,
      { user_name: ['zsmith3 is in use, or was used before. zsmith5 is free.'] },
    ]);
    expect((await add({ teacher_num: 44, user_name: 'admin' })).status).toBe(422);
  });

  it('lets the user name be changed until it was used, with another one-time password', async () => {
    const { body: made } = await add();
    const { body: renamed } = await office.call(updateEmployee, { id: made.employee.id, user_name: 'zoe', was: {} });
    expect(renamed.employee.user_name).toBe('zoe');
    expect((await signIn('zsmith', made.one_time_password ?? '')).status).toBe(401);
    expect((await signIn('zoe', renamed.one_time_password ?? '')).body.password_reset).toBe(true);
    const late = await office.call(updateEmployee, { id: made.employee.id, user_name: 'zed' });
    expect([late.status, late.error?.message[0]]).toEqual([
      422,
      'Zoë Smith has signed in as zoe. The user name can no longer be changed.',
    ]);
  });

  it('gives one of two administrators who add the same number or user name, and tells the other', async () => {
    const numbers = await Promise.all([add(), add({ first_name: 'Zac' })]);
    expect(numbers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(numbers.find(({ status }) => status === 422)?.error?.fields).toHaveProperty('teacher_num');
    const names = await Promise.all([50, 51].map((teacher_num) => add({ teacher_num, user_name: 'wanted' })));
    expect(names.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(names.find(({ status }) => status === 422)?.error?.fields).toHaveProperty('user_name');
    const byRule = await Promise.all([60, 61, 62].map((teacher_num) => add({ teacher_num, last_name: 'Twin' })));
    expect(byRule.map(({ body }) => body.employee.user_name).sort()).toEqual(['ztwin', 'ztwin2', 'ztwin3']);
    expect(await listed()).toHaveLength(3 + 1 + 1 + 3);
  });

  it.each([
    [{ teacher_num: 1 }, { teacher_num: ['1 is the number of Mona Núñez.'] }],
    [{ date_of_birth: '2999-01-01' }, { date_of_birth: ['Date of birth cannot be in the future.'] }],
    [{ date_of_birth: '1949-12-31' }, { date_of_birth: ['The earliest date is 01-Jan-1950.'] }],
    [{ post_id: 999 }, { post_id: ['The school has no such post.'] }],
    [{ first_name: '   ' }, { first_name: ['Required.'] }],
    [{ last_name: 'x'.repeat(121) }, { last_name: ['At most 120 characters.'] }],
    [{ last_name: 'two\nlines' }, { last_name: ['A name is one line of text.'] }],
    [{ user_name: 'has space' }, { user_name: ['Up to 40 small letters a to z, digits, dots and dashes.'] }],
  ])('refuses %j beside its field', async (fields, refusal) => {
    const { status, error } = await add(fields);
    expect([status, error?.fields]).toEqual([422, refusal]);
    expect(await listed()).toHaveLength(3);
  });

  it('saves by field: what two change at once is both kept, and the same field asks', async () => {
    const first = await office.call(updateEmployee, { id: 'T2', first_name: 'Erik', was: { first_name: 'Eric' } });
    expect(first.status).toBe(200);
    const other = await office.call(updateEmployee, { id: 'T2', last_name: 'Aly', was: { last_name: 'Ali' } });
    expect(other.body.employee).toMatchObject({ first_name: 'Erik', last_name: 'Aly' });
    const late = await office.call(updateEmployee, { id: 'T2', first_name: 'Rick', was: { first_name: 'Eric' } });
    expect([late.status, late.error?.conflict]).toEqual([
      409,
      { field: 'first_name', yours: 'Rick', theirs: 'Erik', by: 'Ada Office', at: expect.any(String) },
    ]);
    expect((await listed()).find(({ id }) => id === 'T2')?.first_name).toBe('Erik');
  });

  it('keeps every copy of a name true: account and signature lines', async () => {
    await office.call(updateEmployee, { id: 'T3', last_name: 'Castillo' });
    const data = await ClassPostEntity.query({ employeeId: 'T3', year });
    expect(data.map(({ name }) => name)).toEqual(['Dina Castillo', 'Dina Castillo']);
    expect((await readAccount('T3'))?.name).toBe('Dina Castillo');
  });

  it('archives: every session ends at once, the sign-in is closed, and Restore opens it again', async () => {
    await freeDina();
    const dina = await clientOfAccount(school.url, 'T3');
    const { body } = await office.call(archiveEmployee, { employee_id: 'T3' });
    expect(body.employee.deleted_at).toEqual(expect.any(String));
    expect((await dina.call(authContract.readEmployeeByUserName, {})).status).toBe(401);
    expect((await signIn('dina', password)).status).toBe(401);
    expect(await isUserEnabled('dina')).toBe(false);
    const again = await office.call(archiveEmployee, { employee_id: 'T3' });
    expect(again.body.employee).toEqual(body.employee);

    expect((await office.call(resetEmployeePassword, { employee_id: 'T3' })).status).toBe(409);
    const restored = await office.call(restoreEmployee, { employee_id: 'T3' });
    expect(restored.body.employee).toMatchObject({ deleted_at: null, sign_in: 'used' });
    expect(await isUserEnabled('dina')).toBe(true);
    expect((await signIn('dina', password)).body).toEqual({
      employee_id: 'T3',
      password_reset: false,
      second_factor: 'none',
    });
  });

  it('archives by a number above 999 too, and asks for another number before such a one is restored', async () => {
    await freeDina();
    const { body } = await office.call(updateEmployee, { id: 'T3', teacher_num: 1003, was: { teacher_num: 3 } });
    expect(body.employee.deleted_at).toBeNull();
    expect((await signIn('dina', password)).status).toBe(401);
    const refused = await office.call(restoreEmployee, { employee_id: 'T3' });
    expect(refused.error?.fields).toEqual({
      teacher_num: ['Numbers above 999 belong to archived teachers. Please choose another one.'],
    });
    expect((await office.call(restoreEmployee, { employee_id: 'T3', teacher_num: 1 })).status).toBe(422);
    await office.call(restoreEmployee, { employee_id: 'T3', teacher_num: 3 });
    expect((await signIn('dina', password)).status).toBe(200);
  });

  describe('a number above 999, by every act that can give one', () => {
    const asStored = async (employeeId: string) => {
      const { isDisabled = false, identityDue } = (await readAccount(employeeId)) ?? {};
      return { isDisabled, identityDue };
    };

    it('adds to the archive: no password, no user, nobody signs in; Restore gives the first slip', async () => {
      const { body } = await add({ teacher_num: 1005 });
      expect(body).toMatchObject({ employee: { teacher_num: 1005, deleted_at: null }, one_time_password: null });
      expect(await asStored(body.employee.id)).toEqual({ isDisabled: true, identityDue: undefined });
      expect((await office.call(resetEmployeePassword, { employee_id: body.employee.id })).status).toBe(409);
      const { body: restored } = await office.call(restoreEmployee, { employee_id: body.employee.id, teacher_num: 41 });
      expect(restored.employee.sign_in).toBe('unused');
      expect((await signIn('zsmith', restored.one_time_password ?? '')).body.password_reset).toBe(true);
    });

    it('ends the slip of a teacher who was added with another number', async () => {
      const { body } = await add();
      await office.call(updateEmployee, { id: body.employee.id, teacher_num: 1005 });
      expect((await signIn('zsmith', body.one_time_password ?? '')).status).toBe(401);
    });

    it('gives no slip with another user name', async () => {
      const { body } = await add({ teacher_num: 1005 });
      const { body: renamed } = await office.call(updateEmployee, { id: body.employee.id, user_name: 'zoe' });
      expect(renamed).toMatchObject({ employee: { user_name: 'zoe' }, one_time_password: null });
      expect(await asStored(body.employee.id)).toEqual({ isDisabled: true, identityDue: undefined });
    });

    it('gives no slip where a reset was interrupted before the teacher left', async () => {
      await executeActionOfTest(AccountEntity.update({ accountId: 'T3' }, { set: { identityDue: 'password' } }));
      const { body } = await office.call(archiveEmployee, { employee_id: 'T3' });
      expect(body.one_time_password).toBeNull();
      expect([await isUserEnabled('dina'), (await signIn('dina', password)).status]).toEqual([false, 401]);
    });

    it('closes by the next act what earlier times have left open', async () => {
      const { body } = await add({ teacher_num: 1005 });
      const leaveOpen = () =>
        executeActionOfTest(AccountEntity.update({ accountId: body.employee.id }, { remove: ['isDisabled'] }));
      for (const act of [
        () => office.call(archiveEmployee, { employee_id: body.employee.id }),
        () => office.call(updateEmployee, { id: body.employee.id, first_name: 'Zo', was: { first_name: 'Zoë' } }),
      ]) {
        await leaveOpen();
        expect((await act()).status).toBe(200);
        expect(await asStored(body.employee.id)).toEqual({ isDisabled: true, identityDue: undefined });
      }
      await leaveOpen();
      expect((await office.call(resetEmployeePassword, { employee_id: body.employee.id })).status).toBe(409);
    });
  });

  it.each([
    ['Archive', () => office.call(archiveEmployee, { employee_id: 'T1' })],
    ['a number above 999', () => office.call(updateEmployee, { id: 'T1', teacher_num: 2001 })],
  ])('ends the access of a teacher who has lessons and classes at once, by %s', async (_name, act) => {
    await office.call(lessonsContract.saveDeanFormClasses, {
      employee_id: 'T1',
      academic_year_id: yearId,
      form_classes: ['2A'],
    });
    const mona = await clientOfAccount(school.url, 'T1');
    expect((await act()).status).toBe(200);
    expect((await mona.call(authContract.readEmployeeByUserName, {})).status).toBe(401);
    expect([await isUserEnabled('mona'), (await signIn('mona', password)).status]).toEqual([false, 401]);
    expect(await readLessonsOfTeacher('T1', year)).toHaveLength(3);
  });

  it.each([
    'a lesson',
    'a class',
  ])('gives %s to nobody who is archived, wherever one falls into the other', async (what) => {
    const caller = { accountId: 'A1', name: 'Ada Office' };
    const ends = new Set<string>();
    for (let at = 0; at < 8; at += 1) {
      const { id: employee_id } = (await add({ teacher_num: 60 + at })).body.employee;
      const request = (what: string) => ({ now: new Date(), idempotencyKey: `A1/${what}-${crypto.randomUUID()}` });
      let isGone = false;
      const archive = async () => {
        const input = { employee_id };
        const found = await readItems(teacherAndAccountKeys(employee_id));
        const archived = await handler.handle({ input, found, caller, request: request('archive') } as never);
        isGone = true;
        return archived;
      };
      const teacher = { employeeId: employee_id, teacherNum: 60 + at, firstName: 'Zoë', lastName: 'Smith' };
      const by = { caller, request: request('teach') };
      const teach = async () => {
        const wasGone = isGone;
        const outcome =
          what === 'a lesson'
            ? await writeLessons({ teacher, year, added: [{ subjectId: 'ENGL', classId: '4B' }], removed: [], by })
            : await writeClassPosts({ teacher, year, as: 'dean' }, { added: ['4B'], removed: [] }, by);
        const end = typeof outcome === 'string' ? outcome : `refused: ${outcome.refused}`;
        if (wasGone) expect([at, end]).toEqual([at, 'refused: teacher']);
        ends.add(end);
      };
      let turn = 0;
      await interleave<unknown>([archive, teach], (waiting) => {
        turn += 1;
        // The lesson goes in before the archiving's request number `at`.
        return turn > at && waiting.includes(1) ? 1 : (waiting[0] ?? 0);
      });
      const { account } = await readItems(teacherAndAccountKeys(employee_id));
      expect([at, account?.isDisabled]).toEqual([at, true]);
    }
    // Both ends came about, or the test looked at nothing.
    expect(ends).toEqual(new Set(['written', 'refused: teacher']));
  });

  it('resets a password: sessions end, and the next sign-in is with the one that is shown once', async () => {
    const eric = await clientOfAccount(school.url, 'T2');
    const { body } = await office.call(resetEmployeePassword, { employee_id: 'T2' });
    expect((await eric.call(authContract.readEmployeeByUserName, {})).status).toBe(401);
    expect((await signIn('eric', password)).status).toBe(401);
    expect((await signIn('eric', body.one_time_password ?? '')).body.password_reset).toBe(true);
    const data = await AccessEventEntity.query({ month: new Date().toISOString().slice(0, 7) });
    expect(data.filter(({ kind }) => kind === 'password reset').map(({ accountId }) => accountId)).toEqual(['T2']);
  });

  it('leaves administrators who teach to those who manage administrators', async () => {
    await addAccount({ accountId: 'T9', role: 'Admin', userName: 'both', name: 'Bo Both' });
    await executeActionOfTest(
      EmployeeEntity.put({ employeeId: 'T9', teacherNum: 9, firstName: 'Bo', lastName: 'Both', userName: 'both' }),
    );
    expect((await listed()).find(({ id }) => id === 'T9')?.sign_in).toBe('administrator');
    expect((await office.call(resetEmployeePassword, { employee_id: 'T9' })).status).toBe(403);
    expect((await office.call(archiveEmployee, { employee_id: 'T9' })).status).toBe(409);
    expect((await signIn('both', password)).status).toBe(401);
    expect(await isUserEnabled('both')).toBe(true);

    // Another user name comes with a one-time password, and so does whatever is due: an administrator's is not the
    // Teachers menu's to see.
    const stored = async () => await AccountEntity.get({ accountId: 'T9' });
    await executeActionOfTest(AccountEntity.update({ accountId: 'T9' }, { set: { isUnused: true } }));
    expect((await office.call(updateEmployee, { id: 'T9', user_name: 'bob' })).status).toBe(403);
    expect(await stored()).toMatchObject({ userName: 'both' });
    await executeActionOfTest(AccountEntity.update({ accountId: 'T9' }, { set: { identityDue: 'password' } }));
    for (const answer of [
      await office.call(restoreEmployee, { employee_id: 'T9' }),
      await office.call(updateEmployee, { id: 'T9', first_name: 'Bob', was: { first_name: 'Bo' } }),
    ]) {
      expect([answer.status, answer.body.one_time_password]).toEqual([200, null]);
    }
    expect(await stored()).toMatchObject({ identityDue: 'password' });
  });

  it('shows birth dates, user names and the archive to the Teachers menu alone', async () => {
    await freeDina();
    await office.call(archiveEmployee, { employee_id: 'T3' });
    const picked = ['id', 'employee_id', 'teacher_num', 'first_name', 'last_name'];
    const all = [
      ...picked,
      'date_of_birth',
      'user_name',
      'post_id',
      'deleted_at',
      'sign_in',
      'form_classes',
      'lessons',
    ];
    for (const menu of menuKeys) {
      await executeActionOfTest(
        AccountEntity.update({ accountId: 'A1' }, { set: { permissions: [{ menu, action: null }] } }),
      );
      const { status, body } = await office.call(peopleContract.listEmployees, {});
      if (!['employees', 'enterMarks', 'courseMark'].includes(menu)) expect(status).toBe(403);
      else {
        expect(body.map(({ id }) => id)).toEqual(menu === 'employees' ? ['T2', 'T1', 'T3'] : ['T2', 'T1']);
        for (const teacher of body) expect(Object.keys(teacher)).toEqual(menu === 'employees' ? all : picked);
      }
    }
  });
});
