import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttendanceRecordEntity, halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { ClassDayCountsEntity } from '#functions/attendance/records/class-day.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { fingerprintOfKey, isSignedAsItIs } from '#functions/platform/identity/signed-content.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as file } from '#functions/school/records/school.ts';
import { districtContract } from '#shared/options/district/contract.ts';
import type { FiguresContent } from '#shared/options/district/figures-file.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, term, year } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { listFigureTerms, makeFigures } = districtContract;

// Attendance of a term is counted up to today.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-10T12:00:00.000Z') }));
afterAll(() => void vi.useRealTimers());

const idsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `S${String(first + index).padStart(2, '0')}`);

describe('the file of figures', () => {
  const admin = schoolForTests().as('A1');

  // Form 1 has 20 students in 1A (S01 to S20 without S11 to S13) and 3 in 1B; form 4 has six.
  beforeAll(async () => {
    const more = [...idsOf(7, 10), ...idsOf(14, 23)];
    await addStudents('1A', [...idsOf(1, 6), ...more]);
    const exam = (studentId: string, subjectId: string, mark: number, classId: string) => ({
      studentId,
      subjectId,
      year,
      term,
      classId,
      formLevel: Number(classId[0]),
      exam: mark,
      examOutOf: 70,
      workSum: 30,
      workOutOf: 30,
    });
    // Course 30 of 30 and exam 35 of 70: 65.0. Twelve of them; three have 70 of 70: 100.0.
    await putRecords(SubjectRecordEntity, [
      ...idsOf(1, 6).map((id) => exam(id, 'MATH', 35, '1A')),
      ...more.slice(0, 6).map((id) => exam(id, 'MATH', 35, '1A')),
      ...idsOf(11, 13).map((id) => ({ ...exam(id, 'MATH', 70, '1B'), comment: 'Very good.' })),
      ...['S41', 'S42'].map((id) => exam(id, 'MATH', 7, '4A')),
    ]);
    for (const studentId of idsOf(1, 6))
      await executeActionOfTest(
        TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments: 'A good term.' } }),
      );
  });
  restoreAfterEach();

  const make = async (): Promise<FiguresContent> => {
    const { status, body } = await admin.call(makeFigures, { year, term });
    expect(status).toBe(200);
    expect(isSignedAsItIs(body)).toBe(true);
    return body.content;
  };

  it('has counts and averages by form and subject, as they are computed by hand, and no small group', async () => {
    const content = await make();
    expect(content).toMatchObject({
      school: { code: 'demo', name: 'Northgate Secondary School' },
      year,
      term,
      state: 'open',
      number: 1,
      made_at: '2025-12-10T12:00:00.000Z',
      // Form 4 has six students: hidden, and with it the school.
      school_figures: null,
      levels: [
        {
          level: 1,
          // 12 averages of 65.0 and three of 100: 72. 15 of 46 marks are entered, 6 of 23 remarks.
          figures: { students: 23, average: 72, attendance: null, marks_entered: 30, remarks_entered: 20 },
        },
        { level: 4, figures: null },
      ],
      subjects: [
        {
          title: 'English Language',
          // All of form 1 take it: hiding that would hide nothing, so the subject has no total.
          figures: null,
          levels: [
            { level: 1, figures: { students: 23, average: null, marks_entered: 0, comments_entered: 0 } },
            { level: 4, figures: null },
          ],
        },
        {
          title: 'Mathematics',
          figures: null,
          levels: [
            // 15 of 23 are 65 %: full tens. Three comments are 13 %.
            { level: 1, figures: { students: 23, average: 72, marks_entered: 60, comments_entered: 10 } },
            { level: 4, figures: null },
          ],
        },
      ],
    });
  });

  it('has the completeness that the board has, and the attendance of the summary', async () => {
    const date = '2025-09-08';
    const half = halfYearOf(date);
    // A Monday on which 21 of 23 came, to both sessions.
    const ids = [...idsOf(1, 10), ...idsOf(14, 23)];
    await putRecords(
      AttendanceRecordEntity,
      ids.map((studentId, index) => ({
        studentId,
        date,
        classId: '1A',
        half,
        version: 1,
        setting: 1,
        ...(index < 2 ? { am: 'A' as const, pm: 'A' as const } : { am: 'P' as const, pm: 'P' as const }),
      })) as never,
    );
    const counts = {
      am: ids.length - 2,
      amAbsent: 2,
      pm: ids.length - 2,
      pmAbsent: 2,
      late: 0,
      excused: 0,
      unmarked: 0,
    };
    await executeActionOfTest(
      ClassDayCountsEntity.put({ date, classId: '1A', formLevel: 1, half, setting: 1, ...counts }),
    );
    const [form] = (await make()).levels;
    expect(form?.figures?.attendance).toBe(90);
    const board = await admin.call(termReportsContract.readCompleteness, {
      year: String(year),
      term: String(term),
      form_level: '1',
    });
    const maths = board.body.rows.filter(({ title }) => title === 'Mathematics');
    const of = (name: 'students' | 'marks') => maths.reduce((sum, row) => sum + (row[name] ?? 0), 0);
    expect([of('students'), of('marks')]).toEqual([23, 15]);
  });

  it('has no name, no id of anybody, and nobody who made it', async () => {
    const { body } = await admin.call(makeFigures, { year, term });
    const text = JSON.stringify(body);
    for (const name of ['Lastname', 'Pupil', 'S01', 'S41', '1A', '4A', 'Ada', 'Mona', 'A1"', 'T1"']) {
      expect(text).not.toContain(name);
    }
  });

  it('is of the posted copies once the term is posted, whatever was entered since', async () => {
    for (const [index, studentId] of idsOf(1, 10).entries()) {
      await postReportOfStudent(
        studentId,
        { year, term },
        {
          change: {
            student: {
              id: studentId,
              name: `Lastname ${studentId}`,
              classId: '1A',
              formLevel: 1,
              dateOfBirth: null,
              house: null,
            },
            average: { text: index === 0 ? '80.5' : '60.0', entered: 2, of: 2 },
          },
        },
      );
    }
    const content = await make();
    expect(content.state).toBe('posted');
    // 80.5 and nine times 60.0: 62.05. The copies have 85.5 in Mathematics, and a comment in English alone.
    expect(content.levels).toEqual([
      {
        level: 1,
        figures: { students: 10, average: 62, attendance: null, marks_entered: 100, remarks_entered: 100 },
      },
    ]);
    expect(content.subjects.map(({ title, figures }) => [title, figures])).toEqual([
      ['English Language', { students: 10, average: 65, marks_entered: 100, comments_entered: 100 }],
      ['Mathematics', { students: 10, average: 86, marks_entered: 100, comments_entered: 0 }],
    ]);
  });

  it('hides what an earlier file of the year has hidden', async () => {
    await make();
    await addStudents('4A', ['S41', 'S42', 'S43', 'S44', ...idsOf(51, 60)]);
    const again = await make();
    expect(again.number).toBe(2);
    expect(again.levels[1]).toEqual({ level: 4, figures: null });
    expect(again.school_figures).toBeNull();
  });

  it('is in the office log with its number, and is listed with its term and key', async () => {
    const before = await admin.call(listFigureTerms, {});
    expect(before.body.terms).toEqual([{ year, term, title: 'Term 1, 2025-2026', state: 'open', made: null }]);
    const { body } = await admin.call(makeFigures, { year, term });
    const after = await admin.call(listFigureTerms, {});
    expect(after.body.fingerprint).toBe(fingerprintOfKey(body.signature.key));
    expect(after.body.fingerprint).toBe(before.body.fingerprint);
    expect(after.body.terms[0]?.made).toEqual({ number: 1, by: 'Ada Office', at: '2025-12-10T12:00:00.000Z' });
    const trail = await listAuditTrail(`period#${year}#${term}`);
    expect(trail.at(-1)).toMatchObject({ name: 'Ada Office' });
    const log = await admin.call(reportsContract.readOfficeLog, { month: '2025-12' });
    expect(log.body.lines[0]).toMatchObject({ by: 'Ada Office', kind: 'terms' });
    expect(log.body.lines[0]?.says).toMatch(/file of figures for the district.*number 1, 9 groups, 6 hidden/i);
  });

  it('is the same when the request is repeated', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await admin.call(makeFigures, { year, term }, key);
    const again = await admin.call(makeFigures, { year, term }, key);
    expect(again.body).toEqual(first.body);
    expect((await make()).number).toBe(2);
  });

  it('is made by two at once under two numbers', async () => {
    const both = await Promise.all([1, 2].map(() => admin.call(makeFigures, { year, term })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => body.content.number).sort()).toEqual([1, 2]);
  });

  it('is refused of a term in which nobody is registered', async () => {
    expect((await admin.call(makeFigures, { year, term: 2 })).status).toBe(404);
  });

  describe('costs', () => {
    beforeEach(async () => void (await make()));

    it('few requests, of a posted term one more a class', async () => {
      expect(await recordTraffic(make)).toHaveLength(14);
      await postReportOfStudent('S01', { year, term });
      expect((await recordTraffic(make)).length).toBeLessThanOrEqual(12 + file().formClasses.length);
    });
  });
});
