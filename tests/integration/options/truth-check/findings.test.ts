import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttendanceRecordEntity, halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { ClassDayCountsEntity } from '#functions/attendance/records/class-day.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { readClassOfTerm } from '#functions/options/truth-check/findings/class-contents.ts';
import { DismissedFindingEntity } from '#functions/options/truth-check/findings/dismissed-finding.ts';
import { readTermToJudge } from '#functions/options/truth-check/findings/term-to-judge.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { findingWordings } from '#shared/options/truth-check/wordings.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, term, year } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { countFindings, listFindings, dismissFinding, restoreFinding } = truthCheckContract;
const ofTerm = { year: String(year), term: String(term) };
const ofClass = { year, term, class_id: '1A' };

// The register of a term is judged while it is in the table.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-10T12:00:00.000Z') }));
afterAll(() => void vi.useRealTimers());

describe('the check of reports', () => {
  const admin = schoolForTests().as('A1');

  beforeAll(async () => {
    await executeActionOfTest(StudentEntity.update({ studentId: 'S01' }, { set: { sex: 'M' } }));
    await remark('S01', 'She has worked hard.');
    await remark('S02', 'Attends every class and');
  });
  restoreAfterEach();

  const remark = (studentId: string, formTeacherComments: string) =>
    executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments } }));
  const list = async () => {
    const { status, body } = await admin.call(listFindings, { ...ofTerm, class_id: '1A' });
    expect(status).toBe(200);
    return body.findings;
  };
  const found = async (rule: string) => {
    const one = (await list()).find((finding) => finding.rule === rule);
    if (!one) throw new Error(`nothing of ${rule} is found`);
    return one;
  };
  const count = async () => (await admin.call(countFindings, { ...ofTerm, form_level: '1' })).body.classes;

  it('names what looks like a slip, each with the field that it is in', async () => {
    expect((await list()).map(({ rule, student_id, cell, text }) => [rule, student_id, cell, text])).toEqual([
      ['wrongPronoun', 'S01', 'comments', '“she” does not go with this student.'],
      ['unfinished', 'S02', 'comments', 'The sentence is not finished.'],
    ]);
    expect(await count()).toEqual([
      { class_id: '1A', form_level: 1, reports: 6, certain: 0, improbable: 2, dismissed: 0 },
      { class_id: '1B', form_level: 1, reports: 3, certain: 0, improbable: 0, dismissed: 0 },
    ]);
  });

  it('keeps a dismissal with its reason, in the trail of the report as well, until it is taken back', async () => {
    const { finding } = await found('wrongPronoun');
    const reason = 'It is about his sister.';
    expect((await admin.call(dismissFinding, { ...ofClass, finding, reason: '  ' })).status).toBe(422);
    expect((await admin.call(dismissFinding, { ...ofClass, finding, reason })).status).toBe(200);
    expect((await found('wrongPronoun')).dismissed).toEqual({ reason, by: 'Ada Office', at: expect.any(String) });
    expect((await count())[0]).toMatchObject({ improbable: 1, dismissed: 1 });
    const trail = await listAuditTrail(`student#S01#${year}#${term}`);
    expect(JSON.stringify(trail.map(({ changes }) => changes))).toContain(reason);
    for (const _twice of [1, 2]) expect((await admin.call(restoreFinding, { ...ofClass, finding })).status).toBe(200);
    expect((await found('wrongPronoun')).dismissed).toBeNull();
  });

  it('is dismissed once by two at one time, listed again by one press, and may be dismissed again', async () => {
    const { finding } = await found('wrongPronoun');
    const dismiss = (reason: string) => admin.call(dismissFinding, { ...ofClass, finding, reason });
    const answers = await Promise.all(['Of the office.', 'Of the dean.'].map(dismiss));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = () => DismissedFindingEntity.query({ year, term, classId: '1A' });
    expect(await stored()).toHaveLength(1);
    expect((await admin.call(restoreFinding, { ...ofClass, finding })).status).toBe(200);
    expect((await found('wrongPronoun')).dismissed).toBeNull();
    expect((await dismiss('Looked at once more.')).status).toBe(200);
    expect((await found('wrongPronoun')).dismissed?.reason).toBe('Looked at once more.');
    expect((await stored()).map(({ until, takenBackBy }) => [until === 'open', takenBackBy])).toEqual([
      [false, 'Ada Office'],
      [true, undefined],
    ]);
  });

  it('brings a dismissed one back when its cell has another text', async () => {
    const { finding } = await found('wrongPronoun');
    await admin.call(dismissFinding, { ...ofClass, finding, reason: 'It is about his sister.' });
    await remark('S01', 'She has worked very hard.');
    expect((await found('wrongPronoun')).dismissed).toBeNull();
  });

  it('does not dismiss what is not there any more', async () => {
    const { finding } = await found('unfinished');
    await remark('S02', 'Attends every class.');
    const { status, error } = await admin.call(dismissFinding, { ...ofClass, finding, reason: 'It is right.' });
    expect([status, error?.message]).toEqual([409, [findingWordings.changedSince]]);
    expect(await DismissedFindingEntity.query({ year, term, classId: '1A' })).toEqual([]);
  });

  it('goes on without a report of which no card can be made, in the term and in the next one', async () => {
    const change = (studentId: string, set: object) =>
      executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set }));
    await change('S03', { formLevel: 77 });
    await change('S04', { formTeacherComments: 12 });
    expect((await list()).map(({ student_id }) => student_id)).toEqual(['S01', 'S02']);
    expect((await count())[0]).toMatchObject({ class_id: '1A', reports: 6, improbable: 2 });
    const next = await admin.call(listFindings, { year: String(year), term: '2', class_id: '1A' });
    expect([next.status, next.body]).toEqual([200, { reports: 0, findings: [] }]);
  });

  describe('of marks and days', () => {
    const day = '2025-10-01';
    beforeEach(async () => {
      file().attendance.isOn = true;
      const ids = ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'];
      const marked = { year, classId: '1A', formLevel: 1, employeeId: 'T1' };
      await putRecords(
        SubjectRecordEntity,
        ids.map((studentId) => ({
          ...marked,
          term,
          studentId,
          subjectId: 'MATH',
          exam: 44,
          workSum: 30,
          workOutOf: 50,
        })),
      );
      await putRecords(
        AttendanceRecordEntity,
        ids.map((studentId) => ({
          studentId,
          date: day,
          half: halfYearOf(day),
          classId: '1A',
          formLevel: 1,
          version: 1,
          am: 'P' as const,
          pm: studentId === 'S03' ? ('A' as const) : ('P' as const),
        })),
      );
      await executeActionOfTest(
        ClassDayCountsEntity.put({
          date: day,
          half: halfYearOf(day),
          classId: '1A',
          formLevel: 1,
          am: 6,
          amAbsent: 0,
          pm: 5,
          pmAbsent: 1,
        }),
      );
    });

    it('sees marks that are all alike, and counts the register', async () => {
      await executeActionOfTest(TermReportEntity.update({ studentId: 'S03', year, term }, { set: { timesAbsent: 1 } }));
      await executeActionOfTest(TermReportEntity.update({ studentId: 'S04', year, term }, { set: { timesAbsent: 9 } }));
      const findings = (await list()).filter(({ rule }) => ['allSame', 'unlikeRegister'].includes(rule));
      expect(findings.map(({ rule, student_id, cell }) => [rule, student_id, cell])).toEqual([
        ['allSame', null, null],
        ['unlikeRegister', 'S04', 'times_absent'],
      ]);
    });

    it('dismissed in one class is not dismissed in another that has the same', async () => {
      const ids = ['S11', 'S12', 'S13', 'S14', 'S15'];
      await addStudents('1B', ids.slice(3));
      const marked = { year, term, classId: '1B', formLevel: 1, employeeId: 'T1', subjectId: 'MATH' };
      await putRecords(
        SubjectRecordEntity,
        ids.map((studentId) => ({ ...marked, studentId, exam: 44, workSum: 30, workOutOf: 50 })),
      );
      const { finding } = await found('allSame');
      const before = await count();
      await admin.call(dismissFinding, { ...ofClass, finding, reason: 'A test of all.' });
      const after = await count();
      expect(after.map(({ class_id, dismissed }) => [class_id, dismissed])).toEqual([
        ['1A', 1],
        ['1B', 0],
      ]);
      expect(after[1]).toEqual(before[1]);
      const { body } = await admin.call(listFindings, { ...ofTerm, class_id: '1B' });
      expect(body.findings.map((one) => [one.finding, one.dismissed])).toEqual([[finding, null]]);
    });

    it('counts a form with four requests a class and those that its classes share', async () => {
      // The clients of a test sign in once: what is left is the session, the term and the classes.
      const traffic = async (form_level: string) =>
        (await recordTraffic(() => admin.call(countFindings, { ...ofTerm, form_level }))).length;
      const classes = (level: number) => file().formClasses.filter(({ form_level }) => form_level === level).length;
      const [first, fourth] = [await traffic('1'), await traffic('4')];
      const shared = 9;
      expect(first).toBeLessThanOrEqual(4 * classes(1) + shared);
      expect(fourth).toBeLessThanOrEqual(4 * classes(4) + shared);
    });

    it('asks four times a class, whatever its size', async () => {
      const judged = await readTermToJudge({ year, term }, new Date());
      expect(judged.register).not.toBeNull();
      const operations = async () =>
        (await recordTraffic(() => readClassOfTerm('4A', judged))).map(({ operation }) => operation).sort();
      const four = ['BatchGetItem', 'ExecuteStatement', 'Query', 'Query'];
      expect(await operations()).toEqual(four);
      await addStudents(
        '4A',
        Array.from({ length: 40 }, (_, index) => `S9${index}`),
      );
      expect(await operations()).toEqual(four);
    });
  });

  it('does not open to a class that the school does not have', async () => {
    expect((await admin.call(listFindings, { ...ofTerm, class_id: '9Z' })).status).toBe(404);
  });
});
