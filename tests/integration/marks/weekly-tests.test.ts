import { describe, expect, it } from 'vitest';
import { halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { WeeklyMarkEntity } from '#functions/marks/weekly-tests/store.ts';
import { school } from '#functions/school/records/school.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const {
  deleteWeeklyTestOfClass,
  importWeeklyTests,
  saveWeeklyTestOfClass,
  listSubjectsOfTeacher,
  readMarksOfWeeklyTest,
  listWeeklyTestsOfClass,
} = weeklyTestsContract;
const { listActs: listWeeklyTestDeletions, undoAct: undoWeeklyTestDeletion } = undoContract;
const week = { week_end_date: '2024-04-25', form_class_id: '1A' };
const test = { ...week, subject_id: 'MATH' };

const server = schoolForTests();
const [mona, eric] = [server.as('T1'), server.as('T2')];

const markOf = async (studentId: string, of = test) =>
  (await mona.call(readMarksOfWeeklyTest, of)).body.students.find((row) => row.student_id === studentId)?.mark;

describe('weekly tests', () => {
  it('are not there while the school has them off', async () => {
    school().weeklyTests.isOn = false;
    expect((await mona.call(listSubjectsOfTeacher, {})).status).toBe(404);
    expect((await mona.call(saveWeeklyTestOfClass, test)).status).toBe(404);
    Object.assign(school().weeklyTests, weeklyTestSettings);
  });

  it('are offered for own classes and subjects, with the school’s maximum unless another is given', async () => {
    const { body } = await mona.call(listSubjectsOfTeacher, {});
    expect(body.subjects.map(({ form_class_id, subject_id }) => `${form_class_id} ${subject_id}`)).toEqual([
      '1A MATH',
      '4A MATH',
      '4B MATH',
    ]);
    const added = await mona.call(saveWeeklyTestOfClass, test);
    expect(added.body).toEqual({ subject_id: 'MATH', title: 'Mathematics', max_mark: 50, employee_id: 'T1', count: 0 });
    expect((await mona.call(listWeeklyTestsOfClass, week)).body).toEqual([added.body]);
    expect((await mona.call(readMarksOfWeeklyTest, test)).body.students).toHaveLength(6);
  });

  it('are offered on the Thursdays of the window on which there is school, by term', async () => {
    Object.assign(school().weeklyTests, { from: '2025-08-20', to: '2025-09-30' });
    await executeActionOfTest(
      DaySettingEntity.put({ date: '2025-09-11', half: halfYearOf('2025-09-11'), version: 1, sessions: [] }),
    );
    try {
      const { body } = await mona.call(listSubjectsOfTeacher, {});
      // Term 1 begins on Monday 01-Sep-2025; the 11th is closed.
      expect(body.terms).toEqual([
        { academic_year_id: '20252026', term: 1, days: ['2025-09-04', '2025-09-18', '2025-09-25'] },
      ]);
    } finally {
      Object.assign(school().weeklyTests, weeklyTestSettings);
    }
    expect((await mona.call(listSubjectsOfTeacher, {})).body.terms).toEqual([]);
  });

  it('take only Thursdays of the window', async () => {
    for (const day of ['2024-04-26', '2024-04-11', '2024-07-11']) {
      const { status, error } = await mona.call(saveWeeklyTestOfClass, { ...test, week_end_date: day });
      expect(status).toBe(422);
      expect(Object.keys(error?.fields ?? {})).toEqual(['week_end_date']);
    }
  });

  it('save a mark on the condition of what was seen, clear it, and refuse one above the maximum', async () => {
    const save = (mark: number | null, was: number | null, key: string = crypto.randomUUID()) =>
      mona.call(importWeeklyTests, { ...test, marks: [{ student_id: 'S01', mark, was }] }, { 'idempotency-key': key });
    const key = crypto.randomUUID();
    expect((await save(40, null, key)).body).toEqual({ saved: [{ student_id: 'S01', mark: 40 }], left: [] });
    expect((await save(41, 40)).status).toBe(200);
    // Repeated after its answer was lost: done already, and not done again.
    expect((await save(40, null, key)).status).toBe(200);
    expect(await markOf('S01')).toBe(41);
    const late = await save(30, 40);
    expect(late.status).toBe(409);
    expect(late.error?.conflict).toMatchObject({ field: 'mark', yours: 30, theirs: 41, by: 'Mona Núñez' });
    expect((await save(51, 41)).status).toBe(422);
    expect((await save(null, 41)).status).toBe(200);
    expect(await markOf('S01')).toBeNull();
  });

  it('take absent and exempt, which stand against a number as another would', async () => {
    const save = (mark: number | 'Abs' | 'Ex' | null, was: number | 'Abs' | 'Ex' | null) =>
      mona.call(importWeeklyTests, { ...test, marks: [{ student_id: 'S04', mark, was }] });
    expect((await save('Abs', null)).body).toEqual({ saved: [{ student_id: 'S04', mark: 'Abs' }], left: [] });
    expect(await markOf('S04')).toBe('Abs');
    expect((await save(30, null)).error?.conflict).toMatchObject({ yours: 30, theirs: 'Abs', by: 'Mona Núñez' });
    expect((await save('Ex', 'Abs')).status).toBe(200);
    // No mark is above a smaller maximum.
    expect((await mona.call(saveWeeklyTestOfClass, { ...test, max_mark: 10 })).status).toBe(200);
    expect((await mona.call(saveWeeklyTestOfClass, { ...test, max_mark: 50 })).status).toBe(200);
    expect((await save(null, 'Ex')).status).toBe(200);
  });

  it('save a list, and leave and name what somebody else has changed', async () => {
    const marks = [
      { student_id: 'S02', mark: 20, was: null },
      { student_id: 'S03', mark: 30, was: 5 },
    ];
    const { body } = await mona.call(importWeeklyTests, { ...test, marks });
    expect(body).toEqual({
      saved: [{ student_id: 'S02', mark: 20 }],
      left: [{ student_id: 'S03', theirs: null, by: null, at: null }],
    });
    expect((await mona.call(listWeeklyTestsOfClass, week)).body).toMatchObject([{ count: 1 }]);
  });

  it('keep a maximum above the marks given', async () => {
    expect((await mona.call(saveWeeklyTestOfClass, { ...test, max_mark: 19 })).status).toBe(422);
    expect((await mona.call(saveWeeklyTestOfClass, { ...test, max_mark: 100 })).body).toMatchObject({ max_mark: 100 });
  });

  it('are the teacher’s own alone, and of the students of the class', async () => {
    expect((await eric.call(readMarksOfWeeklyTest, test)).status).toBe(403);
    expect((await eric.call(deleteWeeklyTestOfClass, test)).status).toBe(403);
    expect((await eric.call(listWeeklyTestsOfClass, week)).body).toEqual([]);
    const stranger = { ...test, marks: [{ student_id: 'S11', mark: 1 }] };
    expect((await mona.call(importWeeklyTests, stranger)).status).toBe(422);
  });

  it('are deleted with their marks, which do not come back with a new one', async () => {
    expect((await mona.call(deleteWeeklyTestOfClass, test)).status).toBe(200);
    expect((await mona.call(deleteWeeklyTestOfClass, test)).status).toBe(200);
    expect((await mona.call(readMarksOfWeeklyTest, test)).status).toBe(404);
    expect((await mona.call(listWeeklyTestsOfClass, week)).body).toEqual([]);
    expect((await mona.call(saveWeeklyTestOfClass, test)).body).toMatchObject({ max_mark: 50, count: 0 });
    expect(await markOf('S02')).toBeNull();
    const data = await WeeklyMarkEntity.query({ date: week.week_end_date, classId: '1A' });
    const kept = data.filter(({ mark }) => mark === 20);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  });

  it('come back with their marks for 30 days, once, unless the subject was added again', async () => {
    const later = { ...test, week_end_date: '2024-05-02' };
    const undo = (id: string | null, key: string = crypto.randomUUID()) =>
      mona.call(undoWeeklyTestDeletion, { undo: id ?? '' }, { 'idempotency-key': key });
    const entered = { ...later, marks: [{ student_id: 'S02', mark: 20, was: null }] };
    await mona.call(saveWeeklyTestOfClass, { ...later, max_mark: 40 });
    await mona.call(importWeeklyTests, entered);
    const deletion = crypto.randomUUID();
    const { body: deleted } = await mona.call(deleteWeeklyTestOfClass, later, { 'idempotency-key': deletion });
    // Its answer was lost.
    const again = await mona.call(deleteWeeklyTestOfClass, later, { 'idempotency-key': deletion });
    expect(again.body).toEqual(deleted);
    const ofWeek = { week_end_date: later.week_end_date, form_class_id: '1A' };
    expect((await mona.call(listWeeklyTestDeletions, { of: 'weekly-tests', ...ofWeek })).body).toMatchObject([
      { undo: deleted.undo, what: 'Test in Mathematics deleted, with one mark', name: 'Mona Núñez', undone_at: null },
    ]);
    expect((await eric.call(listWeeklyTestDeletions, { of: 'weekly-tests', ...ofWeek })).body).toEqual([]);
    expect((await eric.call(undoWeeklyTestDeletion, { undo: deleted.undo ?? '' })).status).toBe(403);

    const key = crypto.randomUUID();
    expect((await Promise.all([undo(deleted.undo, key), undo(deleted.undo, key)])).map(({ status }) => status)).toEqual(
      [200, 200],
    );
    expect((await undo(deleted.undo)).status).toBe(409);
    expect((await mona.call(listWeeklyTestsOfClass, ofWeek)).body).toMatchObject([{ max_mark: 40, count: 1 }]);
    expect(await markOf('S02', later)).toBe(20);
    const [kept] = await WeeklyMarkEntity.query({ date: later.week_end_date, classId: '1A' });
    expect(kept).toMatchObject({ mark: 20 });
    expect(kept?.expires).toBeUndefined();

    const { body: second } = await mona.call(deleteWeeklyTestOfClass, later);
    await mona.call(saveWeeklyTestOfClass, later);
    expect((await undo(second.undo)).error?.message).toEqual([
      'This has been changed since and can no longer be undone.',
    ]);
    expect((await mona.call(listWeeklyTestsOfClass, ofWeek)).body).toMatchObject([{ max_mark: 50, count: 0 }]);
  });
});
