import { describe, expect, it } from 'vitest';
import { EmployeeEntity, listPostHoldersOfClass } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { yearId } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent, restoreAfterEach } from '../../support/school/table-content.ts';

const { saveDeanFormClasses, saveFormTeacherClass } = lessonsContract;
const of = (employee_id: string) => ({ employee_id, academic_year_id: yearId });

describe('form teachers and deans', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  restoreAfterEach();

  const classesOf = async (employee_id: string) =>
    (await admin.call(peopleContract.readFormTeacherClass, { employee_id })).body.map(
      ({ form_class_id }) => form_class_id,
    );

  it('are given classes and lose them, and the class’s pages show the new one at once', async () => {
    const saved = await admin.call(saveFormTeacherClass, { ...of('T1'), form_classes: ['4A', '1B'], was: ['1A'] });
    expect(saved).toMatchObject({ status: 200, body: { form_classes: ['1B', '4A'] } });
    expect(await classesOf('T1')).toEqual(['1B', '4A']);
    expect((await listPostHoldersOfClass('4A', 2025)).map(({ as, name }) => `${as} ${name}`)).toEqual([
      'form teacher Mona Núñez',
    ]);
    const deans = await admin.call(saveDeanFormClasses, { ...of('T1'), form_classes: ['1A', '1B'] });
    expect(deans.body).toEqual({ form_classes: ['1A', '1B'] });
    // Dina is still dean of both: a class may have several.
    expect((await admin.call(peopleContract.readDeanFormClasses, { employee_id: 'T3' })).body).toHaveLength(2);
  });

  it('have a class for themselves: taking it from another is said first, and names the other', async () => {
    const before = await readTableContent();
    const wanted = { ...of('T2'), form_classes: ['1A'], was: [] };
    const asked = await admin.call(saveFormTeacherClass, wanted);
    expect(asked.status).toBe(409);
    expect(asked.error?.message).toEqual([lessonRefusals.oneFormTeacher('Mona Núñez', '1A')]);
    expect(asked.error?.conflict).toMatchObject({ field: 'take_from', yours: '1A', theirs: 'T1' });
    const fromOther = { ...wanted, take_from: [{ class_id: '1A', employee_id: 'T3' }] };
    expect((await admin.call(saveFormTeacherClass, fromOther)).status).toBe(409);
    expect(await listChangesSince(before)).toEqual([]);
    const agreed = { ...wanted, take_from: [{ class_id: '1A', employee_id: 'T1' }] };
    expect((await admin.call(saveFormTeacherClass, agreed)).status).toBe(200);
    expect([await classesOf('T1'), await classesOf('T2')]).toEqual([[], ['1A']]);
    expect((await listAuditTrail('class-posts#2025#T2')).at(-1)?.changes).toEqual([
      { field: 'form teacher of 1A', before: 'T1', after: 'T2' },
    ]);
    // And back again, where the class has a record of its own by now.
    const back = { ...of('T1'), form_classes: ['1A'], take_from: [{ class_id: '1A', employee_id: 'T2' }] };
    expect((await admin.call(saveFormTeacherClass, back)).status).toBe(200);
    expect([await classesOf('T1'), await classesOf('T2')]).toEqual([['1A'], []]);
  });

  it('given one free class at once are one form teacher; the other administrator is refused', async () => {
    const both = await Promise.all(
      ['T2', 'T3'].map((employee) => admin.call(saveFormTeacherClass, { ...of(employee), form_classes: ['4B'] })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([...(await classesOf('T2')), ...(await classesOf('T3'))]).toEqual(['4B']);
  });

  it('keep a class that another has given them since the screen was opened', async () => {
    const stale = await admin.call(saveDeanFormClasses, { ...of('T3'), form_classes: ['4A'], was: ['1A'] });
    expect(stale.body.form_classes).toEqual(['1B', '4A']);
  });

  it('are refused in a past year, for a class that there is not, and when they have left', async () => {
    const past = { ...of('T3'), academic_year_id: '20242025', form_classes: ['1A'] };
    expect((await admin.call(saveDeanFormClasses, past)).status).toBe(422);
    expect((await admin.call(saveDeanFormClasses, { ...of('T3'), form_classes: ['9Z'] })).status).toBe(422);
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T3' }, { set: { deletedAt: '2025-10-01' } }));
    expect((await admin.call(saveDeanFormClasses, { ...of('T3'), form_classes: ['1A', '1B', '4A'] })).status).toBe(422);
    // What somebody has who left can be taken away.
    expect((await admin.call(saveDeanFormClasses, { ...of('T3'), form_classes: ['1B'] })).status).toBe(200);
  });
});
