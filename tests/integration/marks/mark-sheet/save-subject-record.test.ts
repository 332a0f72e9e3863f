import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity, subjectRecordKey } from '#functions/marks/records/subject-record.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const school = schoolForTests();

const { saveSubjectRecord, readMarkSheetOfLesson } = markSheetContract;

const maths = { subject_id: 'MATH', year, term };

describe('saving marks of a mark sheet', () => {
  const mona = school.as('T1');

  const sheet = async (client = mona) =>
    client.call(readMarkSheetOfLesson, {
      employee_id: 'T1',
      subject_id: 'MATH',
      class_id: '1A',
      form_level: '1',
      year: String(year),
      term: '1',
    });
  const rowOf = async (studentId: string) => (await sheet()).body.data.find((row) => row.student_id === studentId);

  it('stores what changed and shows it on the next opening', async () => {
    const saved = await mona.call(saveSubjectRecord, {
      ...maths,
      student_id: 'S01',
      class_id: '1A',
      exam_mark: 55.5,
      comment: 'A steady term.',
      was: { exam_mark: null, comment: null },
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ exam_mark: 55.5, comment: 'A steady term.', registered: true });
    expect(await rowOf('S01')).toMatchObject({ exam_mark: 55.5, comment: 'A steady term.', app: null });
  });

  it('refuses an exam mark above 70 in a weighted term', async () => {
    const refused = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S02', exam_mark: 70.1 });
    expect(refused.status).toBe(422);
    expect(refused.error?.fields).toEqual({ exam_mark: ['The exam mark is out of 70.'] });
    expect(await rowOf('S02')).toMatchObject({ exam_mark: null });
  });

  it('takes an exam mark of exactly the maximum, and stores what it is out of', async () => {
    const saved = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S45', exam_mark: 70 });
    expect(saved.body).toMatchObject({ exam_mark: 70 });
    const key = { studentId: 'S45', year, term, subjectId: 'MATH' };
    expect(await SubjectRecordEntity.get(key)).toMatchObject({ exam: 70, examOutOf: 70 });
    await executeActionOfTest(SubjectRecordEntity.delete(key));
  });

  it.skipIf(process.env.BUILT_FUNCTIONS)('is two requests: what it decides on, and one transaction', async () => {
    await sheet();
    const requests = await recordTraffic(async () => {
      const saved = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S01', class_id: '1A', con: 'B' });
      expect(saved.status).toBe(200);
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
  });

  it('keeps marks of a term with the class of that term, whatever class the student is in now', async () => {
    const ofStudent = { studentId: 'S46', subjectId: 'MATH' };
    const named = { firstName: 'Pupil S46', lastName: 'Lastname S46' };
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.put({ ...ofStudent, ...named, classId: '1B', formLevel: 1 }),
    );
    try {
      const saved = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S46', exam_mark: 41 });
      expect(saved.body).toMatchObject({ exam_mark: 41, class_id: '4B', form_level: 4 });
      const data = await SubjectRecordEntity.get({ ...ofStudent, year, term });
      expect(data).toMatchObject({ classId: '4B', formLevel: 4 });
    } finally {
      await executeActionOfTest(
        StudentSubjectAssignmentEntity.put({ ...ofStudent, ...named, classId: '4B', formLevel: 4 }),
      );
      await executeActionOfTest(SubjectRecordEntity.delete({ ...ofStudent, year, term }));
    }
  });

  it('names a student who does not take the subject any more, of whom there are marks', async () => {
    const ofStudent = { studentId: 'S46', subjectId: 'MATH' };
    const assignment = await StudentSubjectAssignmentEntity.get(ofStudent);
    if (!assignment) throw new Error('S46 takes Mathematics.');
    await executeActionOfTest(StudentSubjectAssignmentEntity.delete(ofStudent));
    try {
      const saved = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S46', exam_mark: 41 });
      expect(saved.body).toMatchObject({ exam_mark: 41, name: 'Lastname S46, Pupil S46' });
    } finally {
      await executeActionOfTest(StudentSubjectAssignmentEntity.put(assignment));
      await executeActionOfTest(SubjectRecordEntity.delete({ ...ofStudent, year, term }));
    }
  });

  it('refuses an exam mark where the term has no exam', async () => {
    const refused = await mona.call(saveSubjectRecord, { ...maths, term: 2, student_id: 'S02', exam_mark: 5 });
    expect(refused.status).toBe(422);
  });

  // A bundle has a school file of its own in its memory.
  it.skipIf(process.env.BUILT_FUNCTIONS)(
    'keeps what a mark was out of when the scheme changes, for every screen and document',
    async () => {
      const rule = file().markingScheme.find(({ levels, terms }) => levels.includes(1) && terms.includes(1));
      const before = rule?.exam;
      if (!rule || !before) throw new Error('there is no exam in form 1, term 1');
      const ofReports = async () => {
        const input = { class_id: '1A', year: String(year), term: '1' };
        const { body } = await admin.call(termReportsContract.readClassTermReports, input);
        const report = body.data.find((one) => one.student_id === 'S06');
        return { line: report?.table2_records.find((one) => one.subject_id === 'MATH'), average: report?.average };
      };
      const admin = await new TestClient(school.url).signIn('admin', password);
      const key = { studentId: 'S06', year, term, subjectId: 'MATH' };
      // Course work 10 of 20: 15 of 30.
      await executeActionOfTest(
        SubjectRecordEntity.put({ ...key, classId: '1A', formLevel: 1, workSum: 10, workOutOf: 20 }),
      );
      try {
        rule.exam = { ...before, max: 100 };
        const saved = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S06', exam_mark: 85 });
        expect(saved.body).toMatchObject({ exam_mark: 85, exam_out_of: 100 });
        rule.exam = before;
        expect(await rowOf('S06')).toMatchObject({ course_mark: 15, exam_mark: 85, exam_out_of: 100 });
        // 15 + 70 × 85 / 100.
        expect(await ofReports()).toMatchObject({ line: { exam_mark: 85, exam_out_of: 100 }, average: '74.5' });
        const again = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S06', exam_mark: 60 });
        expect(again.body).toMatchObject({ exam_mark: 60, exam_out_of: 70 });
        expect(await rowOf('S06')).toMatchObject({ exam_mark: 60, exam_out_of: 70 });
        expect((await ofReports()).average).toBe('75.0');
        const cleared = await mona.call(saveSubjectRecord, { ...maths, student_id: 'S06', exam_mark: null });
        expect(cleared.body).toMatchObject({ exam_mark: null, exam_out_of: null });
      } finally {
        rule.exam = before;
        await executeActionOfTest(SubjectRecordEntity.delete(key));
      }
    },
  );

  it('answers 409 with both values, who and when, if somebody else changed the field', async () => {
    const first = { ...maths, student_id: 'S03', exam_mark: 40, was: { exam_mark: null } };
    expect((await mona.call(saveSubjectRecord, first)).status).toBe(200);
    const admin = await new TestClient(school.url).signIn('admin', password);
    const late = await admin.call(saveSubjectRecord, { ...first, exam_mark: 50 });
    expect(late.status).toBe(409);
    expect(late.error?.conflict).toMatchObject({ field: 'exam_mark', yours: 50, theirs: 40, by: 'Mona Núñez' });
    expect(await rowOf('S03')).toMatchObject({ exam_mark: 40 });
  });

  it('never lets two fields of one record conflict', async () => {
    const save = (change: object) => mona.call(saveSubjectRecord, { ...maths, student_id: 'S04', ...change });
    const answers = await Promise.all([
      save({ exam_mark: 61, was: { exam_mark: null } }),
      save({ comment: 'Good.', was: { comment: null } }),
      save({ app: 'A', was: { app: null } }),
      save({ late: 2, was: { late: null } }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await rowOf('S04')).toMatchObject({ exam_mark: 61, comment: 'Good.', app: 'A', late: 2 });
  });

  it('saves nothing under a key that is no key, for the request could be applied twice', async () => {
    const change = { ...maths, student_id: 'S05', exam_mark: 34 };
    const answer = await mona.call(saveSubjectRecord, change, { 'Idempotency-Key': 'my key #1' });
    expect([answer.status, answer.error?.message]).toEqual([400, [serverWordings.badIdempotencyKey]]);
    expect(await rowOf('S05')).toMatchObject({ exam_mark: null });
  });

  it('takes a key for one body: another one under it is refused, and the first one stays', async () => {
    const save = (exam_mark: number) =>
      mona.call(saveSubjectRecord, { ...maths, student_id: 'S03', exam_mark }, { 'Idempotency-Key': 'one-body' });
    expect((await save(21)).status).toBe(200);
    const other = await save(22);
    expect([other.status, other.error]).toEqual([422, { key_reused: true, message: [serverWordings.keyReused] }]);
    expect(await rowOf('S03')).toMatchObject({ exam_mark: 21 });
  });

  it('creates nothing for a row without mark and comment, and saves clearing as clearing', async () => {
    const stored = async (studentId: string) =>
      (await readItems({ record: subjectRecordKey({ studentId, year, term, subjectId: 'MATH' }) })).record;
    await mona.call(saveSubjectRecord, { ...maths, student_id: 'S06', exam_mark: null, comment: '' });
    expect(await stored('S06')).toBeUndefined();
    await mona.call(saveSubjectRecord, { ...maths, student_id: 'S06', exam_mark: 20 });
    await mona.call(saveSubjectRecord, { ...maths, student_id: 'S06', exam_mark: null });
    const cleared = await stored('S06');
    expect(cleared).toBeDefined();
    expect(cleared?.exam).toBeUndefined();
  });

  it('takes the whole record of the specification as a set of changes', async () => {
    const row = await rowOf('S04');
    const answer = await mona.call(saveSubjectRecord, { ...row, exam_mark: 62 } as never);
    expect(answer.status).toBe(200);
    expect(await rowOf('S04')).toMatchObject({ exam_mark: 62, comment: 'Good.', app: 'A' });
  });

  it('writes one audit row for each change, with before and after', async () => {
    for (const exam_mark of [33, null]) await mona.call(saveSubjectRecord, { ...maths, student_id: 'S02', exam_mark });
    const trail = await listAuditTrail('student#S02#2025#1#MATH');
    expect(trail.map(({ accountId, changes }) => ({ accountId, changes }))).toEqual([
      { accountId: 'T1', changes: [{ field: 'exam', before: null, after: 33 }] },
      { accountId: 'T1', changes: [{ field: 'exam', before: 33, after: null }] },
    ]);
  });
});

/**
 * product §6: admins pick any teacher, class and subject; so do teachers with spreadsheet access, such as `dina` (T3).
 */
describe('a mark sheet of any class and subject', () => {
  const { saveSubjectRecord, readMarkSheetOfLesson } = markSheetContract;

  const open = async (account: string, change: Partial<RawInput<typeof readMarkSheetOfLesson>> = {}) =>
    (await clientOfAccount(school.url, account)).call(readMarkSheetOfLesson, {
      subject_id: 'ENGL',
      class_id: '1A',
      form_level: '1',
      year: String(year),
      term: String(term),
      ...change,
    });
  const save = async (account: string, exam_mark: number) =>
    (await clientOfAccount(school.url, account)).call(saveSubjectRecord, {
      student_id: 'S01',
      subject_id: 'ENGL',
      class_id: '1A',
      year,
      term,
      exam_mark,
    });

  it.each(['A1', 'T3'])('opens for %s, without a teacher and with one', async (account) => {
    expect((await open(account)).body.total).toBe(6);
    expect((await open(account, { employee_id: 'T2' })).body.total).toBe(6);
  });

  it('names no teacher’s students alone where no teacher is named', async () => {
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S42', subjectId: 'MATH' }, { set: { employeeId: 'T2' } }),
    );
    const of4A = { subject_id: 'MATH', class_id: '4A', form_level: '4' };
    expect((await open('A1', of4A)).body.total).toBe(4);
    expect((await open('A1', { ...of4A, employee_id: 'T1' })).body.total).toBe(3);
  });

  it.each([
    ['A1', 61],
    ['T3', 62],
  ])('takes the marks of %s', async (account, mark) => {
    expect((await save(account, mark)).body).toMatchObject({ exam_mark: mark, employee_id: account });
  });

  it('is that of classes of the level, each of which the school has', async () => {
    const form_level = '1';
    for (const classIds of [{ form_classes: '1A,4A' }, { form_classes: '1A,9Z' }, { form_classes: '4A' }])
      expect((await open('A1', { class_id: undefined, ...classIds, form_level })).error?.fields).toHaveProperty(
        'class_id',
      );
  });

  it('is closed to its teacher without `employee_id`: teachers name themselves', async () => {
    expect((await open('T2')).status).toBe(403);
    expect((await open('T2', { employee_id: 'T2' })).status).toBe(200);
  });

  it('tells those who may pick anyone that a student does not take the subject', async () => {
    const client = await clientOfAccount(school.url, 'T3');
    const answer = await client.call(saveSubjectRecord, { student_id: 'S99', subject_id: 'ENGL', year, term, late: 1 });
    expect(answer.status).toBe(404);
  });
});
