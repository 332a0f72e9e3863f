import { beforeAll, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

describe('the pronouns of a class', () => {
  const school = schoolForTests();
  const [admin, formTeacher, ofLesson, dean] = [school.as('A1'), school.as('T1'), school.as('T2'), school.as('T3')];
  const ask = (client: typeof admin, class_id: string) =>
    client.call(truthCheckContract.readPronouns, { year: String(year), class_id });

  beforeAll(async () => {
    for (const [studentId, sex] of [
      ['S01', 'M'],
      ['S02', 'Female'],
    ] as const)
      await executeActionOfTest(StudentEntity.update({ studentId }, { set: { sex } }));
  });

  it('are those of the register, and "they" where it has none', async () => {
    const { status, body } = await ask(formTeacher, '1A');
    expect([status, body.students.map(({ student_id, pronoun }) => [student_id, pronoun]).sort()]).toEqual([
      200,
      [['S01', 'he'], ['S02', 'she'], ...['S03', 'S04', 'S05', 'S06'].map((id) => [id, 'they'])],
    ]);
    expect(Object.keys(body.students[0] ?? {}).sort()).toEqual(['pronoun', 'student_id']);
  });

  it('are for those who write the remarks of its reports', async () => {
    expect((await ask(dean, '1A')).status).toBe(200);
    expect((await ask(admin, '4A')).status).toBe(200);
    expect((await ask(formTeacher, '4A')).status).toBe(403);
    expect((await ask(ofLesson, '1A')).status).toBe(403);
    expect((await ask(formTeacher, '9Z')).status).toBe(403);
    expect((await ask(admin, '9Z')).status).toBe(404);
  });

  it('cost three requests', async () => {
    expect(await recordTraffic(() => ask(formTeacher, '1A'))).toHaveLength(3);
  });
});
