import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { termReportKey } from '#functions/marks/records/term-report.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { listStudentsOfClass } from '#functions/students/records/rosters/read-rosters.ts';
import { StudentEntity, studentKey } from '#functions/students/records/store.ts';
import {
  listAssignmentsOfStudent,
  readRoster,
  StudentSubjectAssignmentEntity,
  SubjectEntity,
} from '#functions/subjects/records/store.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';

describe('a student’s record', () => {
  const school = schoolForTests();
  let office: TestClient;
  let colleague: TestClient;
  let bringBack: () => Promise<void>;

  beforeAll(async () => {
    await addAccount({
      accountId: 'A5',
      role: 'Admin',
      userName: 'olga',
      name: 'Olga Office',
      permissions: [{ menu: 'students', action: null }],
    });
    [office, colleague] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A5')]);
    await executeActionOfTest(
      StudentEntity.update(
        { studentId: 'S41' },
        {
          set: { birthCertificateNo: '0041', seaNo: '24-0041', dateOfBirth: '2010-03-04', phone_cell: '868-555-0100' },
        },
      ),
    );
    bringBack = await saveTableForRestore();
  });
  beforeEach(() => bringBack());

  const recordOf = async (id: string) => (await office.call(register.readStudentRecord, { id })).body;
  const stored = async (studentId: string) => {
    const { student, report } = await readItems({
      student: studentKey(studentId),
      report: termReportKey({ studentId, year, term }),
    });
    return { student, report, subjects: await listAssignmentsOfStudent(studentId) };
  };

  it('is shown completely to the office, blanks as null', async () => {
    const record = await recordOf('S41');
    expect(record).toMatchObject({ id: 'S41', class_id: '4A', birth_certificate_no: '0041', middle_name: null });
    expect(record).toMatchObject({ status: 'current', password_reset: false, leaving_reason: null });
    expect((await office.call(register.readStudentRecord, { id: 'S00' })).status).toBe(404);
  });

  it('is saved field by field, each in its stored form', async () => {
    const { status } = await office.call(register.saveStudent, {
      id: 'S41',
      date_of_birth: '5 march 2010',
      house_code: 'yellow',
      sex: 'female',
      asthma: 'y',
      phone_cell: null,
      home_address: '  12\u00a0Coffee Street ',
    });
    expect(status).toBe(200);
    expect(await recordOf('S41')).toMatchObject({
      date_of_birth: '2010-03-05',
      house_code: 'Y',
      sex: 'F',
      asthma: 'Yes',
      phone_cell: null,
      home_address: '12 Coffee Street',
      sea_no: '24-0041',
    });
  });

  it('saves nothing where a value is refused, and says which and why', async () => {
    const { status, error } = await office.call(register.saveStudent, {
      id: 'S41',
      first_name: ' ',
      date_of_birth: '2010-13-01',
      house_code: 'Purple',
      middle_name: 'Kept',
    });
    expect(status).toBe(422);
    expect(error?.fields).toEqual({
      first_name: ['Required'],
      date_of_birth: ['This is not a date. Please write day, month’s name and year: 5-Sep-2014.'],
      house_code: ['The school has no house “Purple”. There are: Red, Blue, Green, Yellow.'],
    });
    expect(await recordOf('S41')).toMatchObject({ middle_name: null });
  });

  it('is not overwritten by a user who saw an older value: the conflict names both values and the other user', async () => {
    await colleague.call(register.saveStudent, { id: 'S41', phone_cell: '868-555-0199' });
    const { status, error } = await office.call(register.saveStudent, {
      id: 'S41',
      phone_cell: '868-555-0111',
      middle_name: 'Ann',
      was: { phone_cell: '868-555-0100', middle_name: null },
    });
    expect(status).toBe(409);
    expect(error?.conflict).toMatchObject({
      field: 'phone_cell',
      yours: '868-555-0111',
      theirs: '868-555-0199',
      by: 'Olga Office',
      at: expect.stringMatching(/^20.*Z$/),
    });
    expect(await recordOf('S41')).toMatchObject({ phone_cell: '868-555-0199', middle_name: null });
  });

  it('keeps both of two concurrent saves of different fields, and one of two of the same field', async () => {
    const was = { phone_cell: '868-555-0100', middle_name: null, hobbies: null };
    const answers = await Promise.all([
      office.call(register.saveStudent, { id: 'S41', phone_cell: '868-555-0001', hobbies: 'Chess', was }),
      colleague.call(register.saveStudent, { id: 'S41', phone_cell: '868-555-0002', was }),
      colleague.call(register.saveStudent, { id: 'S41', middle_name: 'Mae', last_name: 'Ash', was }),
      office.call(register.saveStudent, { id: 'S41', first_name: 'Eve', was }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409]);
    const isFirst = answers[0]?.status === 200;
    expect(await recordOf('S41')).toMatchObject({
      phone_cell: isFirst ? '868-555-0001' : '868-555-0002',
      hobbies: isFirst ? 'Chess' : null,
      middle_name: 'Mae',
      last_name: 'Ash',
      first_name: 'Eve',
    });
    const { subjects } = await stored('S41');
    expect(new Set(subjects.map(({ firstName, lastName }) => `${firstName} ${lastName}`))).toEqual(
      new Set(['Eve Ash']),
    );
  });

  it('has its changed names on the lists of every class and subject', async () => {
    await office.call(register.saveStudent, { id: 'S44', last_name: 'Aaron' });
    const roster = await readRoster({ subjectId: 'MATH', formLevel: 4, classIds: ['4A'] });
    expect(roster[0]).toMatchObject({ studentId: 'S44', lastName: 'Aaron' });
    expect((await listStudentsOfClass('4A'))[0]).toMatchObject({ studentId: 'S44', lastName: 'Aaron' });
  });

  it('moves to another class with subjects and the term’s report, which can be undone', async () => {
    const { body } = await office.call(register.saveStudent, { id: 'S41', class_id: '4b', middle_name: 'Mae' });
    const there = await stored('S41');
    expect(there.student).toMatchObject({ classId: '4B', middleName: 'Mae' });
    expect(there.report?.classId).toBe('4B');
    expect(there.subjects.map(({ classId }) => classId)).toEqual(['4B', '4B']);
    const acts = await office.call(undoContract.listActs, { of: 'student-register' });
    expect(acts.body[0]).toMatchObject({ undo: body.undo, what: expect.stringContaining(': 4A → 4B') });
    expect((await office.call(undoContract.undoAct, { undo: body.undo ?? '' })).status).toBe(200);
    expect((await stored('S41')).report?.classId).toBe('4A');
    expect((await office.call(undoContract.undoAct, { undo: body.undo ?? '' })).status).toBe(409);
    expect((await stored('S41')).student?.classId).toBe('4A');
  });

  it('has a history, newest first', async () => {
    await office.call(register.saveStudent, { id: 'S41', phone_cell: '868-555-0111', class_id: '4B' });
    await colleague.call(register.saveStudent, { id: 'S41', date_of_birth: null });
    const { body } = await office.call(register.readStudentHistory, { student_id: 'S41' });
    expect(body[0]).toMatchObject({
      by: 'Olga Office',
      changes: [{ field: 'date_of_birth', label: 'Date of Birth', was: '2010-03-04', now: null }],
    });
    const changes = body.flatMap((one) => one.changes);
    expect(changes).toContainEqual({ field: 'class_id', label: 'Class', was: '4A', now: '4B' });
    expect(changes).toContainEqual({
      field: 'phone_cell',
      label: 'Cell Phone',
      was: '868-555-0100',
      now: '868-555-0111',
    });
  });

  it('has unique certificate numbers', async () => {
    const { status, error } = await office.call(register.saveStudent, {
      id: 'S42',
      birth_certificate_no: '00 41',
      sea_no: '240041',
    });
    expect(status).toBe(422);
    const message = [expect.stringMatching(/^.+, 4A \(S41\) has this number\.$/)];
    expect(error?.fields).toEqual({ birth_certificate_no: message, sea_no: message });
    // One's own may be written differently.
    expect((await office.call(register.saveStudent, { id: 'S41', birth_certificate_no: '00-41' })).status).toBe(200);
  });

  it('is not marked for a new password where the student has no account, and where students do not sign in it is', async () => {
    const { body } = await office.call(register.resetStudentPassword, { student_id: 'S41' });
    expect(body).toEqual({ student_id: 'S41', account: 'none', one_time_password: null });
    expect(await recordOf('S41')).toMatchObject({ password_reset: false });
    switchOption('families', false);
    const answer = await office.call(register.resetStudentPassword, { student_id: 'S41' });
    switchOption('families', true);
    expect(answer.body.account).toBe('not used');
    expect(await recordOf('S41')).toMatchObject({ password_reset: true });
    expect((await office.call(register.resetStudentPassword, { student_id: 'S00' })).status).toBe(404);
  });

  describe('that is archived', () => {
    const leave = { student_id: 'S41', date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' };

    it('loses class and subjects, and keeps report and marks', async () => {
      const { body } = await office.call(register.archiveStudent, leave);
      expect(body.undo).not.toBeNull();
      const { student, report, subjects } = await stored('S41');
      expect(student).toMatchObject({ status: 'archived', roster: 'archived', classId: '4A' });
      expect(await recordOf('S41')).toMatchObject({
        date_of_leaving: '2025-11-20',
        leaving_reason: 'Moved to Tobago.',
      });
      expect(subjects).toEqual([]);
      expect(report?.classId).toBe('4A');
      expect((await office.call(register.archiveStudent, leave)).status).toBe(409);
      expect((await office.call(register.resetStudentPassword, { student_id: 'S41' })).status).toBe(409);
      expect((await office.call(register.saveStudent, { id: 'S41', class_id: '4B' })).status).toBe(409);
    });

    it('cannot have a day of leaving in the future, neither when archived nor in the record', async () => {
      const before = await stored('S41');
      const { status, error } = await office.call(register.archiveStudent, { ...leave, date_of_leaving: '2030-06-28' });
      expect([status, error?.fields]).toEqual([
        422,
        {
          date_of_leaving: [recordWordings.futureLeaving('28-Jun-2030')],
        },
      ]);
      expect(await stored('S41')).toEqual(before);
      await office.call(register.archiveStudent, leave);
      const later = { id: 'S41', date_of_leaving: '28-Jun-2030', was: { date_of_leaving: '2025-11-20' } };
      expect((await office.call(register.saveStudent, later)).error?.fields).toEqual({
        date_of_leaving: [attendanceWordings.stillToCome],
      });
    });

    it('is restored by undo, with subjects that still exist and teachers who still teach them', async () => {
      await executeActionOfTest(
        StudentSubjectAssignmentEntity.update({ studentId: 'S41', subjectId: 'MATH' }, { set: { employeeId: 'T1' } }),
      );
      const before = await stored('S41');
      const { body } = await office.call(register.archiveStudent, leave);
      await office.call(register.saveStudent, { id: 'S41', last_name: 'Renamed' });
      await executeActionOfTest(
        SubjectEntity.update({ subjectId: 'ENGL' }, { set: { deletedAt: '2025-11-21T00:00:00.000Z' } }),
      );
      expect((await office.call(undoContract.undoAct, { undo: body.undo ?? '' })).status).toBe(200);
      const { student, subjects } = await stored('S41');
      const { givenBy: _given, ...rest } = student ?? {};
      // Links that ended with the archiving stay ended: the record says when the student came back.
      const returnedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
      expect(rest).toEqual({ ...before.student, lastName: 'Renamed', returnedAt });
      const kept = before.subjects.filter(({ subjectId }) => subjectId === 'MATH');
      expect(subjects).toEqual(kept.map((one) => ({ ...one, lastName: 'Renamed' })));
      expect(subjects).toMatchObject([{ employeeId: 'T1' }]);
    });

    it('is not restored by the undo of an earlier archiving', async () => {
      const first = await office.call(register.archiveStudent, leave);
      await office.call(register.restoreStudent, { student_id: 'S41', class_id: '4B' });
      await office.call(register.archiveStudent, { ...leave, date_of_leaving: '2025-12-01' });
      expect((await office.call(undoContract.undoAct, { undo: first.body.undo ?? '' })).status).toBe(409);
      expect((await recordOf('S41')).date_of_leaving).toBe('2025-12-01');
    });

    it('is restored to a class without subjects, and archived again by undo while it has none', async () => {
      await office.call(register.archiveStudent, leave);
      expect((await office.call(register.restoreStudent, { student_id: 'S41', class_id: '9Z' })).status).toBe(422);
      const { body } = await office.call(register.restoreStudent, { student_id: 'S41', class_id: '4B' });
      const back = await stored('S41');
      expect(back.student).toMatchObject({ status: 'current', classId: '4B', roster: '4B' });
      expect(back.subjects).toEqual([]);
      expect(await recordOf('S41')).toMatchObject({ date_of_leaving: null, leaving_reason: null });
      expect((await office.call(undoContract.undoAct, { undo: body.undo ?? '' })).status).toBe(200);
      expect(await recordOf('S41')).toMatchObject({
        status: 'archived',
        date_of_leaving: '2025-11-20',
        leaving_reason: 'Moved to Tobago.',
      });
      const again = await office.call(register.restoreStudent, { student_id: 'S41', class_id: '4B' });
      const { subjects: _none, ...rest } = back;
      const { firstName = '', lastName = '' } = rest.student ?? {};
      await executeActionOfTest(
        StudentSubjectAssignmentEntity.put({
          studentId: 'S41',
          subjectId: 'MATH',
          classId: '4B',
          formLevel: 4,
          firstName,
          lastName,
        }),
      );
      expect((await office.call(undoContract.undoAct, { undo: again.body.undo ?? '' })).status).toBe(409);
    });

    it('leaves on the school’s day of the act where no day was stored, also in the evening, when it is tomorrow in UTC', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-16T01:30:00Z') });
      try {
        await executeActionOfTest(
          StudentEntity.put({
            studentId: 'OLD',
            firstName: 'Ana',
            lastName: 'Old',
            classId: '4A',
            formLevel: 4,
            status: 'archived',
          }),
        );
        const evening = await clientOfAccount(school.url, 'A1');
        const { body } = await evening.call(register.restoreStudent, { student_id: 'OLD', class_id: '4A' });
        expect((await evening.call(undoContract.undoAct, { undo: body.undo ?? '' })).status).toBe(200);
        const { body: record } = await evening.call(register.readStudentRecord, { id: 'OLD' });
        expect(record.date_of_leaving).toBe('2026-01-15');
      } finally {
        vi.useRealTimers();
      }
    });
  });

  describe('that is new', () => {
    const nadia = {
      first_name: 'Nadia',
      last_name: 'Newcomer',
      date_of_birth: '2014-05-06',
      class_id: '1a',
      birth_certificate_no: '00777',
    };

    it('gets the next free id, and is in its class', async () => {
      const at = { firstName: 'A', lastName: 'B', classId: '1A', formLevel: 1 } as const;
      await putRecords(StudentEntity, [
        { ...at, studentId: '00419', status: 'archived' },
        { ...at, studentId: '20250001234', status: 'current' },
      ]);
      const { body } = await office.call(register.addStudent, nadia);
      expect(body.id).toBe('00420');
      expect(await recordOf('00420')).toMatchObject({ ...nadia, class_id: '1A', status: 'current' });
      expect((await listStudentsOfClass('1A')).map(({ studentId }) => studentId)).toContain('00420');
    });

    it('requires names, a class and the birth certificate pin', async () => {
      const { status, error } = await office.call(register.addStudent, { house_code: 'R' });
      expect(status).toBe(422);
      expect(Object.keys(error?.fields ?? {}).toSorted()).toEqual(
        ['first_name', 'last_name', 'birth_certificate_no', 'class_id'].toSorted(),
      );
    });

    it('may have a chosen id that is free', async () => {
      expect((await office.call(register.addStudent, { ...nadia, id: ' N 1 ' })).body.id).toBe('N 1');
      const other = { ...nadia, birth_certificate_no: '00778', first_name: 'Nina' };
      const { error } = await office.call(register.addStudent, { ...other, id: 'N 1' });
      expect(error?.fields).toEqual({ id: [recordWordings.hasId('Nadia Newcomer, 1A (N 1)')] });
      expect((await office.call(register.addStudent, { ...other, id: '#1' })).error?.fields).toHaveProperty('id');
    });

    it('is refused with certificate numbers that a concurrent request gives to another student', async () => {
      const one = { ...nadia, sea_no: '77-0001', birth_certificate_no: '99001' };
      const other = { ...one, first_name: 'Otto', birth_certificate_no: '99002' };
      const added = await Promise.all([one, other].map((student) => office.call(register.addStudent, student)));
      expect(added.map(({ status }) => status).sort()).toEqual([200, 422]);
      const papers = { sea_no: '77-0002' };
      const given = await Promise.all(
        ['S42', 'S43', 'S44'].map((id) => office.call(register.saveStudent, { id, ...papers, was: { sea_no: null } })),
      );
      expect(given.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
      const twins = await Promise.all(
        ['99003', '99004'].map((birth_certificate_no) =>
          office.call(register.addStudent, { ...nadia, first_name: 'Twin', birth_certificate_no }),
        ),
      );
      expect(twins.map(({ status }) => status).sort()).toEqual([200, 422]);
    });

    it('is refused with certificate numbers of another student, archived ones too', async () => {
      await office.call(register.archiveStudent, { student_id: 'S41', date_of_leaving: '2025-11-20', reason: null });
      const { error } = await office.call(register.addStudent, { ...nadia, sea_no: '240041', is_another: true });
      expect(error?.fields).toEqual({ sea_no: [expect.stringMatching(/, archived \(S41\) has this number\.$/)] });
    });

    it('is refused with the name and birthday of another student, unless the user says that it is somebody else', async () => {
      await office.call(register.addStudent, { ...nadia, id: 'N1' });
      const namesake = { ...nadia, first_name: 'NÁDIA', birth_certificate_no: '00778' };
      const { error } = await office.call(register.addStudent, namesake);
      expect(error?.fields).toEqual({ is_another: [recordWordings.sameNameAndBirthday('Nadia Newcomer, 1A (N1)')] });
      expect((await office.call(register.addStudent, { ...namesake, is_another: true })).status).toBe(200);
    });

    it('raises a question where the id differs from another one in zeros alone', async () => {
      await office.call(register.addStudent, { ...nadia, id: '01563' });
      const other = { ...nadia, first_name: 'Nina', birth_certificate_no: '00778', id: '1563' };
      const { error } = await office.call(register.addStudent, other);
      const question = recordWordings.nearId('01563 exists: Nadia Newcomer, 1A.');
      expect(error?.fields).toEqual({ is_another: [question] });
      expect((await office.call(register.addStudent, { ...other, is_another: true })).body.id).toBe('1563');
      expect((await recordOf('01563')).first_name).toBe('Nadia');
      expect((await recordOf('1563')).first_name).toBe('Nina');
    });

    it('raises both questions at once', async () => {
      await office.call(register.addStudent, { ...nadia, id: '01563' });
      const namesake = { ...nadia, birth_certificate_no: '00778', id: '1563' };
      expect((await office.call(register.addStudent, namesake)).error?.fields).toEqual({
        is_another: [
          recordWordings.nearId('01563 exists: Nadia Newcomer, 1A.'),
          recordWordings.sameNameAndBirthday('Nadia Newcomer, 1A (01563)'),
        ],
      });
    });

    it('is added once where 1563 and 01563 are added concurrently: the others get the question', async () => {
      const typed = ['1563', '01563', '001563'].map((id, index) => ({
        ...nadia,
        id,
        first_name: `Moment ${index}`,
        birth_certificate_no: `9910${index}`,
      }));
      const added = await Promise.all(typed.map((one) => office.call(register.addStudent, one)));
      expect(added.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
      for (const { status, error } of added)
        if (status === 422) expect(error?.fields?.is_another?.[0]).toMatch(/ exists: Moment \d Newcomer, 1A\. Is this/);
    });

    it('is deleted by undo while nothing else was written of it', async () => {
      const { body } = await office.call(register.addStudent, { ...nadia, id: 'N1' });
      expect((await office.call(undoContract.undoAct, { undo: body.undo })).status).toBe(200);
      expect((await office.call(register.readStudentRecord, { id: 'N1' })).status).toBe(404);
      const next = await office.call(register.addStudent, { ...nadia, id: 'N2' });
      await office.call(register.saveStudent, { id: 'N2', middle_name: 'Mae' });
      expect((await office.call(undoContract.undoAct, { undo: next.body.undo })).status).toBe(409);
      expect(await recordOf('N2')).toMatchObject({ middle_name: 'Mae' });
    });
  });

  it('offers the choices of the school file', async () => {
    const { body } = await office.call(register.readStudentChoices, {});
    expect(body.classes).toContainEqual({ id: '1A', form_level: 1 });
    expect(body.codes.find(({ list }) => list === 'religion_code')?.choices).toContainEqual({
      code: 'RC',
      name: 'Roman Catholic',
    });
  });
});
