import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courseWorkKey, toLineOnPage } from '#functions/marks/records/course-work.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { readItems } from '#functions/platform/table/table.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import {
  assessmentInput1A,
  clearPage1A,
  type MarkInput,
  markInput1A,
  openPage1A,
  page1A,
  readCourseMark1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

const school = schoolForTests();

describe('who may open and save the marks of a mark book page', () => {
  const [mona, admin] = [school.as('T1'), school.as('A1')];

  beforeAll(async () => {
    await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 20 }));
    await save('S01', 12);
  });

  const save = (studentId: string, mark: number) =>
    mona.call(saveMarkCall, markInput1A({ student_id: studentId, assesment_number: 1, mark }));
  const line = async (studentId: string) => {
    return (await readItems({ line: courseWorkKey({ studentId, year, term, subjectId: 'MATH' }) })).line;
  };

  describe('of an admin', () => {
    it('are entered for the teacher, and say who entered them', async () => {
      expect((await openPage1A(admin)).status).toBe(200);
      const saved = await admin.call(saveMarkCall, markInput1A({ student_id: 'S02', assesment_number: 1, mark: 6 }));
      expect(saved.status).toBe(200);
      expect((await line('S02'))?.marks[1]).toMatchObject({ mark: 6, outOf: 20, by: 'Ada Office' });
      const { students } = (await openPage1A(mona)).body;
      expect(students.find(({ id }) => id === 'S02')?.marks).toEqual({ 1: 6 });
      expect(await readCourseMark1A(mona, 'S02')).toBe(9);
    });

    it('answer 404 for a student who does not take the subject, or is not the teacher’s', async () => {
      const attempt = async (change: Partial<MarkInput>) => {
        const input = markInput1A({ student_id: 'S01', assesment_number: 1, mark: 6, ...change });
        const { status, error } = await admin.call(saveMarkCall, input);
        return [status, error?.message[0]];
      };
      const noStudent = markBookRefusals.studentNotTaught;
      const noLesson = markBookRefusals.notTaught;
      expect(await attempt({ student_id: 'S99' })).toEqual([404, noStudent]);
      expect(await attempt({ subject_id: 'PHYS' })).toEqual([404, noStudent]);
      expect(await attempt({ employee_id: 'T3' })).toEqual([404, noLesson]);
      expect(await attempt({ student_id: 'S11' })).toEqual([404, noLesson]);
    });
  });

  it('are not taken for the assessment of that number in another class of the same teacher', async () => {
    const also1B = { employeeId: 'T1', year, subjectId: 'MATH', classId: '1B' };
    await executeActionOfTest(LessonEntity.put({ ...also1B, formLevel: 1 }));
    const before = await line('S03');
    const typed = markInput1A({ student_id: 'S03', assesment_number: 1, mark: 3, form_class_id: '1B' });
    const { status, error } = await mona.call(saveMarkCall, typed);
    expect([status, error?.message[0]]).toEqual([409, markBookRefusals.studentMoved]);
    expect(await line('S03')).toEqual(before);
    await executeActionOfTest(LessonEntity.delete(also1B));
  });
});

