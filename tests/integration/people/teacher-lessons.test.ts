import { beforeAll, describe, expect, it } from 'vitest';
import { peopleContract } from '#shared/people/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { putRecords, writeAction } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { year } from '../../support/school/small-school.ts';

const { readDeanFormClasses, readFormTeacherClass, listTeacherLessons, listTeacherLessonsOfYear } = peopleContract;

describe('lessons of a teacher', () => {
  const school = schoolForTests();
  const mona = school.as('T1');

  beforeAll(async () => {
    const { LessonEntity } = await import('#functions/people/records/store.ts');
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

  it('are the caller’s own alone; the office reads anybody’s', async () => {
    const eric = await clientOfAccount(school.url, 'T2');
    expect(await labels(eric)).toEqual(['English Language 1A', 'English Language 1B', 'Mathematics 1B']);
    for (const employee of ['T1', 'T3', 'nobody']) {
      expect((await eric.call(listTeacherLessons, { employee_id: employee })).status).toBe(403);
      expect((await eric.call(listTeacherLessonsOfYear, { employee, year: String(year) })).status).toBe(403);
    }
    const admin = await clientOfAccount(school.url, 'A1');
    expect(await labels(admin, { employee_id: 'T2' })).toEqual(await labels(eric));
    expect(await labels(admin)).toEqual([]);
  });

  it('come with the caller’s classes as form teacher and as dean', async () => {
    const dina = await clientOfAccount(school.url, 'T3');
    const ofClass = (id: string) => ({ form_class_id: id, class_name: id, form_level: 1 });
    expect((await mona.call(readFormTeacherClass, {})).body).toEqual([ofClass('1A')]);
    expect((await mona.call(readDeanFormClasses, {})).body).toEqual([]);
    expect((await dina.call(readFormTeacherClass, {})).body).toEqual([]);
    expect((await dina.call(readDeanFormClasses, {})).body).toEqual([ofClass('1A'), ofClass('1B')]);
  });

  it('tell the office the classes of anybody in any year, and a teacher nobody else’s', async () => {
    const admin = await clientOfAccount(school.url, 'A1');
    expect((await admin.call(readFormTeacherClass, { employee_id: 'T1' })).body).toMatchObject([
      { form_class_id: '1A' },
    ]);
    const before = { employee_id: 'T3', year: String(year - 1) };
    expect((await admin.call(readDeanFormClasses, before)).body).toEqual([]);
    for (const call of [readFormTeacherClass, readDeanFormClasses]) {
      expect((await mona.call(call, { employee_id: 'T3' })).status).toBe(403);
    }
  });

  it('are none while no term is the current one', async () => {
    const { CurrentPeriodEntity } = await import('#functions/school/records/periods.ts');
    await writeAction(CurrentPeriodEntity.delete({}));
    expect(await labels(mona)).toEqual([]);
    expect((await mona.call(readFormTeacherClass, {})).body).toEqual([]);
    expect((await mona.call(readDeanFormClasses, {})).body).toEqual([]);
    expect(await labels(mona, { year: String(year) })).toHaveLength(5);
  });
});
