import { beforeAll, describe, expect, it } from 'vitest';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { listAllStudents, listHouses, listAddressTowns, listParentOccupations, listCurrentStudents } =
  studentRegisterContract;
const all = studentFieldNames.join(',');

describe('the lists of the register', () => {
  const school = schoolForTests();
  const [admin, pta] = [school.as('A1'), school.as('A3')];

  beforeAll(async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    await putRecords(StudentEntity, [
      {
        ...{ studentId: 'S98', firstName: 'Left', lastName: 'Leaver', classId: '4A', formLevel: 4 },
        ...{ status: 'archived', date_of_leaving: '2024-07-05' },
      },
      {
        ...{
          studentId: 'S97',
          firstName: 'Whole',
          lastName: 'Record',
          classId: '4B',
          formLevel: 4,
          status: 'current',
        },
        ...{ dateOfBirth: '2010-02-03', birthCertificateNo: '00123', houseCode: 'R', mother_occupation: 'Nurse' },
        ...{ phone_cell: '868-555-0100', address_line_2: 'Arima', allergy: 'Nuts', mustResetPassword: true },
      },
    ]);
  });

  it('answer id, names, class and the requested fields', async () => {
    const { body } = await admin.call(listAllStudents, { columns: 'house_code,mother_occupation' });
    expect(body.current_students?.find(({ id }) => id === 'S97')).toEqual({
      ...{ id: 'S97', last_name: 'Record', first_name: 'Whole', class_id: '4B' },
      ...{ house_code: 'R', mother_occupation: 'Nurse' },
    });
    expect(body.archived_students?.map(({ id }) => id)).toEqual(['S98']);
    expect(body.next).toBeNull();
  });

  it('have the default columns where none are requested, and one list where one is requested', async () => {
    const { body } = await admin.call(listAllStudents, { view: 'archived' });
    expect(body.current_students).toBeNull();
    expect(body.archived_students).toEqual([
      {
        ...{ id: 'S98', last_name: 'Leaver', first_name: 'Left', class_id: '4A' },
        ...{ date_of_birth: null, house_code: null },
      },
    ]);
  });

  it('leave out office-only fields and the archive for the PTA, even if requested', async () => {
    const { body } = await pta.call(listCurrentStudents, { columns: all });
    expect(body.archived_students).toBeNull();
    expect(body.current_students.find(({ id }) => id === 'S97')?.address_line_2).toBe('Arima');
    expect(JSON.stringify(body)).not.toMatch(/00123|Nurse|868-555|Nuts|Leaver/);
    expect((await pta.call(listAllStudents, { columns: all })).status).toBe(403);
    // The end of an answer about the archive is no way into it.
    const { body: behind } = await pta.call(listCurrentStudents, { after: 'archived/S00' });
    expect(behind.current_students.map(({ id }) => id)).toContain('S97');
  });

  it('refuse an unknown column and an invalid continuation', async () => {
    expect((await admin.call(listAllStudents, { columns: 'id,password' } as never)).status).toBe(422);
    expect((await admin.call(listAllStudents, { columns: '' })).status).toBe(422);
    expect((await admin.call(listAllStudents, { after: 'current/../x' })).status).toBe(422);
  });

  it('have towns and parents’ occupations to filter by, with their students by class', async () => {
    const { StudentEntity } = await import('#functions/students/records/store.ts');
    const person = { firstName: 'Town', formLevel: 4, status: 'current' as const };
    await putRecords(StudentEntity, [
      {
        ...person,
        studentId: 'S90',
        lastName: 'A',
        classId: '4A',
        address_line_2: 'Arima',
        father_occupation: 'Tailor',
      },
      { ...person, studentId: 'S91', lastName: 'B', classId: '4B', address_line_2: 'Arima', father_occupation: '' },
      { ...person, studentId: 'S92', lastName: 'C', classId: '4B', address_line_2: 'Sangre Grande' },
      { ...person, studentId: 'S93', lastName: 'D', classId: '4B', address_line_2: 'Toco', status: 'archived' },
    ]);
    const towns = [
      // With the one of the whole record.
      {
        text: 'Arima',
        value: 'Arima',
        count: 3,
        class_ids: [
          { class_id: '4A', count: 1 },
          { class_id: '4B', count: 2 },
        ],
      },
      { text: 'Sangre Grande', value: 'Sangre Grande', count: 1, class_ids: [{ class_id: '4B', count: 1 }] },
    ];
    expect((await admin.call(listAddressTowns, {})).body).toEqual(towns);
    expect((await admin.call(listAddressTowns, { view: 'archived' })).body).toEqual([
      { text: 'Toco', value: 'Toco', count: 1, class_ids: [{ class_id: '4B', count: 1 }] },
    ]);
    // The archive is not the PTA's, whatever is asked for.
    expect((await pta.call(listAddressTowns, { view: 'archived' })).body).toEqual(towns);
    expect((await admin.call(listParentOccupations, { parent: 'father' })).body).toEqual([
      { text: 'Tailor', value: 'Tailor', count: 1, class_ids: [{ class_id: '4A', count: 1 }] },
    ]);
  });

  it('name the houses of the school file', async () => {
    const { body } = await pta.call(listHouses, {});
    expect(body.map(({ id, name }) => [id, name])).toEqual([
      ['R', 'Red'],
      ['B', 'Blue'],
      ['G', 'Green'],
      ['Y', 'Yellow'],
    ]);
  });
});
