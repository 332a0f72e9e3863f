import { beforeAll, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { readFirstSheet } from '../../../support/files/class-list-files.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { downloadRegistrationData, downloadFewStudents, downloadStudents } = studentSpreadsheetsContract;

describe('chosen columns of students as a spreadsheet', () => {
  const school = schoolForTests();
  const [admin, pta] = [school.as('A1'), school.as('A3')];

  beforeAll(async () => {
    await executeActionOfTest(
      StudentEntity.update(
        { studentId: 'S01' },
        {
          set: {
            seaNo: '00123',
            houseCode: 'NOPE',
            dateOfBirth: '2014-03-09',
            address_line_2: '=Arima',
            no_at_home: '4',
          },
        },
      ),
    );
    const gone = { studentId: 'X1', firstName: 'Ana', lastName: 'Left', classId: '1A', formLevel: 1 };
    await executeActionOfTest(StudentEntity.put({ ...gone, status: 'archived' }));
  });

  it('has the students in the order that was asked for, current ones alone, and the columns likewise', async () => {
    const input = { student_ids: ['S11', 'S01', 'X1', 'none', 'S02', 'S01'], columns: ['first_name', 'id'] as const };
    const answer = await admin.call(downloadStudents, { ...input, columns: [...input.columns] });
    expect(await readFirstSheet(answer.bytes)).toEqual([
      ['First Name', 'Student ID'],
      ['Pupil S11', 'S11'],
      ['Pupil S01', 'S01'],
      ['Pupil S02', 'S02'],
    ]);
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename="Registration Data - \d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.xlsx"/,
    );
  });

  it('keeps numbers, days and zeros, and makes no formula of a text', async () => {
    const columns = ['sea_no', 'house_code', 'date_of_birth', 'address_line_2', 'no_at_home'] as const;
    const answer = await admin.call(downloadStudents, { student_ids: ['S01'], columns: [...columns] });
    expect((await readFirstSheet(answer.bytes))[1]).toEqual(['00123', 'NOPE', '2014-03-09', "'=Arima", 4]);
  });

  it('gives the PTA no column of the office, by either method, and not everything', async () => {
    const columns = [
      'id',
      'sea_no',
      'birth_certificate_no',
      'religion_code',
      'address_line_2',
      'asthma',
      'phone_cell',
    ] as const;
    const posted = await pta.call(downloadStudents, { student_ids: ['S01'], columns: [...columns] });
    const got = await pta.call(downloadFewStudents, { student_ids: 'S01', columns: columns.join(',') });
    for (const { bytes } of [posted, got]) {
      expect(await readFirstSheet(bytes)).toEqual([
        ['Student ID', 'Town'],
        ['S01', "'=Arima"],
      ]);
    }
    const whole = await admin.call(downloadFewStudents, { student_ids: 'S01', columns: columns.join(',') });
    expect((await readFirstSheet(whole.bytes))[0]).toHaveLength(7);
    expect((await pta.call(downloadRegistrationData, {})).status).toBe(403);
  });

  it('refuses columns that are none, files, and no students', async () => {
    for (const columns of ['nothing', 'picture', '']) {
      expect((await admin.call(downloadFewStudents, { student_ids: 'S01', columns })).status).toBe(422);
    }
    expect((await admin.call(downloadStudents, { student_ids: [], columns: ['id'] })).status).toBe(422);
  });
});
