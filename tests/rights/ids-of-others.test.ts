import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LessonEntity } from '#functions/people/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { studentsContract } from '#shared/students/contract.ts';
import type { RunningSchool } from '../../local/school.ts';
import { clientOfAccount, startSchoolOfCallers } from '../support/callers/callers.ts';
import { testPictureName } from '../support/pictures.ts';
import { executeActionOfTest } from '../support/school/records.ts';
import { term, year, yearId } from '../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../support/school/table-content.ts';

const { saveAssessment, saveMark } = markBookContract;
const { readMarkHistory, saveSubjectRecord } = markSheetContract;
const { readStudentPicture } = studentsContract;

const assessment = {
  employee_id: 'T1',
  subject_id: 'MATH',
  academic_year_id: yearId,
  term,
  form_classes: ['4A', '4B'],
  form_level: 4,
  topic: 'Surds',
  date: null,
  total: 20,
};
const mark = {
  employee_id: 'T1',
  subject_id: 'MATH',
  academic_year_id: yearId,
  term,
  student_id: 'S41',
  assesment_number: 1,
  mark: 5,
};
const record = { student_id: 'S41', subject_id: 'MATH', year, term, exam_mark: 50 };

/** Ids that are right each by itself and do not belong together: the matrix names only what belongs together. */
describe('ids of others', () => {
  let school: RunningSchool;

  beforeAll(async () => {
    school = await startSchoolOfCallers();
  });
  afterAll(() => school.stop());

  it.each([
    {
      mixture: 'a class that the teacher does not teach',
      change: { form_classes: ['4A', '1A'], form_level: 4 },
      status: 422,
    },
    { mixture: 'a subject that the teacher does not teach', change: { subject_id: 'ENGL' }, status: 403 },
    { mixture: 'a subject that there is not', change: { subject_id: 'NOPE' }, status: 403 },
    { mixture: 'another teacher', change: { employee_id: 'T2' }, status: 403 },
    { mixture: 'another year', change: { academic_year_id: '20262027' }, status: 403 },
  ])('keep a teacher from an assessment of $mixture', async ({ change, status }) => {
    const before = await readTableContent();
    const client = await clientOfAccount(school.url, 'T1');
    expect((await client.call(saveAssessment, { ...assessment, ...change })).status).toBe(status);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it.each([
    { mixture: 'a subject that there is not', change: { subject_id: 'NOPE' } },
    { mixture: 'a teacher without that lesson', change: { employee_id: 'T2' } },
    { mixture: 'nobody', change: { employee_id: 'nobody' } },
    { mixture: 'another year', change: { academic_year_id: '20262027' } },
  ])('keep the office from an assessment of $mixture', async ({ change }) => {
    const before = await readTableContent();
    const client = await clientOfAccount(school.url, 'A1');
    expect((await client.call(saveAssessment, { ...assessment, ...change })).status).toBe(404);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it.each([
    { mixture: 'a student of a class of somebody else', change: { student_id: 'S11' } },
    { mixture: 'a student whom nobody knows', change: { student_id: 'S99' } },
    { mixture: 'a subject that the teacher does not teach', change: { subject_id: 'ENGL' } },
    { mixture: 'another year', change: { year: year + 1, academic_year_id: '20262027' } },
  ])('keep a teacher from marks of $mixture, and do not tell which it was', async ({ change }) => {
    const before = await readTableContent();
    const client = await clientOfAccount(school.url, 'T1');
    const { year: otherYear, academic_year_id, ...ids } = { year, academic_year_id: yearId, ...change };
    const answers = [
      await client.call(saveSubjectRecord, { ...record, ...ids, year: otherYear }),
      await client.call(saveSubjectRecord, { ...record, ...ids, year: otherYear, class_id: '4A' }),
      await client.call(saveSubjectRecord, { ...record, ...ids, year: otherYear, employee_id: 'T2', class_id: '1B' }),
      await client.call(saveMark, { ...mark, ...ids, academic_year_id }),
      await client.call(saveMark, { ...mark, ...ids, academic_year_id, employee_id: 'T2' }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: answers[0]?.body });
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('take from a caller neither who enters a mark nor the course mark', async () => {
    const client = await clientOfAccount(school.url, 'T1');
    const claimed = { employee_id: 'T2', course_mark: 30, name: 'Somebody Else', registered: false };
    const { body } = await client.call(saveSubjectRecord, { ...record, ...claimed });
    expect(body).toMatchObject({
      employee_id: 'T1',
      course_mark: null,
      name: 'Lastname S41, Pupil S41',
      registered: true,
    });
  });

  it('keep a teacher from the students of a colleague in the same class and subject', async () => {
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T2', year, subjectId: 'MATH', classId: '4A', formLevel: 4 }),
    );
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S41', subjectId: 'MATH' }, { set: { employeeId: 'T2' } }),
    );
    const before = await readTableContent();
    const [mona, eric] = await Promise.all([clientOfAccount(school.url, 'T1'), clientOfAccount(school.url, 'T2')]);
    const cell = { student_id: 'S41', subject_id: 'MATH', year: String(year), term: '1' as const, field: 'exam_mark' };
    const asked = (client: typeof mona) => [
      client.call(saveSubjectRecord, { ...record, class_id: '4A' }),
      client.call(saveSubjectRecord, record),
      client.call(readMarkHistory, { ...cell, class_id: '4A' }),
      client.call(readMarkHistory, cell),
      client.call(readStudentPicture, { picture: testPictureName('S41') }),
    ];
    const answers = await Promise.all([...asked(mona), mona.call(saveMark, mark)]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await listChangesSince(before)).toEqual([]);
    const allowed = await Promise.all(asked(eric));
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S41', subjectId: 'MATH' }, { remove: ['employeeId'] }),
    );
  });
});