describe('several marks of a student in one save', () => {
  type Input = RawInput<typeof saveMarkCall>;
  const mona = school.as('T1');

  beforeEach(async () => {
    await clearPage1A();
    for (const assesment_number of [1, 2]) {
      await mona.call(saveAssessment, assessmentInput1A({ assesment_number, total: 20 }));
    }
  });

  const save = (marks: Input['marks'], change: Partial<Input> = {}) =>
    mona.call(saveMarkCall, { ...page1A, term, student_id: 'S01', marks, ...change });
  const student = async () => (await openPage1A(mona)).body.students.find(({ id }) => id === 'S01');

  it('are stored together, with one transaction', async () => {
    const requests = await recordTraffic(async () => {
      const { body } = await save([
        { assesment_number: 1, mark: 20 },
        { assesment_number: 2, mark: 13 },
      ]);
      expect(body).toMatchObject({ marks: { 1: 20, 2: 13 }, percentage: 82.5 });
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect(await readCourseMark1A(mona, 'S01')).toBe(24.8);
  });

  it('are all refused where one is, under its assessment’s name', async () => {
    const { status, error } = await save([
      { assesment_number: 1, mark: 20 },
      { assesment_number: 2, mark: 21 },
    ]);
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ 'assessment 2': ['Mark Entered is greater than the assigned total.'] });
    expect((await save([{ assesment_number: 3, mark: 1 }])).error?.fields).toEqual({
      'assessment 3': ['Assesment has no Total. Please Edit Assesment and enter Total to continue.'],
    });
    expect((await student())?.marks).toEqual({});
  });

  it('meet another’s change as a conflict of that assessment alone', async () => {
    await save([{ assesment_number: 2, mark: 5 }]);
    const { status, error } = await save([
      { assesment_number: 1, mark: 20, was: null },
      { assesment_number: 2, mark: 6, was: null },
    ]);
    expect(status).toBe(409);
    expect(error?.conflict).toMatchObject({ field: 'assessment 2', yours: 6, theirs: 5, by: 'Mona Núñez' });
    expect((await student())?.marks).toEqual({ 2: 5 });
  });

  it.each<[string, Partial<Input>, string]>([
    ['one mark beside the list', { assesment_number: 1, mark: 2 }, 'mark'],
    ['a number beside the list', { assesment_number: 1 }, 'assesment_number'],
    ['neither', { marks: undefined }, 'mark'],
    ['an empty list', { marks: [] }, 'marks'],
    ['an assessment twice', { marks: [1, 2].map((mark) => ({ assesment_number: 1, mark })) }, 'marks'],
  ])('are refused with %s', async (_what, change, field) => {
    const { status, error } = await save([{ assesment_number: 1, mark: 3 }], change);
    expect(status).toBe(422);
    expect(Object.keys(error?.fields ?? {})).toContain(field);
  });
});

