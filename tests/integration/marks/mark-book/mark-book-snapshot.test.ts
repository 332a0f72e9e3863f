import { beforeEach, describe, expect, it } from 'vitest';
import { CourseWorkEntity } from '#functions/marks/records/course-work.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markBookRefusals, markSheetRefusals } from '#shared/marks/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { assessmentInput1A, clearPage1A, markInput1A, openPage1A, page1A, readCourseMark1A } from './mark-book-page.ts';

const { deleteAssessment, readMarkBookAt, restoreMarkBook, saveAssessment, saveMark } = markBookContract;

const server = schoolForTests();
const [mona, admin] = [server.as('T1'), server.as('A1')];

const mark = async (studentId: string, number: number, value: number | null, client = mona) => {
  const input = markInput1A({ student_id: studentId, assesment_number: number, mark: value });
  expect((await client.call(saveMark, input)).status).toBe(200);
};
const assessment = async (change: Parameters<typeof assessmentInput1A>[0], client = mona) => {
  const { status, body } = await client.call(saveAssessment, assessmentInput1A(change));
  expect(status).toBe(200);
  return body.assesment_number;
};
const remove = (number: number) =>
  mona.call(deleteAssessment, { ...page1A, form_level: 1, term, assesment_number: number });
const at = async (moment: string, client = mona) =>
  client.call(readMarkBookAt, { ...page1A, form_level: '1', term: String(term), at: moment });
