import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { presetLimit } from '#shared/students/register/preset-calls.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { year } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';

const school = schoolForTests();

const { listAllStudents, listHouses, listAddressTowns, listParentOccupations, listCurrentStudents } =
  studentRegisterContract;

const all = studentFieldNames.join(',');

describe('the lists of the register', () => {
  const [admin, pta] = [school.as('A1'), school.as('A3')];

  beforeAll(async () => {
    await putRecords(StudentEntity, [
      {
        studentId: 'S98',
        firstName: 'Left',
        lastName: 'Leaver',
        classId: '4A',
        formLevel: 4,
        status: 'archived',
        date_of_leaving: '2024-07-05',
      },
      {
        studentId: 'S97',
        firstName: 'Whole',
        lastName: 'Record',
        classId: '4B',
        formLevel: 4,
        status: 'current',
        dateOfBirth: '2010-02-03',
        birthCertificateNo: '00123',
        houseCode: 'R',
        mother_occupation: 'Nurse',
        phone_cell: '868-555-0100',
        address_line_2: 'Arima',
        allergy: 'Nuts',
        mustResetPassword: true,
      },
    ]);
  });

  it('answer id, names, class and the requested fields', async () => {
    const { body } = await admin.call(listAllStudents, { columns: 'house_code,mother_occupation' });
    expect(body.current_students?.find(({ id }) => id === 'S97')).toEqual({
      id: 'S97',
      last_name: 'Record',
      first_name: 'Whole',
      class_id: '4B',
      house_code: 'R',
      mother_occupation: 'Nurse',
    });
    expect(body.archived_students?.map(({ id }) => id)).toEqual(['S98']);
    expect(body.next).toBeNull();
  });

  it('have the default columns where none are requested, and one list where one is requested', async () => {
    const { body } = await admin.call(listAllStudents, { view: 'archived' });
    expect(body.current_students).toBeNull();
    expect(body.archived_students).toEqual([
      { id: 'S98', last_name: 'Leaver', first_name: 'Left', class_id: '4A', date_of_birth: null, house_code: null },
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

  it('have towns and parents’ occupations to filter by, with their students by class', async () => {
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

describe('the overview on a student’s page', () => {
  const { readStudentOverview } = studentRegisterContract;
  const admin = school.as('A1');

  beforeAll(async () => {
    const person = { studentId: 'S77', firstName: 'Ana', lastName: 'Page', classId: '5A', formLevel: 5 };
    const earlier = { studentId: 'S77', classId: '4A', formLevel: 4, year: year - 1 };
    await Promise.all([
      executeActionOfTest(StudentEntity.put({ ...person, status: 'current' })),
      putRecords(SubjectEntity, [
        { subjectId: 'ART', title: 'Art', abbr: 'ART' },
        { subjectId: 'ZOO', title: 'Zoology', abbr: 'ZOO' },
      ]),
      putRecords(StudentSubjectAssignmentEntity, [
        { ...person, subjectId: 'ZOO' },
        { ...person, subjectId: 'ART', employeeId: 'T2' },
      ]),
      // Two share the class's zoology; the lesson of another class is nobody's business here.
      putRecords(LessonEntity, [
        { employeeId: 'T1', year, subjectId: 'ZOO', classId: '5A', formLevel: 5 },
        { employeeId: 'T3', year, subjectId: 'ZOO', classId: '5A', formLevel: 5 },
        { employeeId: 'T2', year, subjectId: 'ZOO', classId: '5B', formLevel: 5 },
      ]),
      putRecords(TermReportEntity, [
        { ...earlier, term: 1, subjectIds: ['ART', 'ZOO'] },
        { ...earlier, term: 3, subjectIds: ['ART', 'ZOO'] },
      ]),
      putRecords(SubjectRecordEntity, [
        // 30 % of 20 / 25, and 70 % of 60 / 70: 24 + 60.
        { ...earlier, term: 3, subjectId: 'ART', workSum: 20, workOutOf: 25, exam: 60, examOutOf: 70 },
        { ...earlier, term: 3, subjectId: 'ZOO', comment: 'No exam yet.' },
        // Of this year, before anybody is registered: in form 5, the first term is the course mark.
        { ...earlier, year, classId: '5A', formLevel: 5, term: 1, subjectId: 'ZOO', workSum: 9, workOutOf: 12 },
      ]),
    ]);
  });

  const overview = async (client = admin) => (await client.call(readStudentOverview, { student_id: 'S77' })).body;

  it('has the present teachers of each subject: the assigned one, or those of the class', async () => {
    expect((await overview()).subjects).toEqual([
      { subject_id: 'ART', title: 'Art', abbr: 'ART', teachers: ['Eric Ali'] },
      { subject_id: 'ZOO', title: 'Zoology', abbr: 'ZOO', teachers: ["Dina O'Brien", 'Mona Núñez'] },
    ]);
  });

  it('has the marks of every term, oldest first, by the scheme of its level and with its class', async () => {
    const { terms } = await overview();
    expect(
      terms?.map((term) => ({
        at: `${term.year}/${term.term} ${term.class_id}`,
        average: term.average,
        of: [term.entered, term.of],
        totals: term.subjects.map(({ abbr, total }) => [abbr, total]),
      })),
    ).toEqual([
      {
        at: `${year - 1}/1 4A`,
        average: null,
        of: [0, 2],
        totals: [
          ['ART', null],
          ['ZOO', null],
        ],
      },
      {
        at: `${year - 1}/3 4A`,
        average: '84.0',
        of: [1, 2],
        totals: [
          ['ART', 84],
          ['ZOO', null],
        ],
      },
      { at: `${year}/1 5A`, average: '75.0', of: [1, 1], totals: [['ZOO', 75]] },
    ]);
  });

  it('has no marks for an administrator who may open neither marks nor term reports', async () => {
    // The clerk has the Students menu alone.
    const body = await overview(await clientOfAccount(school.url, 'A2'));
    expect(body.terms).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/84|75/);
    expect(body.subjects).toHaveLength(2);
  });
});

describe('column presets', () => {
  const { listColumnPresets, deleteColumnPreset, saveColumnPreset } = studentRegisterContract;
  const [admin, pta] = [school.as('A1'), school.as('A3')];
  let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

  beforeAll(async () => {
    bringBack = await saveTableForRestore();
  });
  beforeEach(() => bringBack());

  const birthdays = { name: 'Birthdays', columns: ['date_of_birth' as const, 'house_code' as const] };
  const kept = async (client = admin) => (await client.call(listColumnPresets, {})).body;

  it('belong to the account, sorted by name, on every device', async () => {
    await admin.call(saveColumnPreset, { name: ' Contacts ', columns: ['phone_cell', 'email'], version: null });
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect(await kept(await clientOfAccount(school.url, 'A1'))).toEqual([
      { ...birthdays, version: 1 },
      { name: 'Contacts', columns: ['phone_cell', 'email'], version: 1 },
    ]);
    expect(await kept(pta)).toEqual([]);
  });

  it('are replaced where the seen version is current, and refused where another device has changed them', async () => {
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    const second = await admin.call(saveColumnPreset, { ...birthdays, columns: ['sex'], version: 1 });
    expect(second.body).toEqual({ name: 'Birthdays', columns: ['sex'], version: 2 });
    for (const version of [null, 1]) {
      expect((await admin.call(saveColumnPreset, { ...birthdays, version })).status).toBe(409);
    }
    expect((await admin.call(deleteColumnPreset, { name: 'Birthdays', version: 1 })).status).toBe(409);
    expect(await kept()).toEqual([{ name: 'Birthdays', columns: ['sex'], version: 2 }]);
  });

  it('are deleted and saved again, with audit rows', async () => {
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect((await admin.call(deleteColumnPreset, { name: 'Birthdays', version: 1 })).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect((await admin.call(deleteColumnPreset, { name: 'Birthdays', version: 1 })).status).toBe(200);
    await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect(await kept()).toHaveLength(1);
    const trail = await listAuditTrail('column-presets#A1#Birthdays');
    const columns = 'date_of_birth,house_code';
    expect(trail.map(({ changes }) => changes[0])).toEqual([
      { field: 'columns', before: null, after: columns },
      { field: 'columns', before: columns, after: null },
      { field: 'columns', before: null, after: columns },
    ]);
  });

  it('have no office-only column for the PTA, even if one was saved earlier', async () => {
    const refused = await pta.call(saveColumnPreset, { name: 'Mine', columns: ['sex', 'allergy'], version: null });
    expect(refused.status).toBe(403);
    expect(await kept(pta)).toEqual([]);
    await admin.call(saveColumnPreset, { name: 'Mixed', columns: ['allergy', 'sex'], version: null });
    await changeRecordOfTest(AccountEntity, { accountId: 'A1' }, { role: 'PTA' });
    expect(await kept()).toEqual([{ name: 'Mixed', columns: ['sex'], version: 1 }]);
  });

  it(`are ${presetLimit} at most, with a name and a column each`, async () => {
    const numbers = Array.from({ length: presetLimit }, (_, index) => index + 1);
    const keep = (number: number) =>
      admin.call(saveColumnPreset, { ...birthdays, name: `Number ${number}`, version: null });
    await Promise.all(numbers.map(keep));
    const over = await admin.call(saveColumnPreset, { ...birthdays, version: null });
    expect([over.status, over.error?.fields?.name]).toEqual([422, [recordWordings.presetsFull(50)]]);
    // One that is there already may be changed.
    expect((await admin.call(saveColumnPreset, { ...birthdays, name: 'Number 7', version: 1 })).status).toBe(200);
    expect((await admin.call(saveColumnPreset, { ...birthdays, name: '  ', version: null })).status).toBe(422);
    expect((await admin.call(saveColumnPreset, { ...birthdays, columns: [], version: null })).status).toBe(422);
  });
});
