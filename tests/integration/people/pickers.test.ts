import { beforeAll, describe, expect, it } from 'vitest';
import { EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

const school = schoolForTests();

/** `dina` (T3) is a dean: her post gives spreadsheet access. */
describe('what a screen offers to choose from', () => {
  beforeAll(async () => {
    await putRecords(EmployeeEntity, [
      {
        employeeId: 'T8',
        teacherNum: 8,
        firstName: 'Gone',
        lastName: 'Away',
        userName: 'gone',
        deletedAt: '2025-01-01',
      },
      { employeeId: 'T9', teacherNum: 1000, firstName: 'Old', lastName: 'Number', userName: 'old' },
    ]);
  });

  it('are the current teachers by name, for the office and those with spreadsheet access', async () => {
    await executeActionOfTest(
      AccountEntity.update({ accountId: 'A2' }, { set: { permissions: [{ menu: 'enterMarks', action: null }] } }),
    );
    for (const account of ['A2', 'T3']) {
      const { body } = await (await clientOfAccount(school.url, account)).call(peopleContract.listEmployees, {});
      expect(body.map(({ employee_id, last_name }) => [employee_id, last_name])).toEqual([
        ['T2', 'Ali'],
        ['T1', 'Núñez'],
        ['T3', "O'Brien"],
      ]);
      expect(Object.keys(body[0] ?? {})).toEqual(['id', 'employee_id', 'teacher_num', 'first_name', 'last_name']);
    }
    const other = await (await clientOfAccount(school.url, 'T1')).call(peopleContract.listEmployees, {});
    expect(other.status).toBe(403);
  });

  it('have form classes and lessons of the year on the Teachers screen, in six requests for all of them', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    let list: Awaited<ReturnType<typeof askForTeachers>>['body'] = [];
    const askForTeachers = () => office.call(peopleContract.listEmployees, {});
    const requests = await recordTraffic(async () => {
      list = (await askForTeachers()).body;
    });
    // Mona has Mathematics in 1A, 4A and 4B, Eric English in 1A and 1B and Mathematics in 1B; Dina is a dean, which is
    // no form class.
    expect(list.map(({ id, form_classes, lessons }) => [id, form_classes, lessons])).toEqual([
      ['T2', [], 3],
      ['T8', [], 0],
      ['T9', [], 0],
      ['T1', ['1A'], 3],
      ['T3', [], 0],
    ]);
    expect(requests).toHaveLength(6);
  });

  it('are another teacher’s lessons, for the same people, and for nobody else', async () => {
    const input = { employee_id: 'T1', year: String(year) };
    const { body } = await (await clientOfAccount(school.url, 'T3')).call(peopleContract.listTeacherLessons, input);
    expect(body.map(({ lesson }) => lesson)).toEqual(['Mathematics 1A', 'Mathematics Form 4']);
    expect(
      (await (await clientOfAccount(school.url, 'T2')).call(peopleContract.listTeacherLessons, input)).status,
    ).toBe(403);
  });

  it('end with the post: a teacher who has left, or holds another post by now, picks nobody', async () => {
    const client = await clientOfAccount(school.url, 'T3');
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { postId: 7 } }));
    expect((await client.call(peopleContract.listEmployees, {})).status).toBe(403);
    expect((await client.call(authContract.readEmployeeByUserName, {})).body.spreadsheet_access).toBe(false);
    await executeActionOfTest(
      EmployeeEntity.update({ employeeId: 'T3' }, { set: { postId: 4, deletedAt: '2025-10-01' } }),
    );
    expect((await client.call(peopleContract.listEmployees, {})).status).toBe(403);
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { remove: ['deletedAt', 'postId'] }));
    const withoutPost = (await client.call(authContract.readEmployeeByUserName, {})).body;
    expect(withoutPost).toMatchObject({ post_id: null, spreadsheet_access: false });
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { postId: 4 } }));
    expect((await client.call(authContract.readEmployeeByUserName, {})).body.spreadsheet_access).toBe(true);
  });

  it('are the school’s subjects, form levels, classes and terms', async () => {
    const client = await clientOfAccount(school.url, 'A1');
    expect((await client.call(subjectsContract.listSubjects, {})).body.map(({ id, title }) => [id, title])).toEqual([
      ['ENGL', 'English Language'],
      ['MATH', 'Mathematics'],
    ]);
    const levels = (await client.call(peopleContract.listFormLevels, {})).body;
    expect(levels.map(({ title }) => title)).toEqual(['Form 1', 'Form 2', 'Form 3', 'Form 4', 'Form 5', '6L', '6U']);
    const classes = (await client.call(peopleContract.listFormClasses, {})).body;
    expect(classes[0]).toEqual({ id: '1A', class_name: '1A', form_level: 1 });
    expect((await client.call(termsContract.listTermChoices, {})).body.map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('lessons of a teacher', () => {
  const { readDeanFormClasses, readFormTeacherClass, listTeacherLessons, listTeacherLessonsOfYear } = peopleContract;
  const mona = school.as('T1');

  beforeAll(async () => {
    await putRecords(LessonEntity, [
      { employeeId: 'T1', year, subjectId: 'MATH', classId: '6L', formLevel: 6 },
      { employeeId: 'T1', year, subjectId: 'MATH', classId: '6U', formLevel: 7 },
      { employeeId: 'T1', year, subjectId: 'ART', classId: '3B', formLevel: 3 },
      { employeeId: 'T1', year: year - 1, subjectId: 'MATH', classId: '2A', formLevel: 2 },
    ]);
  });

  const labels = async (client: TestClient, input: { employee_id?: string; year?: string } = {}) =>
    (await client.call(listTeacherLessons, input)).body.map(({ lesson }) => lesson);

  it('stand class by class up to level 3, and by level from 4 on, where 6 is 6L and 7 is 6U', async () => {
    expect(await labels(mona)).toEqual([
      'ART 3B',
      'Mathematics 1A',
      'Mathematics Form 4',
      'Mathematics 6L',
      'Mathematics 6U',
    ]);
  });

  it('are those of the year that is asked for, the current one when none is', async () => {
    expect(await labels(mona, { year: String(year) })).toEqual(await labels(mona));
    expect(await labels(mona, { year: String(year - 1) })).toEqual(['Mathematics 2A']);
    expect(await labels(mona, { year: String(year + 1) })).toEqual([]);
    const { body } = await mona.call(listTeacherLessonsOfYear, { employee: 'T1', year: String(year - 1) });
    expect(body.map(({ lesson }) => lesson)).toEqual(['Mathematics 2A']);
  });

  it('come with the caller’s classes as form teacher and as dean', async () => {
    const dina = await clientOfAccount(school.url, 'T3');
    const ofClass = (id: string) => ({ form_class_id: id, class_name: id, form_level: 1 });
    expect((await mona.call(readFormTeacherClass, {})).body).toEqual([ofClass('1A')]);
    expect((await mona.call(readDeanFormClasses, {})).body).toEqual([]);
    expect((await dina.call(readFormTeacherClass, {})).body).toEqual([]);
    expect((await dina.call(readDeanFormClasses, {})).body).toEqual([ofClass('1A'), ofClass('1B')]);
  });

  it('are none while no term is the current one', async () => {
    await executeActionOfTest(CurrentPeriodEntity.delete({}));
    expect(await labels(mona)).toEqual([]);
    expect((await mona.call(readFormTeacherClass, {})).body).toEqual([]);
    expect((await mona.call(readDeanFormClasses, {})).body).toEqual([]);
    expect(await labels(mona, { year: String(year) })).toHaveLength(5);
  });
});