describe('the note on a mark of an assessment', () => {
  const [mona, office] = [school.as('T1'), school.as('A1')];
  beforeEach(async () => {
    await clearPage1A();
    // Without a number it is the sixth.
    for (const numbered of [{ assesment_number: 1 }, {}]) {
      expect((await mona.call(saveAssessment, assessmentInput1A(numbered))).status).toBe(200);
    }
  });
  const note = (change: Pick<MarkInput, 'note' | 'note_was'> & Partial<MarkInput>, client = mona, headers = {}) =>
    client.call(saveMarkCall, { ...page1A, term, student_id: 'S01', assesment_number: 1, ...change }, headers);
  const type = (mark: number | null, change: Partial<MarkInput> = {}) =>
    mona.call(saveMarkCall, markInput1A({ student_id: 'S01', assesment_number: 1, mark, ...change }));
  const rowOf = async (studentId = 'S01') => (await openPage1A(mona)).body.students.find(({ id }) => id === studentId);
  it('is stored beside the mark, and neither changes the other', async () => {
    await type(15);
    const saved = await note({ note: '  Handed in late, with a letter. ', note_was: null });
    expect(saved.body).toMatchObject({ marks: { 1: 15 }, notes: { 1: 'Handed in late, with a letter.' } });
    await type(16, { was: 15 });
    expect(await rowOf()).toMatchObject({ marks: { 1: 16 }, notes: { 1: 'Handed in late, with a letter.' } });
    expect(await readCourseMark1A(mona, 'S01')).toBe(24);
    await note({ note: null, note_was: 'Handed in late, with a letter.' });
    expect(await rowOf()).toMatchObject({ marks: { 1: 16 }, notes: {} });
  });

  it('stays when the mark is cleared and entered again, and is no mark by itself', async () => {
    await type(15);
    await note({ note: 'Ill; writes it on Monday.' });
    expect((await type(null)).body).toMatchObject({
      marks: {},
      percentage: null,
      notes: { 1: 'Ill; writes it on Monday.' },
    });
    expect(await readCourseMark1A(mona, 'S01')).toBeNull();
    // A total may be changed as if nobody had a mark.
    expect((await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 10 }))).status).toBe(200);
    expect((await type(9)).body).toMatchObject({ marks: { 1: 9 }, percentage: 90, notes: { 1: expect.any(String) } });
    // Where there is neither, nothing is kept.
    await type(null);
    await note({ note: '' });
    const { line } = await readItems({ line: courseWorkKey({ studentId: 'S01', year, term, subjectId: 'MATH' }) });
    expect(line?.marks).toEqual({});
  });

  it('is refused when it is too long, or on an assessment that is not there', async () => {
    expect((await note({ note: 'x'.repeat(201) })).error?.fields).toEqual({ note: ['At most 200 characters.'] });
    expect((await note({ note: 'x'.repeat(200) })).status).toBe(200);
    expect((await note({ note: 'Late', assesment_number: 9 })).error?.fields?.note).toEqual([
      markBookRefusals.noSuchAssessment,
    ]);
    expect((await note({ note: 'Of an assessment without a total', assesment_number: 2 })).status).toBe(200);
    expect((await mona.call(saveMarkCall, { ...page1A, term, student_id: 'S01', assesment_number: 1 })).status).toBe(
      422,
    );
    const eric = await clientOfAccount(school.url, 'T2');
    expect((await note({ note: 'Not mine' }, eric)).status).toBe(403);
  });

  it('is answered 409 with what is there where somebody else changed it; a mark changed meanwhile is no conflict', async () => {
    await note({ note: 'Absent with leave', note_was: null }, office);
    const late = await note({ note: 'Late', note_was: null });
    expect([late.status, late.error?.conflict]).toEqual([
      409,
      {
        field: 'note',
        yours: 'Late',
        theirs: 'Absent with leave',
        by: 'Ada Office',
        at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    expect((await type(12, { was: null })).status).toBe(200);
    const mark = await type(13, { was: 11 });
    // The mark is Mona's, though the note beside it is the office's.
    expect(mark.error?.conflict).toMatchObject({ field: 'assessment 1', theirs: 12, by: 'Mona Núñez' });
    expect((await note({ note: 'Late', note_was: 'Absent with leave' })).status).toBe(200);
  });

  it('is stored once under one key, and is in the history of the mark', async () => {
    const headers = { 'Idempotency-Key': 'note-once' };
    expect((await note({ note: 'First', note_was: null }, mona, headers)).status).toBe(200);
    await note({ note: 'Second', note_was: 'First' });
    expect((await note({ note: 'First', note_was: null }, mona, headers)).status).toBe(200);
    expect((await rowOf())?.notes).toEqual({ 1: 'Second' });
    const { body } = await mona.call(markSheetContract.readMarkHistory, {
      student_id: 'S01',
      subject_id: 'MATH',
      class_id: '1A',
      year: String(year),
      term: String(term),
      field: 'assessment 1',
    });
    expect(body.changes.slice(0, 2).map(({ before, after }) => [before, after])).toEqual([
      ['First', 'Second'],
      [null, 'First'],
    ]);
  });

  it('goes with its assessment and comes back with it, with a mark or alone', async () => {
    await type(15, { assesment_number: 6 });
    await note({ note: 'With a mark', assesment_number: 6 });
    await note({ note: 'Alone', assesment_number: 6, student_id: 'S02' });
    const { deleteAssessment, restoreAssessment } = markBookContract;
    const ofSix = { ...page1A, form_level: 1, term, assesment_number: 6 };
    expect((await mona.call(deleteAssessment, ofSix)).status).toBe(200);
    expect([(await rowOf())?.notes, (await rowOf('S02'))?.notes]).toEqual([{}, {}]);
    expect((await mona.call(restoreAssessment, ofSix)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ marks: { 6: 15 }, notes: { 6: 'With a mark' } });
    expect(await rowOf('S02')).toMatchObject({ marks: {}, notes: { 6: 'Alone' }, percentage: null });
  });

  it('follows a student who changes class and comes back', async () => {
    await type(15);
    await note({ note: 'Kept' });
    const { line } = await readItems({ line: courseWorkKey({ studentId: 'S01', year, term, subjectId: 'MATH' }) });
    if (!line) throw new Error('there is no line');
    const there = toLineOnPage(line, `${year}#${term}#MATH#1B`);
    expect(Object.values(there.marks).map((mark) => mark.note?.text)).toEqual(['Kept']);
    expect(toLineOnPage(there, line.page)).toEqual(line);
  });
});
