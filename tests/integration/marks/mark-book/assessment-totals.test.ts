import { beforeEach, describe, expect, it } from 'vitest';
import { markBookWordings } from '#shared/marks/wordings.ts';
import { outsideOfFunction } from '../../../support/policies/guarded-functions.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import {
  type AssessmentInput,
  assessmentInput1A,
  clearPage1A,
  markInput1A,
  openPage1A,
  readCourseMark1A,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

describe('the total of an assessment', () => {
  const server = schoolForTests();
  const mona = server.as('T1');

  const save = (change: Partial<AssessmentInput> = {}, headers = {}) =>
    mona.call(saveAssessment, assessmentInput1A(change), headers);
  const mark = async (studentId: string, value: number, number = 1) => {
    const input = markInput1A({ student_id: studentId, assesment_number: number, mark: value });
    expect((await mona.call(saveMarkCall, input)).status).toBe(200);
  };
  const stored = async () => (await openPage1A(mona)).body.assesments;
  const student = async (id: string) => (await openPage1A(mona)).body.students.find((one) => one.id === id);

  beforeEach(async () => {
    await clearPage1A();
    await save({ assesment_number: 1, total: 20 });
    await save({ assesment_number: 2, total: 30 });
    await mark('S01', 15, 1);
    await mark('S01', 30, 2);
    await mark('S02', 10, 1);
    await mark('S03', 6, 2);
  });

  it('updates percentages and course marks of the marks already given', async () => {
    expect((await student('S01'))?.percentage).toBe(90);
    expect((await save({ assesment_number: 1, total: 25 })).body.total).toBe(25);
    // 45 of 55 is 81.8 %, of 30 24.5; 10 of 25; 6 of 30 is not touched.
    expect((await student('S01'))?.percentage).toBe(81.8);
    expect((await student('S02'))?.percentage).toBe(40);
    expect((await student('S03'))?.percentage).toBe(20);
    expect(await readCourseMark1A(mona, 'S01')).toBe(24.5);
    expect(await readCourseMark1A(mona, 'S02')).toBe(12);
    expect(await readCourseMark1A(mona, 'S03')).toBe(6);
  });

  it('cannot go below a mark already given', async () => {
    const { status, error } = await save({ assesment_number: 1, total: 14 });
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ total: ['1 student(s) have a mark above 14.'] });
    expect((await save({ assesment_number: 1, total: 9 })).error?.fields).toEqual({
      total: ['2 student(s) have a mark above 9.'],
    });
    expect((await stored())[0]?.total).toBe(20);
    expect((await student('S01'))?.percentage).toBe(90);
    expect((await save({ assesment_number: 1, total: 15 })).status).toBe(200);
  });

  it('cannot be taken away once marks are given, and can before', async () => {
    const { status, error } = await save({ assesment_number: 1, total: null });
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ total: [markBookWordings.keepTotal] });
    expect((await stored())[0]?.total).toBe(20);
    await save({ assesment_number: 4, total: 50 });
    expect((await save({ assesment_number: 4, total: null })).body.total).toBeNull();
  });

  it('is completed by a repeated call after a crash', async () => {
    const { courseWorkKey, CourseWorkEntity } = await import('#functions/marks/records/course-work.ts');
    const { readItems } = await import('#functions/platform/table/table.ts');
    const key = { studentId: 'S02', year, term, subjectId: 'MATH' };
    const { line } = await readItems({ line: courseWorkKey(key) });
    const request = { 'Idempotency-Key': 'a-total-that-changes' };
    await save({ assesment_number: 1, total: 25 }, request);
    // As if the process had ended before this line.
    await writeAction(CourseWorkEntity.put(line as NonNullable<typeof line>));
    expect((await student('S02'))?.percentage).toBe(50);
    expect((await save({ assesment_number: 1, total: 25 })).status).toBe(200);
    expect((await student('S02'))?.percentage).toBe(40);
  });

  it('reaches a student whose other mark is saved concurrently', async () => {
    const undo = await justBefore('assessment 1 out of', () => mark('S01', 29, 2));
    try {
      expect((await save({ assesment_number: 1, total: 25 })).status).toBe(200);
    } finally {
      undo();
    }
    expect(await student('S01')).toMatchObject({ marks: { 1: 15, 2: 29 }, percentage: 80 });
    expect(await readCourseMark1A(mona, 'S01')).toBe(24);
  });

  it('ends as one for all, however many change it while marks are entered', async () => {
    const students = ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'];
    const totals = [40, 50, 60, 80];
    const answers = await Promise.all([
      ...totals.map((total) => save({ assesment_number: 1, total })),
      ...students.map((id) => mona.call(saveMarkCall, markInput1A({ student_id: id, assesment_number: 1, mark: 12 }))),
    ]);
    for (const { status } of answers) expect(status).toBe(200);
    // One more save completes what conflicted.
    const total = (await stored())[0]?.total ?? 0;
    expect(totals).toContain(total);
    await save({ assesment_number: 1, total });
    expect((await student('S05'))?.percentage).toBe(Math.round((12 / total) * 1000) / 10);
    expect((await student('S02'))?.percentage).toBe((await student('S05'))?.percentage);
    expect(await readCourseMark1A(mona, 'S02')).toBe(await readCourseMark1A(mona, 'S05'));
  });

  /** Does something once, just before the functions send the table a request that contains `text`. Returns how to undo. */
  async function justBefore(text: string, act: () => Promise<void>): Promise<() => void> {
    const { documentClient } = await import('#functions/platform/table/table.ts');
    const { middlewareStack } = documentClient;
    let isDone = false;
    middlewareStack.add(
      (next) => async (args) => {
        if (!isDone && JSON.stringify(args.input).includes(text)) {
          isDone = true;
          await outsideOfFunction(act);
        }
        return next(args);
      },
      { step: 'initialize', name: 'just-before' },
    );
    return () => {
      middlewareStack.remove('just-before');
      if (!isDone) throw new Error(`nothing with “${text}” was sent`);
    };
  }
});
