import { beforeAll, describe, expect, it } from 'vitest';
import { courseWorkKey } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity, subjectRecordKey } from '#functions/marks/records/subject-record.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, password, term, year } from '../../../support/school/small-school.ts';
import {
  assessmentInput1A,
  type MarkInput,
  markInput1A,
  openPage1A,
  readCourseMark1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

/** Assessments 1 to 3 of class 1A; 4 and 5 have no total. */
const totals = [20, 25, 50];

describe('the marks of a mark book page', () => {
  const server = schoolForTests();
  const [mona, admin] = [server.as('T1'), server.as('A1')];

  beforeAll(async () => {
    for (const [index, total] of totals.entries()) {
      await mona.call(saveAssessment, assessmentInput1A({ assesment_number: index + 1, total }));
    }
  });

  const save = (
    studentId: string,
    [number, mark]: readonly [number, number | null],
    change: Partial<MarkInput> = {},
    headers = {},
  ) =>
    mona.call(saveMarkCall, markInput1A({ student_id: studentId, assesment_number: number, mark, ...change }), headers);
  const student = async (id: string) => (await openPage1A(mona)).body.students.find((one) => one.id === id);
  const line = async (studentId: string) => {
    return (await readItems({ line: courseWorkKey({ studentId, year, term, subjectId: 'MATH' }) })).line;
  };
  /** A pupil of 1A of whom nothing is stored yet. */
  const newPupil = async () => {
    pupils += 1;
    const id = `N${pupils}`;
    await addStudents('1A', [id]);
    return id;
  };
  let pupils = 0;

  it('list the students of the class by name, nothing marked', async () => {
    const { status, body } = await openPage1A(mona);
    expect(status).toBe(200);
    expect(body.students).toEqual(
      ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'].map((id) => ({
        id,
        first_name: `Pupil ${id}`,
        last_name: `Lastname ${id}`,
        class_id: '1A',
        marks: {},
        notes: {},
        earlier: null,
        percentage: null,
      })),
    );
  });

  it('count for the percentage total over the assessments that have a mark, one decimal, half up', async () => {
    expect((await save('S01', [1, 12])).body).toMatchObject({ marks: { 1: 12 }, percentage: 60 });
    // 12 + 20 of 45 is 71.11 %.
    expect((await save('S01', [2, 20])).body).toMatchObject({ marks: { 1: 12, 2: 20 }, percentage: 71.1 });
    // 12 + 20 + 31 of 95 is 66.32 %.
    expect((await save('S01', [3, 31])).body.percentage).toBe(66.3);
    expect(await student('S01')).toMatchObject({ marks: { 1: 12, 2: 20, 3: 31 }, percentage: 66.3 });
  });

  it('show in the mark sheet as the course mark, with the very next request', async () => {
    const steps = [
      { mark: [1, 20], course: 30 },
      // 20 of 45 is 44.4 %, of 30 13.32.
      { mark: [2, 0], course: 13.3 },
      // 57 of 95 is exactly 60 %.
      { mark: [3, 37], course: 18 },
      { mark: [1, null], course: 14.8 },
      { mark: [3, null], course: 0 },
      { mark: [2, null], course: null },
    ] as const;
    expect(await readCourseMark1A(mona, 'S02')).toBeNull();
    for (const { mark, course } of steps) {
      expect((await save('S02', mark)).status).toBe(200);
      expect(await readCourseMark1A(mona, 'S02')).toBe(course);
    }
  });

  it('are stored with the sums that the course mark follows from, in one transaction', async () => {
    const key = { studentId: 'S03', year, term, subjectId: 'MATH' };
    const sums = async () => (await readItems({ record: subjectRecordKey(key) })).record;
    await executeActionOfTest(
      SubjectRecordEntity.create({ ...key, classId: '1A', formLevel: 1, exam: 44, examOutOf: 70 }),
    );
    await save('S03', [1, 7]);
    await save('S03', [3, 41]);
    expect(await sums()).toMatchObject({ workSum: 48, workOutOf: 70, exam: 44, examOutOf: 70 });
    await save('S03', [1, null]);
    await save('S03', [3, null]);
    const cleared = await sums();
    expect(cleared?.workSum).toBeUndefined();
    expect(cleared?.workOutOf).toBeUndefined();
    expect(cleared?.exam).toBe(44);
  });

  it('are refused without a total, in the words of the grid', async () => {
    for (const number of [4, 5, 6, 60]) {
      const { status, error } = await save('S05', [number, 5]);
      expect(status).toBe(422);
      expect(error?.fields).toEqual({
        mark: ['Assesment has no Total. Please Edit Assesment and enter Total to continue.'],
      });
    }
    expect(await line('S05')).toBeUndefined();
  });

  it('are refused above the total, in the words of the grid', async () => {
    const { status, error } = await save('S05', [1, 21]);
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ mark: ['Mark Entered is greater than the assigned total.'] });
    expect(await line('S05')).toBeUndefined();
    expect((await save('S05', [1, 20])).status).toBe(200);
  });

  it.each([-1, 12.5, 1001, '12', true])('of %j are refused', async (mark) => {
    expect((await save('S05', [2, mark as number])).status).toBe(422);
    expect((await student('S05'))?.marks[2]).toBeUndefined();
  });

  it('that are unchanged are not written, and a blank in a blank cell creates nothing', async () => {
    await save('S06', [1, null]);
    expect(await line('S06')).toBeUndefined();
    await save('S06', [1, 9]);
    const before = await line('S06');
    expect((await save('S06', [1, 9])).body.marks).toEqual({ 1: 9 });
    expect(await line('S06')).toEqual(before);
  });

  it('answer 409 with both marks, who and when, if somebody else changed the cell', async () => {
    const id = await newPupil();
    expect((await save(id, [1, 11], { was: null })).status).toBe(200);
    const input = markInput1A({ student_id: id, assesment_number: 1, mark: 13, was: null });
    const late = await admin.call(saveMarkCall, input);
    expect(late.status).toBe(409);
    expect(late.error?.conflict).toMatchObject({ field: 'assessment 1', yours: 13, theirs: 11, by: 'Mona Núñez' });
    expect(Date.parse(late.error?.conflict?.at ?? '')).not.toBeNaN();
    expect((await student(id))?.marks).toEqual({ 1: 11 });
    expect((await admin.call(saveMarkCall, { ...input, was: 11 })).status).toBe(200);
    expect((await student(id))?.marks).toEqual({ 1: 13 });
  });

  it('answer 409 if somebody else cleared the cell', async () => {
    const id = await newPupil();
    await save(id, [1, 11]);
    await save(id, [1, null]);
    const late = await save(id, [1, 12], { was: 11 });
    expect(late.status).toBe(409);
    expect(late.error?.conflict).toEqual({ field: 'assessment 1', yours: 12, theirs: null, by: null, at: null });
  });

  it('of different assessments of one student all survive when they are saved at the same time', async () => {
    const { assesments } = (await openPage1A(mona)).body;
    expect(assesments.filter(({ total }) => total !== null)).toHaveLength(3);
    const id = await newPupil();
    const marks = { 1: 17, 2: 18, 3: 44 };
    const clients = [mona, admin, await new TestClient(server.url).signIn('mona', password)];
    const answers = await Promise.all(
      Object.entries(marks).map(([number, mark], index) =>
        clients[index]?.call(
          saveMarkCall,
          markInput1A({ student_id: id, assesment_number: Number(number), mark, was: null }),
        ),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200]);
    expect(await student(id)).toMatchObject({ marks, percentage: 83.2 });
    // 79 of 95 are 83.1578… %, and 24.947… of 30; 30 % of 83.2 would be 24.96.
    expect(await readCourseMark1A(mona, id)).toBe(24.9);
    expect((await line(id))?.version).toBe(3);
  });

  it('are applied once when the same request comes twice, even after the mark came back to what it was', async () => {
    const id = await newPupil();
    const key = { 'Idempotency-Key': `b1f2-${id}-the-same-request` };
    expect((await save(id, [1, 14], { was: null }, key)).status).toBe(200);
    await save(id, [1, null], { was: 14 });
    const repeated = await save(id, [1, 14], { was: null }, key);
    expect(repeated.status).toBe(200);
    expect(repeated.body.marks).toEqual({});
    expect((await student(id))?.marks).toEqual({});
    await save(id, [1, 2], { was: null });
    const again = await save(id, [1, 14], { was: null }, key);
    expect([again.status, again.body.marks]).toEqual([200, { 1: 2 }]);
  });

  it('are audited one by one, with before and after', async () => {
    const id = await newPupil();
    await save(id, [1, 14]);
    await save(id, [1, 15]);
    await save(id, [1, 15]);
    await save(id, [1, null]);
    const trail = await listAuditTrail(`student#${id}#${year}#${term}#MATH`);
    expect(trail.map(({ accountId, changes }) => [accountId, ...changes])).toEqual([
      ['T1', { field: 'assessment 1', before: null, after: 14 }],
      ['T1', { field: 'assessment 1', before: 14, after: 15 }],
      ['T1', { field: 'assessment 1', before: 15, after: null }],
    ]);
  });

  it('carry the date, topic and total of the page in the record of the specification, and take none of them', async () => {
    const id = await newPupil();
    const whole = { form_level: 1, date: '2031-01-01', topic: 'Forged', total: 1000 };
    const { status, error } = await save(id, [1, 900], whole);
    expect(status).toBe(422);
    expect(error?.message).toEqual(['Mark Entered is greater than the assigned total.']);
    expect((await save(id, [1, 18], whole)).body).toMatchObject({ marks: { 1: 18 }, percentage: 90 });
    expect((await openPage1A(mona)).body.assesments[0]).toMatchObject({ topic: 'Fractions', total: 20 });
  });

  it('stay in the class of their term when the student has moved since', async () => {
    const id = await newPupil();
    await save(id, [1, 16]);
    const inOther = { classId: '1B', formLevel: 1 };
    await changeRecordOfTest(StudentEntity, { studentId: id }, inOther);
    const { firstName, lastName } = { firstName: `Pupil ${id}`, lastName: `Lastname ${id}` };
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.put({ studentId: id, subjectId: 'MATH', firstName, lastName, ...inOther }),
    );
    expect((await save(id, [2, 25])).body).toMatchObject({ class_id: '1A', marks: { 1: 16, 2: 25 } });
    const eric = await new TestClient(server.url).signIn('eric', password);
    const refused = await eric.call(
      saveMarkCall,
      markInput1A({ student_id: id, assesment_number: 1, mark: 1, employee_id: 'T2', form_class_id: '1B' }),
    );
    expect(refused.status).toBe(403);
    const key = { studentId: id, year, term, subjectId: 'MATH' };
    const { record } = await readItems({ record: subjectRecordKey(key) });
    expect(record).toMatchObject({ classId: '1A', workSum: 41, workOutOf: 45 });
    expect(await line(id)).toMatchObject({ classId: '1A', page: `${year}#${term}#MATH#1A` });
  });
});
