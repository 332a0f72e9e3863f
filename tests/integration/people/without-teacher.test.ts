import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#functions/people/lessons/jobs/lambda.ts';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as read } from '#functions/school/records/school.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, year, yearId } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent, restoreAfterEach } from '../../support/school/table-content.ts';
import { startSteppedExecutions } from '../../support/step-by-step/stepped-executions.ts';

const { handOverLessons, saveAdminLesson, saveDeanFormClasses, saveFormTeacherClass, listWorkWithoutTeacher } =
  lessonsContract;
const of = (employee_id: string) => ({ employee_id, academic_year_id: yearId });
const monaWork = {
  employee_id: 'T1',
  first_name: 'Mona',
  last_name: 'Núñez',
  lessons: [
    { id: '2025-MATH-1A', lesson: 'Mathematics 1A', form_classes: ['1A'] },
    { id: '2025-MATH-L4', lesson: 'Mathematics Form 4', form_classes: ['4A', '4B'] },
  ],
  form_teacher_of: ['1A'],
  dean_of: [],
};
const dinaWork = {
  employee_id: 'T3',
  first_name: 'Dina',
  last_name: "O'Brien",
  lessons: [],
  form_teacher_of: [],
  dean_of: ['1A', '1B'],
};
const fromMona = { class_id: '1A', employee_id: 'T1' };
const toEric = { ...of('T2'), form_classes: ['1A'], was: [], only_archived: true as const };

