import { beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termRegistrationWordings } from '#shared/school/wordings.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { ClientAnswer, TestClient } from '../../support/callers/client.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../support/school/small-school.ts';

const school = schoolForTests();

const {
  clearFlags,
  startTermRegistration,
  previewRegistration,
  listRegistrationRuns,
  listStudentsOfRegistration,
  undoRegistration,
} = termsContract;

describe('registering students', () => {
  const admin = school.as('A1');
  let newcomers: string[];

  beforeAll(async () => {
    newcomers = await addManyStudents({
      count: 30,
      classes: ['1A', '4A'].map((classId) => ({ classId, formLevel: Number(classId[0]) })),
      subjectIds: ['MATH', 'ENGL'],
    });
  });

  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
  /** Repeats the call under one key until the run is over, as the page does. */
  async function follow<C extends typeof startTermRegistration | typeof undoRegistration>(
    call: C,
    class_id: string | null,
  ) {
    const headers = key();
    for (;;) {
      const { status, body } = (await admin.call(call as never, { class_id } as never, headers)) as ClientAnswer<
        Output<C>
      >;
      expect(status).toBe(200);
      if (body.state !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const registered = async () => (await admin.call(listStudentsOfRegistration, {})).body;
  const previewOf = async (classId: string) =>
    (await admin.call(previewRegistration, {})).body.find(({ class_id }) => class_id === classId);

  it('says beforehand how many each class has, and how many are not registered', async () => {
    expect(await previewOf('1A')).toEqual({ class_id: '1A', form_level: 1, students: 21, not_registered: 15 });
    expect(await previewOf('1B')).toEqual({ class_id: '1B', form_level: 1, students: 3, not_registered: 0 });
    expect((await registered()).total).toBe(15);
  });

  it('needs a class, or null for all of them, and one that is there', async () => {
    expect((await admin.call(startTermRegistration, {} as never)).status).toBe(422);
    const { status, error } = await admin.call(startTermRegistration, { class_id: '9Z' });
    expect([status, error?.message[0]]).toEqual([422, 'The school has no class 9Z.']);
  });

  it('of a class gives each one a report with the subjects taken, and says so to everybody', async () => {
    expect(await follow(startTermRegistration, '1A')).toEqual({
      rows_processed: 15,
      total_rows: 15,
      state: 'finished',
    });
    const report = await TermReportEntity.get({ studentId: 'M0000', year, term });
    expect(report).toMatchObject({ classId: '1A', formLevel: 1, subjectIds: ['ENGL', 'MATH'] });
    expect((await registered()).students.filter(({ class_id }) => class_id === '1A')).toHaveLength(21);
    const { body: runs } = await admin.call(listRegistrationRuns, {});
    expect(runs).toMatchObject([{ class_id: '1A', run: { started_by: 'Ada Office', state: 'finished' }, undo: null }]);
  });

  it('stays finished until the flags are cleared', async () => {
    await addManyStudents({ count: 31, classes: [{ classId: '1A', formLevel: 1 }], subjectIds: [] });
    const { body } = await admin.call(startTermRegistration, { class_id: '1A' }, key());
    expect(body).toEqual({ rows_processed: 15, total_rows: 15, state: 'finished' });
    expect((await admin.call(clearFlags, {})).status).toBe(200);
    expect((await admin.call(listRegistrationRuns, {})).body).toEqual([]);
  });

  it('of the whole school takes those who are left, once', async () => {
    const done = await follow(startTermRegistration, null);
    expect(done).toMatchObject({ rows_processed: done.total_rows, state: 'finished' });
    const { students } = await registered();
    expect(new Set(students.map(({ student_id }) => student_id)).size).toBe(students.length);
    expect(students.map(({ student_id }) => student_id)).toEqual(expect.arrayContaining(newcomers));
  });

  it('is taken back where nobody has touched the reports, and says who stays and why', async () => {
    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'M0001', year, term }, { set: { formTeacherComments: 'Welcome.' } }),
    );
    const { rows_processed, left } = await follow(undoRegistration, null);
    expect(left).toEqual([
      { student_id: 'M0001', name: 'Last 1, First 1', reason: termRegistrationWordings.hasReport },
    ]);
    const { students } = await registered();
    expect(students.filter(({ student_id }) => student_id.startsWith('M') && student_id !== 'M0001')).toHaveLength(
      31 - rows_processed,
    );
    const reports = await TermReportEntity.queryBy('ofClass', { year, term, classId: '4A' });
    expect(reports.map(({ studentId }) => studentId).filter((id) => id.startsWith('M'))).toEqual(
      students
        .filter(({ student_id, class_id }) => class_id === '4A' && student_id.startsWith('M'))
        .map((one) => one.student_id),
    );
  });

  it('is not taken back twice for nothing: without a finished registration there is a reason', async () => {
    await admin.call(clearFlags, {});
    const { status, error } = await admin.call(undoRegistration, { class_id: null });
    expect([status, error?.message[0]]).toEqual([409, termRegistrationWordings.nothingToUndo]);
  });

  it('of one class is forgotten without the others, which can still be taken back', async () => {
    for (const class_id of ['1A', '1B', null]) await follow(startTermRegistration, class_id);
    const runs = async () => (await admin.call(listRegistrationRuns, {})).body.map(({ class_id }) => class_id).sort();
    expect(await runs()).toEqual(['1A', '1B', null]);
    await admin.call(clearFlags, { class_id: '1A' });
    expect(await runs()).toEqual(['1B', null]);
    await admin.call(clearFlags, { class_id: null });
    expect(await runs()).toEqual(['1B']);
    expect((await follow(undoRegistration, '1B')).state).toBe('finished');
    await admin.call(clearFlags, {});
    expect(await runs()).toEqual([]);
  });

  it('that failed says so under the key that began it, and goes on under another, or under that of another account', async () => {
    const dashboard = [{ menu: 'dashboard' as const, action: null }];
    const other = { accountId: 'A6', role: 'Admin' as const, userName: 'admin6', name: 'Omar Office' };
    await addAccount({ ...other, permissions: dashboard });
    const omar = await clientOfAccount(school.url, 'A6');
    const fail = () =>
      executeActionOfTest(
        JobEntity.update({ name: 'register-students', key: `${year}#${term}#*` }, { set: { state: 'failed' } }),
      );
    const began = key();
    const state = async (client: TestClient, headers: Record<string, string>) =>
      (await client.call(startTermRegistration, { class_id: null }, headers)).body.state;
    const ended = async (client: TestClient, headers: Record<string, string>) => {
      while ((await state(client, headers)) === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
      return state(client, headers);
    };
    expect(await ended(admin, began)).toBe('finished');
    await fail();
    expect(await state(admin, began)).toBe('failed');
    expect(await ended(omar, began)).toBe('finished');
    await fail();
    expect(await follow(startTermRegistration, null)).toMatchObject({ state: 'finished' });
  });
});

describe('student registration windows', () => {
  const { listRegistrationWindows, saveFormLevelRegistration } = termsContract;
  const admin = school.as('A1');

  const all = async () => (await admin.call(listRegistrationWindows, {})).body;
  const save = (form_level: number, open: 0 | 1, deadline: string | null, key?: string) =>
    admin.call(saveFormLevelRegistration, { form_level, open, deadline }, key ? { 'Idempotency-Key': key } : {});

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

  it('are audited, once for a request that is repeated', async () => {
    await save(5, 1, '2096-08-01', 'window-of-level-5');
    expect((await save(5, 1, '2096-08-01', 'window-of-level-5')).status).toBe(200);
    const trail = await listAuditTrail('window#5');
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
    expect([status, error?.fields]).toEqual([422, { deadline: [termRegistrationWordings.over('31-Jul-2020')] }]);
    expect((await all())[5]).toEqual({ form_level: 6, open: 1, deadline: null });
  });
});