/** A moment between two changes: the clock of the trail has milliseconds. */
const moment = async () => {
  await new Promise((resolve) => setTimeout(resolve, 8));
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 8));
  return now;
};
type Changes = Pick<RawInput<typeof restoreMarkBook>, 'assesments' | 'marks'>;
const changesOf = async (moment: string): Promise<Changes> => {
  const { assesments, marks } = (await at(moment)).body.changes;
  return {
    assesments: assesments.map(({ assesment_number, now }) => ({ assesment_number, now })),
    marks: marks.map(({ student_id, assesment_number, now }) => ({ student_id, assesment_number, now })),
  };
};
const restore = async (moment: string, changes: Changes, key?: string) =>
  mona.call(
    restoreMarkBook,
    { ...page1A, form_level: 1, term, at: moment, ...changes },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const page = async () => {
  const { body } = await openPage1A(mona);
  const marks = Object.fromEntries(
    body.students.filter((one) => Object.keys(one.marks).length > 0).map((one) => [one.id, one.marks]),
  );
  const named = body.assesments.filter(({ topic, total }) => topic !== null || total !== null);
  return {
    marks,
    assessments: Object.fromEntries(
      named.map(({ assesment_number, topic, total }) => [assesment_number, [topic, total]]),
    ),
  };
};

beforeEach(async () => {
  await clearPage1A();
  await assessment({ assesment_number: 1, topic: 'Fractions', total: 20 });
  expect(await assessment({ topic: 'Quiz', total: 50 })).toBe(6);
  await mark('S01', 1, 12);
  await mark('S01', 6, 40);
  await mark('S02', 6, 30);
});

describe('a page of the mark book at a moment', () => {
  it('shows assessments and marks of that moment, and who has changed what since', async () => {
    const then = await moment();
    await mark('S01', 1, 15, admin);
    await mark('S02', 1, 9);
    await assessment({ assesment_number: 1, topic: 'Decimals', total: 25 }, admin);
    const { body } = await at(then);
    expect(body.students.find((one) => one.student_id === 'S01')?.marks).toEqual({ 1: 12, 6: 40 });
    expect(body.students.find((one) => one.student_id === 'S02')?.marks).toEqual({ 6: 30 });
    expect(body.assesments.find((one) => one.assesment_number === 1)?.details).toMatchObject({
      topic: 'Fractions',
      total: 20,
    });
    expect(body.changes.marks).toMatchObject([
      { student_id: 'S01', assesment_number: 1, was: 12, now: 15, by: 'Ada Office' },
      { student_id: 'S02', assesment_number: 1, was: null, now: 9, by: 'Mona Núñez' },
    ]);
    expect(body.changes.assesments).toMatchObject([
      { assesment_number: 1, was: { topic: 'Fractions' }, now: { topic: 'Decimals', total: 25 }, by: 'Ada Office' },
    ]);
  });

  it('has no marks of the page that a student was on then, nor of the time there', async () => {
    const eric = await clientOfAccount(server.url, 'T2');
    const of1B = { ...page1A, employee_id: 'T2', form_class_id: '1B' };
    const move = async (class_id: string) =>
      expect((await admin.call(termReportsContract.changeClass, { student_id: 'S02', class_id })).status).toBe(200);
    await mark('S02', 1, 5);
    const in1A = await moment();
    await move('1B');
    await eric.call(saveAssessment, assessmentInput1A({ ...of1B, assesment_number: 1, topic: 'Sets', total: 10 }));
    const typed = { ...markInput1A({ ...of1B, student_id: 'S02', assesment_number: 1, mark: 4 }) };
    expect((await eric.call(saveMark, typed)).status).toBe(200);
    const in1B = await moment();
    expect((await eric.call(saveMark, { ...typed, mark: 7 })).status).toBe(200);
    const of = (when: string) => eric.call(readMarkBookAt, { ...of1B, form_level: '1', term: String(term), at: when });
    // Before the move nothing of 1B was the student's: neither the 5 of 1A nor what came later.
    const before = (await of(in1A)).body;
    expect(before.students.find((one) => one.student_id === 'S02')?.marks ?? {}).toEqual({});
    expect(before.changes.marks).toMatchObject([{ student_id: 'S02', assesment_number: 1, was: null, now: 7 }]);
    const later = (await of(in1B)).body;
    expect(later.students.find((one) => one.student_id === 'S02')?.marks).toEqual({ 1: 4 });
    expect(later.changes.marks).toMatchObject([{ student_id: 'S02', assesment_number: 1, was: 4, now: 7 }]);
    // Back in 1A the marks of 1A are there again: what was typed in 1B under the same number has changed none of them.
    await move('1A');
    await mark('S02', 1, 6);
    const again = (await at(in1A)).body;
    expect(again.students.find((one) => one.student_id === 'S02')?.marks).toMatchObject({ 1: 5 });
    expect(again.changes.marks.find(({ student_id: id }) => id === 'S02')).toMatchObject({ was: 5, now: 6 });
    await executeActionOfTest(CourseWorkEntity.delete({ studentId: 'S02', year, term, subjectId: 'MATH' }));
  });
});

describe('restoring a page of the mark book', () => {
  it('restores marks, details and course marks, once under a key, and can be undone', async () => {
    const before = await page();
    const course = await readCourseMark1A(mona, 'S01');
    const then = await moment();
    await mark('S01', 1, 3);
    await mark('S02', 6, null);
    await mark('S03', 6, 11);
    await assessment({ assesment_number: 1, topic: 'Decimals', total: 10 });
    const after = await page();
    const changes = await changesOf(then);
    expect([changes.assesments.length, changes.marks.length]).toEqual([1, 3]);

    const { status, body } = await restore(then, changes, 'restore-key-1');
    expect([status, body.restored, body.left]).toEqual([200, 4, { assesments: [], marks: [] }]);
    expect(await page()).toEqual(before);
    expect(await readCourseMark1A(mona, 'S01')).toBe(course);

    // Somebody types on, and the very request comes again: it changes nothing twice.
    await mark('S01', 1, 19);
    await restore(then, changes, 'restore-key-1');
    expect((await page()).marks.S01).toEqual({ 1: 19, 6: 40 });
    await mark('S01', 1, 12);

    const back = await restore(body.undo_at, await changesOf(body.undo_at));
    expect(back.body.left).toEqual({ assesments: [], marks: [] });
    expect(await page()).toEqual(after);
  });

  it('is in the history of a cell with the moment that it restored', async () => {
    const then = await moment();
    await mark('S01', 1, 3);
    await restore(then, await changesOf(then));
    const cell = { student_id: 'S01', subject_id: 'MATH', class_id: '1A', year: String(year), term: '1' };
    const { body } = await mona.call(markSheetContract.readMarkHistory, { ...cell, field: 'assessment 1' });
    expect(body.changes[0]).toMatchObject({ before: 3, after: 12, restored_to: then, by: 'Mona Núñez' });
  });

  it('leaves and names what somebody changed since it was shown, with name and time', async () => {
    const then = await moment();
    await mark('S01', 1, 3);
    await mark('S02', 6, 31);
    await assessment({ assesment_number: 1, topic: 'Decimals', total: 20 });
    const changes = await changesOf(then);
    await mark('S01', 1, 4, admin);
    await assessment({ assesment_number: 1, topic: 'Surds', total: 20 }, admin);
    const { body } = await restore(then, changes);
    expect(body.restored).toBe(1);
    expect(body.left.marks).toMatchObject([
      {
        student_id: 'S01',
        assesment_number: 1,
        was: 12,
        now: 4,
        by: 'Ada Office',
        reason: markSheetRefusals.changedMeanwhile,
      },
    ]);
    expect(body.left.assesments).toMatchObject([
      { assesment_number: 1, now: { topic: 'Surds' }, by: 'Ada Office', reason: markSheetRefusals.changedMeanwhile },
    ]);
    expect(await page()).toMatchObject({
      marks: { S01: { 1: 4, 6: 40 }, S02: { 6: 30 } },
      assessments: { 1: ['Surds', 20] },
    });
  });

  it('restores a deleted assessment with its marks, and can be undone', async () => {
    const before = await page();
    const then = await moment();
    await mark('S01', 6, 10);
    await assessment({ assesment_number: 6, topic: 'Test', total: 60 });
    await remove(6);
    const after = await page();
    expect(after.assessments).not.toHaveProperty('6');
    const { body } = await at(then);
    expect(body.changes.assesments).toMatchObject([
      { assesment_number: 6, was: { topic: 'Quiz', total: 50 }, now: null },
    ]);
    const restored = await restore(then, await changesOf(then));
    expect(restored.body.left).toEqual({ assesments: [], marks: [] });
    expect(await page()).toEqual(before);
    await restore(restored.body.undo_at, await changesOf(restored.body.undo_at));
    expect(await page()).toEqual(after);
  });

  it('deletes an assessment that was added since, and blanks one of the first five', async () => {
    const then = await moment();
    const before = await page();
    expect(await assessment({ topic: 'Extra', total: 10 })).toBe(7);
    await mark('S01', 7, 8);
    await assessment({ assesment_number: 2, topic: 'Angles', total: 30 });
    await mark('S02', 2, 30);
    const after = await page();
    const { body } = await restore(then, await changesOf(then));
    expect(body.left).toEqual({ assesments: [], marks: [] });
    expect(await page()).toEqual(before);
    await restore(body.undo_at, await changesOf(body.undo_at));
    expect(await page()).toEqual(after);
  });

  it('says why a total does not go back under marks that stay', async () => {
    const then = await moment();
    await assessment({ assesment_number: 1, topic: 'Fractions', total: 40 });
    await mark('S03', 1, 35);
    const changes = await changesOf(then);
    const { body } = await restore(then, { ...changes, marks: [] });
    expect(body.left.assesments).toMatchObject([{ assesment_number: 1, reason: '1 student has a mark above 20.' }]);
    expect((await page()).assessments).toMatchObject({ 1: ['Fractions', 40] });
  });

  it('takes no student of another page', async () => {
    const then = await moment();
    const { body } = await restore(then, {
      assesments: [],
      marks: [{ student_id: 'S11', assesment_number: 1, now: null }],
    });
    expect(body.left.marks).toMatchObject([{ student_id: 'S11', reason: markBookRefusals.studentNotOnPage }]);
  });
});