describe('lessons and classes without a teacher', () => {
  const school = schoolForTests();
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let admin: TestClient;
  let second: TestClient;

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    const permissions = [{ menu: 'employees' as const, action: null }];
    await addAccount({ accountId: 'A9', role: 'Admin', userName: 'second', name: 'Sam Second', permissions });
    [admin, second] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A9')]);
  });
  restoreAfterEach();
  afterAll(() => executions.stop());

  const archive = (employee_id: string) => admin.call(accountsContract.archiveEmployee, { employee_id });
  const restore = (employee_id: string) => admin.call(accountsContract.restoreEmployee, { employee_id });
  const listed = async () => (await admin.call(listWorkWithoutTeacher, {})).body;
  const deansOf = async (employee_id: string) =>
    (await admin.call(peopleContract.readDeanFormClasses, { employee_id })).body.map(
      ({ form_class_id }) => form_class_id,
    );
  async function handOne(client: TestClient, to_employee_id: string, id: string) {
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const input = { ...of('T1'), to_employee_id, ids: [id], only_archived: true as const };
    const begun = await client.call(handOverLessons, input, header);
    if (begun.status !== 200) return [begun.status, begun.error?.message[0]];
    await executions.run(handler);
    return (await client.call(handOverLessons, input, header)).body.left.map(({ reason }) => reason);
  }

  it('are listed from the archiving of a teacher until somebody has each of them', async () => {
    const others = read()
      .formClasses.map(({ id }) => id)
      .filter((id) => id !== '1A');
    expect(await listed()).toEqual({ academic_year_id: yearId, teachers: [], form_classes: others });
    await archive('T1');
    await archive('T3');
    expect(await listed()).toEqual({ academic_year_id: yearId, teachers: [monaWork, dinaWork], form_classes: others });

    expect(await handOne(admin, 'T2', '2025-MATH-1A')).toEqual([]);
    expect((await admin.call(saveFormTeacherClass, { ...toEric, take_from: [fromMona] })).status).toBe(200);
    const dean = { ...toEric, take_from: [{ class_id: '1A', employee_id: 'T3' }] };
    expect((await admin.call(saveDeanFormClasses, dean)).body).toEqual({ form_classes: ['1A'] });
    expect((await listed()).teachers).toEqual([
      { ...monaWork, lessons: monaWork.lessons.slice(1), form_teacher_of: [] },
      { ...dinaWork, dean_of: ['1B'] },
    ]);
    expect([await deansOf('T2'), await deansOf('T3')]).toEqual([['1A'], ['1B']]);
    expect((await listAuditTrail(`class-posts#${year}#T2`)).at(-1)?.changes).toEqual([
      { field: 'dean of 1A', before: 'T3', after: 'T2' },
    ]);
  });

  it('are still listed where the office takes a class from whom it archived and gives it to nobody', async () => {
    await archive('T1');
    await admin.call(saveFormTeacherClass, { ...of('T1'), form_classes: [] });
    const { teachers, form_classes } = await listed();
    expect(teachers).toEqual([{ ...monaWork, form_teacher_of: [] }]);
    expect(form_classes).toContain('1A');
  });

  it('are listed of a teacher who left by a number above 999, and no more once the teacher is restored', async () => {
    await admin.call(accountsContract.updateEmployee, { id: 'T3', teacher_num: 1003, was: { teacher_num: 3 } });
    expect((await listed()).teachers).toEqual([dinaWork]);
    await admin.call(accountsContract.restoreEmployee, { employee_id: 'T3', teacher_num: 3 });
    expect((await listed()).teachers).toEqual([]);
  });

  it('stay with a teacher who was restored, also against a list read before', async () => {
    await archive('T1');
    await archive('T3');
    await restore('T1');
    await restore('T3');
    const before = await readTableContent();
    const mona = lessonRefusals.restored('Mona', 'Núñez');
    expect(await handOne(admin, 'T2', '2025-MATH-1A')).toEqual([409, mona]);
    const formTeacher = await admin.call(saveFormTeacherClass, { ...toEric, take_from: [fromMona] });
    expect([formTeacher.status, formTeacher.error?.message[0]]).toEqual([409, mona]);
    const dean = { ...toEric, take_from: [{ class_id: '1A', employee_id: 'T3' }] };
    expect((await admin.call(saveDeanFormClasses, dean)).status).toBe(409);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('handed over by two administrators at once go to one teacher, and the other is refused', async () => {
    await addTeacher();
    await archive('T1');
    await archive('T3');
    const formTeacher = await Promise.all([
      admin.call(saveFormTeacherClass, { ...toEric, take_from: [fromMona] }),
      second.call(saveFormTeacherClass, { ...toEric, ...of('T4'), take_from: [fromMona] }),
    ]);
    expect(formTeacher.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const take_from = [{ class_id: '1A', employee_id: 'T3' }];
    const dean = await Promise.all([
      admin.call(saveDeanFormClasses, { ...toEric, take_from }),
      second.call(saveDeanFormClasses, { ...toEric, ...of('T4'), take_from }),
    ]);
    expect(dean.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([...(await deansOf('T2')), ...(await deansOf('T4'))]).toEqual(['1A']);
    expect(dean.flatMap(({ error }) => error?.message ?? [])).toEqual([lessonRefusals.notDean("Dina O'Brien", '1A')]);
    // The second one chose before the list was read again.
    expect(await handOne(admin, 'T2', '2025-MATH-1A')).toEqual([]);
    expect(await handOne(second, 'T4', '2025-MATH-1A')).toEqual([
      422,
      lessonRefusals.noLongerTeaches('Mona Núñez', '2025-MATH-1A'),
    ]);
  });

  it('are not given to a teacher who is archived while the window is open', async () => {
    await archive('T1');
    await archive('T2');
    expect(await handOne(admin, 'T2', '2025-MATH-1A')).toEqual([422, lessonRefusals.archivedTeacher('Eric', 'Ali')]);
    expect((await admin.call(saveFormTeacherClass, { ...toEric, take_from: [fromMona] })).status).toBe(422);
    expect(
      (await admin.call(saveAdminLesson, { ...of('T2'), id: null, subject_id: 'MATH', form_classes: ['1A'] })).status,
    ).toBe(422);
  });
});

async function addTeacher(): Promise<void> {
  await executeActionOfTest(
    EmployeeEntity.put({ employeeId: 'T4', teacherNum: 4, firstName: 'Nia', lastName: 'Ross', userName: 'nross' }),
  );
}
