import { beforeEach, describe, expect, it } from 'vitest';
import { listRemovedMarksOfAssessment } from '#functions/marks/mark-book/assessments/assessment-store.ts';
import {
  AssessmentEntity,
  assessmentKey,
  CourseWorkEntity,
  courseWorkKey,
} from '#functions/marks/records/course-work.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { deleteRecords, executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import {
  assessmentInput1A,
  clearPage1A,
  markInput1A,
  openPage1A,
  page1A,
  readCourseMark1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

const { deleteAssessment, restoreAssessment } = markBookContract;
const page = `${year}#${term}#MATH#1A`;

describe('an assessment that is deleted', () => {
  const server = schoolForTests();
  const mona = server.as('T1');

  type Named = RawInput<typeof deleteAssessment>;
  const named = (assesment_number: number, change: Partial<Named> = {}): Named => ({
    ...page1A,
    form_level: 1,
    term,
    assesment_number,
    ...change,
  });
  const remove = (number = 6, headers = {}) => mona.call(deleteAssessment, named(number), headers);
  const restore = (number = 6, headers = {}) => mona.call(restoreAssessment, named(number), headers);
  const mark = (student_id: string, assesment_number: number, value: number | null) =>
    mona.call(saveMarkCall, markInput1A({ student_id, assesment_number, mark: value }));
  const stored = async () => (await openPage1A(mona)).body.assesments;
  const student = async (id: string) => (await openPage1A(mona)).body.students.find((one) => one.id === id);
  const item = async (number = 6) => {
    return (await readItems({ assessment: assessmentKey(page, number) })).assessment;
  };

  const courseWorkOf = async (studentId: string) => {
    return CourseWorkEntity.get({ studentId, year, term, subjectId: 'MATH' });
  };

  beforeEach(async () => {
    await clearPage1A();
    await deleteRecords(AssessmentEntity, [
      { page, number: 6 },
      { page, number: 7 },
    ]);
    await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 20 }));
    expect((await mona.call(saveAssessment, assessmentInput1A({ total: 50 }))).body.assesment_number).toBe(6);
    await mark('S01', 1, 10);
    await mark('S01', 6, 50);
    await mark('S02', 6, 20);
  });

  it('leaves the page with its marks, and the percentages and course marks follow', async () => {
    expect(await student('S01')).toMatchObject({ marks: { 1: 10, 6: 50 }, percentage: 85.7 });
    const { status, body } = await remove();
    expect(status).toBe(200);
    expect(body.assesment_number).toBe(6);
    expect((await stored()).map((one) => one.assesment_number)).toEqual([1, 2, 3, 4, 5]);
    expect(await student('S01')).toMatchObject({ marks: { 1: 10 }, percentage: 50 });
    expect(await student('S02')).toMatchObject({ marks: {}, percentage: null });
    expect(await readCourseMark1A(mona, 'S01')).toBe(15);
    expect(await readCourseMark1A(mona, 'S02')).toBeNull();
  });

  it('comes back with its marks when that is undone', async () => {
    await remove();
    const { status, body } = await restore();
    expect([status, body.assesment_number, body.total]).toEqual([200, 6, 50]);
    expect(await student('S01')).toMatchObject({ marks: { 1: 10, 6: 50 }, percentage: 85.7 });
    expect(await student('S02')).toMatchObject({ marks: { 6: 20 }, percentage: 40 });
    expect(await readCourseMark1A(mona, 'S02')).toBe(12);
    expect(await item()).not.toHaveProperty('expires');
  });

  it('is kept thirty days, its marks with it, and then neither is to be had', async () => {
    const { body } = await remove();
    const inThirtyDays = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Port_of_Spain' }).format(
      Date.now() + 30 * 86_400_000,
    );
    expect(body.kept_until).toBe(inThirtyDays);
    const deleted = await item();
    const marks = await listRemovedMarksOfAssessment(page, 6, deleted?.deletedAt ?? '');
    expect(marks.map(({ studentId, mark: { mark: value }, expires }) => [studentId, value, expires])).toEqual([
      ['S01', 50, deleted?.expires],
      ['S02', 20, deleted?.expires],
    ]);
    // DynamoDB removes what has expired some time later; until then it counts as gone.
    await executeActionOfTest(
      AssessmentEntity.update({ page, number: 6 }, { set: { expires: Math.floor(Date.now() / 1000) - 1 } }),
    );
    const { status, error } = await restore();
    expect([status, error?.message]).toEqual([404, [markBookRefusals.assessmentExpired]]);
  });

  it('takes no marks, no edit, and leaves its number alone', async () => {
    await remove();
    const refused = await mark('S03', 6, 5);
    expect([refused.status, refused.error?.fields]).toEqual([422, { mark: [markBookRefusals.assessmentDeleted] }]);
    const edited = await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 6, total: 60 }));
    expect([edited.status, edited.error?.fields]).toEqual([
      422,
      { assesment_number: [markBookRefusals.noSuchAssessment] },
    ]);
    expect((await mona.call(saveAssessment, assessmentInput1A())).body.assesment_number).toBe(7);
    await restore();
    expect((await stored()).map((one) => one.assesment_number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('brings back only the marks of its last deletion', async () => {
    await remove();
    await restore();
    await mark('S02', 6, null);
    await remove();
    await restore();
    expect((await student('S02'))?.marks).toEqual({});
    expect((await student('S01'))?.marks).toEqual({ 1: 10, 6: 50 });
  });

  it('restores no mark of a student who changed class since: the number is another assessment there', async () => {
    const admin = await new TestClient(server.url).signIn('admin', password);
    const eric = await new TestClient(server.url).signIn('eric', password);
    const move = async (class_id: string) =>
      expect((await admin.call(termReportsContract.changeClass, { student_id: 'S02', class_id })).status).toBe(200);
    const of1B = { ...page1A, employee_id: 'T2', form_class_id: '1B' };
    await remove();
    await move('1B');
    try {
      await eric.call(saveAssessment, assessmentInput1A({ ...of1B, assesment_number: 1, total: 10 }));
      const typed = markInput1A({ ...of1B, student_id: 'S02', assesment_number: 1, mark: 4 });
      expect((await eric.call(saveMarkCall, typed)).status).toBe(200);
      expect((await restore()).status).toBe(200);
      expect(await student('S01')).toMatchObject({ marks: { 1: 10, 6: 50 } });
      const line = await courseWorkOf('S02');
      expect(line?.marks).toEqual({ 1: expect.objectContaining({ mark: 4 }) });
    } finally {
      await move('1A');
    }
  });

  it('is completed by a repeated call after a crash, when it is deleted and when it is restored', async () => {
    const key = { studentId: 'S02', year, term, subjectId: 'MATH' };
    const lineOf = async () => (await readItems({ line: courseWorkKey(key) })).line as NonNullable<unknown>;
    const before = await lineOf();
    await remove();
    const after = await lineOf();
    // As if the process had ended before this line.
    await executeActionOfTest(CourseWorkEntity.put(before as never));
    await remove();
    expect((await student('S02'))?.marks).toEqual({});
    await executeActionOfTest(CourseWorkEntity.put(after as never));
    await restore();
    expect((await student('S02'))?.marks).toEqual({ 6: 20 });
  });

  it('includes a mark that is saved concurrently', async () => {
    const answers = await Promise.all([remove(), ...['S03', 'S04', 'S05', 'S06'].map((id) => mark(id, 6, 30))]);
    expect(answers[0]?.status).toBe(200);
    for (const { status } of answers.slice(1)) expect([200, 422]).toContain(status);
    const { students } = (await openPage1A(mona)).body;
    expect(students.filter(({ marks }) => '6' in marks)).toEqual([]);
  });

  it('is refused for the first five and for one that does not exist', async () => {
    for (const number of [1, 5]) {
      const { status, error } = await remove(number);
      expect([status, error?.fields]).toEqual([
        422,
        { assesment_number: ['The first 5 assessments of a page cannot be deleted.'] },
      ]);
    }
    expect((await remove(9)).status).toBe(404);
    expect((await restore(9)).status).toBe(404);
  });

  it('is audited with what went, and with what came back', async () => {
    await remove();
    await restore();
    const ofPage = (await listAuditTrail(`page#${page}`)).slice(-2).map(({ changes }) => changes[0]);
    expect(ofPage).toMatchObject([
      { field: 'assessment 6', before: { number: 6, total: 50 }, after: null },
      { field: 'assessment 6', before: null, after: { number: 6, total: 50 } },
    ]);
    const ofStudent = (await listAuditTrail(`student#S02#${year}#${term}#MATH`))
      .slice(-2)
      .map(({ changes }) => changes[0]);
    expect(ofStudent).toEqual([
      { field: 'assessment 6', before: 20, after: null },
      { field: 'assessment 6', before: null, after: 20 },
    ]);
  });
});
