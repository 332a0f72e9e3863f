import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listLinesOfStudent } from '#functions/marks/records/course-work.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addStudents, term, year, yearId } from '../../support/school/small-school.ts';

const { readMarkBook, readMarkBookAt, saveAssessment, saveMark } = markBookContract;
const { changeClass, readClassTermReports } = termReportsContract;
const { undoAct: undoReportChange } = undoContract;

describe('a change of class in the middle of a term', () => {
  const school = schoolForTests();
  const [mona, eric, admin] = [school.as('T1'), school.as('T2'), school.as('A1')];
  let studentId: string;
  let students = 0;

  /** `mona` has Mathematics in 1A, `eric` in 1B; each with assessments of their own. */
  const pageOf = (client: TestClient) => ({
    subject_id: 'MATH',
    academic_year_id: yearId,
    ...(client === mona ? { employee_id: 'T1', form_class_id: '1A' } : { employee_id: 'T2', form_class_id: '1B' }),
  });
  const mark = (client: TestClient, assesment_number: number, value: number | null, was: number | null = null) =>
    client.call(saveMark, { ...pageOf(client), term, student_id: studentId, assesment_number, mark: value, was });
  const rowOf = async (client: TestClient) => {
    const { body } = await client.call(readMarkBook, { ...pageOf(client), form_level: '1', term: String(term) });
    const row = body.students.find(({ id }) => id === studentId);
    return row && { marks: row.marks, earlier: row.earlier, percentage: row.percentage };
  };
  const courseMark = async (classId: string) => {
    const of = { class_id: classId, year: String(year), term: String(term) };
    const { data } = (await admin.call(readClassTermReports, of)).body;
    const record = data.find(({ student_id }) => student_id === studentId);
    return record?.table2_records.find(({ subject_id }) => subject_id === 'MATH')?.course_mark;
  };
  const then = async (client: TestClient, at: string) => {
    const of = { ...pageOf(client), form_level: '1', term: String(term), at };
    const { body } = await client.call(readMarkBookAt, of);
    return body.students.find((one) => one.student_id === studentId)?.marks;
  };
  /** What assessment 1 of the page became, in turn. */
  const cellHistory = async (client: TestClient, class_id: string) => {
    const of = { student_id: studentId, subject_id: 'MATH', class_id, year: String(year), term: String(term) };
    const { body } = await client.call(markSheetContract.readMarkHistory, { ...of, field: 'assessment 1' });
    return body.changes.map(({ after }) => after).reverse();
  };
  const move = async (class_id: string) =>
    (await admin.call(changeClass, { student_id: studentId, class_id })).body.undo;
  const undo = async (key: string | null) => (await admin.call(undoReportChange, { undo: key ?? '' })).status;
  const line = async () => {
    const [{ version: _, ...stored } = {} as never] = await listLinesOfStudent({ studentId, year, term });
    return stored;
  };
  const moment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const at = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return at;
  };

  beforeAll(async () => {
    for (const [client, number, total] of [
      [mona, 1, 20],
      [mona, 2, 30],
      [eric, 1, 10],
      [eric, 2, 40],
    ] as const) {
      const assessment = { form_level: 1, term, assesment_number: number, topic: 'Test', date: null, total };
      expect((await client.call(saveAssessment, { ...pageOf(client), ...assessment })).status).toBe(200);
    }
  });
  /** A student of 1A with 36 of 50: 72 %, 21.6 of 30. */
  beforeEach(async () => {
    students += 1;
    studentId = `C${students}`;
    await addStudents('1A', [studentId]);
    await mark(mona, 1, 16);
    await mark(mona, 2, 20);
  });

  it('keeps the course mark, and shows the new teacher what it comes from, in no assessment of that class', async () => {
    expect(await courseMark('1A')).toBe(21.6);
    await move('1B');
    expect(await rowOf(mona)).toBeUndefined();
    expect(await rowOf(eric)).toEqual({ marks: {}, earlier: { mark: 36, out_of: 50 }, percentage: 72 });
    expect(await courseMark('1B')).toBe(21.6);
  });

  it('lets the new teacher enter marks of the same numbers, and all count', async () => {
    await move('1B');
    const saved = await mark(eric, 1, 9);
    expect([saved.status, saved.body.marks]).toEqual([200, { 1: 9 }]);
    expect(await rowOf(eric)).toEqual({ marks: { 1: 9 }, earlier: { mark: 36, out_of: 50 }, percentage: 75 });
    expect(await courseMark('1B')).toBe(22.5);
    // A total of the new class is none of the old one's marks.
    expect((await mark(eric, 1, null, 9)).status).toBe(200);
    expect(await courseMark('1B')).toBe(21.6);
  });

  it('is undone with every mark where it was, and those entered since kept beside', async () => {
    const before = await line();
    const first = await move('1B');
    expect(await undo(first)).toBe(200);
    expect(await line()).toEqual(before);
    const second = await move('1B');
    await mark(eric, 1, 9);
    expect(await undo(second)).toBe(200);
    expect(await rowOf(mona)).toEqual({ marks: { 1: 16, 2: 20 }, earlier: { mark: 9, out_of: 10 }, percentage: 75 });
    expect(await courseMark('1A')).toBe(22.5);
    await move('1B');
    expect(await rowOf(eric)).toMatchObject({ marks: { 1: 9 }, earlier: { mark: 36, out_of: 50 } });
  });

  it('leaves each class the history of its own page', async () => {
    const atFirst = await moment();
    const key = await move('1B');
    await mark(eric, 1, 9);
    const there = await moment();
    await mark(eric, 1, 5, 9);
    expect([await then(eric, atFirst), await then(eric, there)]).toEqual([{}, { 1: 9 }]);
    expect(await cellHistory(eric, '1B')).toEqual([9, 5]);
    await undo(key);
    await mark(mona, 2, 30, 20);
    expect([await then(mona, atFirst), await then(mona, there)]).toEqual([{ 1: 16, 2: 20 }, {}]);
    expect(await cellHistory(mona, '1A')).toEqual([16]);
  });

  it('to another form and back shows the page as it was on either side', async () => {
    const atFirst = await moment();
    const key = await move('4A');
    expect(await courseMark('4A')).toBe(21.6);
    await undo(key);
    expect(await rowOf(mona)).toMatchObject({ marks: { 1: 16, 2: 20 }, earlier: null });
    await mark(mona, 2, 30, 20);
    expect(await then(mona, atFirst)).toEqual({ 1: 16, 2: 20 });
  });

  it('between two classes of one teacher in form 4 leaves the marks in their cells', async () => {
    const page4 = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, form_classes: ['4A', '4B'] };
    studentId = `${studentId}F4`;
    await addStudents('4A', [studentId]);
    const assessment = { form_level: 4, term, assesment_number: 1, topic: 'T', date: null, total: 20 };
    await mona.call(saveAssessment, { ...page4, ...assessment });
    const { form_classes: _, ...page } = page4;
    const typed = { ...page, form_class_id: '4A', term, student_id: studentId, assesment_number: 1, mark: 16 };
    expect((await mona.call(saveMark, typed)).status).toBe(200);
    await move('4B');
    const { body } = await mona.call(readMarkBook, {
      ...page,
      form_classes: '4A,4B',
      form_level: '4',
      term: String(term),
    });
    expect(body.students.find(({ id }) => id === studentId)).toMatchObject({
      class_id: '4B',
      marks: { 1: 16 },
      earlier: null,
      percentage: 80,
    });
    expect(await courseMark('4B')).toBe(24);
    expect(await line()).toMatchObject({ classId: '4B' });
  });

  it('is refused while somebody enters a mark at that very moment, or takes the mark along', async () => {
    const [saved, moved] = await Promise.all([
      mark(mona, 1, 17, 16),
      admin.call(changeClass, { student_id: studentId, class_id: '1B' }),
    ]);
    if (moved.status === 200) {
      expect(await rowOf(eric)).toMatchObject({ earlier: { mark: saved.status === 200 ? 37 : 36, out_of: 50 } });
    } else {
      expect([saved.status, moved.status]).toEqual([200, 409]);
      expect(await rowOf(mona)).toMatchObject({ marks: { 1: 17, 2: 20 } });
    }
  });
});
