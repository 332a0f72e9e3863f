import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { AuditRowEntity, auditRow, listAuditTrail } from '#functions/platform/table/audit.ts';
import { school } from '#functions/school/records/school.ts';
import type { TypedField } from '#shared/marks/field-names.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markSheetRefusals } from '#shared/marks/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';
import { killAtWrite } from '../../../support/step-by-step/kill-at-write.ts';

const { readMarkHistory, readMarkSheetAt, restoreMarkSheet, saveSubjectRecord, readMarkSheetOfLesson } =
  markSheetContract;

const server = schoolForTests();
const [mona, admin, _dina] = [server.as('T1'), server.as('A1'), server.as('T3')];

type Change = Partial<Record<TypedField, number | string | null>>;
const save = async (studentId: string, change: Change, client = mona) => {
  const record = { student_id: studentId, subject_id: 'MATH', class_id: '1A', year, term };
  const { status } = await client.call(saveSubjectRecord, { ...record, ...change } as never);
  expect(status).toBe(200);
};
const history = (studentId: string, field: string, client = mona) =>
  client.call(readMarkHistory, {
    student_id: studentId,
    subject_id: 'MATH',
    class_id: '1A',
    year: String(year),
    term: '1',
    field,
  });
const sheet = { employee_id: 'T1', subject_id: 'MATH', class_id: '1A' };
const named = { ...sheet, form_level: '1', year: String(year), term: '1' };
const sheetAt = (at: string) => mona.call(readMarkSheetAt, { ...named, at });
/** A moment between two changes: the clock of the trail has milliseconds. */
const moment = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return now;
};

describe('the history of a cell', () => {
  it('names who, when, before and after, newest first, and of that field alone', async () => {
    await save('S01', { exam_mark: 40, comment: 'Steady.' });
    await save('S01', { exam_mark: 45 }, admin);
    await save('S01', { exam_mark: null });
    const { body } = await history('S01', 'exam_mark');
    expect(body.changes).toMatchObject([
      { by: 'Mona Núñez', before: 45, after: null, restored_to: null },
      { by: 'Ada Office', before: 40, after: 45 },
      { by: 'Mona Núñez', before: null, after: 40 },
    ]);
    expect((await history('S01', 'comment')).body.changes).toMatchObject([{ before: null, after: 'Steady.' }]);
    expect((await history('S01', 'app')).body.changes).toEqual([]);
  });

  it('has the marks of the mark book', async () => {
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term, form_class_id: '1A' };
    const details = { topic: 'Surds', date: null, total: 20 };
    await mona.call(markBookContract.saveAssessment, { ...page, form_level: 1, assesment_number: 1, ...details });
    await mona.call(markBookContract.saveMark, { ...page, student_id: 'S02', assesment_number: 1, mark: 12 });
    const { body } = await history('S02', 'assessment 1');
    expect(body.changes).toMatchObject([{ by: 'Mona Núñez', before: null, after: 12 }]);
  });

  it('is that of all classes the student was in; of the mark book, whose columns are others there, that of the class of today', async () => {
    const subject = `student#S03#${year}#${term}#MATH`;
    const author = { accountId: 'T1', name: 'Mona Núñez' };
    const row = (second: number, field: string, before: unknown, after: unknown) => {
      const request = { now: new Date(Date.UTC(2025, 9, 1, 12, 0, second)), idempotencyKey: `moved-once-${second}` };
      return auditRow({ subject, changes: [{ field, before, after }], by: { caller: author, request } });
    };
    const rows = [
      row(1, 'exam', null, 40),
      row(2, 'assessment 1', null, 12),
      row(3, 'page', '1B', '1A'),
      row(4, 'exam', 40, 41),
      row(5, 'assessment 1', null, 13),
    ];
    await Promise.all(rows.map((one) => executeActionOfTest(AuditRowEntity.create(one))));
    expect((await history('S03', 'exam_mark')).body.changes.map(({ after }) => after)).toEqual([41, 40]);
    expect((await history('S03', 'assessment 1')).body.changes.map(({ after }) => after)).toEqual([13]);
  });

  it('is the last two hundred changes of a cell that has had more', async () => {
    const rows = Array.from({ length: 201 }, (_, index) =>
      auditRow({
        subject: `student#S04#${year}#${term}#MATH`,
        changes: [{ field: 'comment', before: `${index}`, after: `${index + 1}` }],
        by: {
          caller: { accountId: 'T1', name: 'Mona Núñez' },
          request: { now: new Date(Date.UTC(2025, 9, 1, 12, 0, index)), idempotencyKey: `many-${index}` },
        },
      }),
    );
    await Promise.all(rows.map((one) => executeActionOfTest(AuditRowEntity.create(one))));
    const { changes } = (await history('S04', 'comment')).body;
    expect([changes.length, changes[0]?.after, changes.at(-1)?.after]).toEqual([200, '201', '2']);
  });
});

describe('a sheet at a moment', () => {
  it('shows the values of that moment, and what has changed since', async () => {
    await save('S03', { exam_mark: 30, app: 'B' });
    const at = await moment();
    await save('S03', { exam_mark: 31 });
    await save('S03', { exam_mark: 32, app: null }, admin);
    await save('S04', { comment: 'New.' });
    const { body } = await sheetAt(at);
    const then = body.data.find((row) => row.student_id === 'S03');
    expect(then?.values).toMatchObject({ exam_mark: 30, app: 'B', comment: null });
    expect(body.changes).toMatchObject([
      { student_id: 'S03', field: 'exam_mark', was: 30, now: 32, by: 'Ada Office' },
      { student_id: 'S03', field: 'app', was: 'B', now: null },
      { student_id: 'S04', field: 'comment', was: null, now: 'New.' },
    ]);
    const early = await sheetAt('2020-01-01T00:00:00.000Z');
    expect(early.body.data.find((row) => row.student_id === 'S03')?.values).toMatchObject({
      exam_mark: null,
      app: null,
    });
  });
});

describe('restoring a sheet', () => {
  const restore = (at: string, cells: readonly { student_id: string; field: string; now: unknown }[], key?: string) =>
    mona.call(
      restoreMarkSheet,
      { ...sheet, form_level: 1, year, term, at, cells } as never,
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const preview = async (at: string) =>
    (await sheetAt(at)).body.changes.map(({ student_id, field, now }) => ({ student_id, field, now }));
  const rowOf = async (studentId: string) =>
    (await mona.call(readMarkSheetOfLesson, named)).body.data.find((row) => row.student_id === studentId);

  it('restores what was shown, audited, once under a key, and can be undone', async () => {
    await save('S05', { exam_mark: 50, comment: 'Good.' });
    await save('S06', { late: 2 });
    const at = await moment();
    await save('S05', { exam_mark: 5, comment: null });
    await save('S06', { late: null, absent: 3 });
    const cells = await preview(at);
    expect(cells).toHaveLength(4);
    const key = crypto.randomUUID();
    const done = await restore(at, cells, key);
    expect(done.body).toMatchObject({ restored: 4, left: [] });
    expect(await rowOf('S05')).toMatchObject({ exam_mark: 50, comment: 'Good.' });
    expect(await rowOf('S06')).toMatchObject({ late: 2, absent: null });
    expect((await history('S05', 'exam_mark')).body.changes[0]).toMatchObject({
      before: 5,
      after: 50,
      restored_to: at,
    });

    expect((await restore(at, cells, key)).body).toMatchObject({ restored: 4, left: [] });
    expect((await history('S05', 'exam_mark')).body.changes).toHaveLength(3);

    const undo = done.body.undo_at;
    expect((await restore(undo, await preview(undo))).body).toMatchObject({ restored: 4, left: [] });
    expect(await rowOf('S05')).toMatchObject({ exam_mark: 5, comment: null });
    expect(await rowOf('S06')).toMatchObject({ late: null, absent: 3 });
  });

  describe('with an exam mark that was out of another maximum', () => {
    const schemeRule = async () => {
      const rule = school().markingScheme.find(({ levels, terms }) => levels.includes(1) && terms.includes(1));
      if (!rule?.exam) throw new Error('there is no exam in form 1, term 1');
      return { rule, exam: rule.exam };
    };
    const of = async (studentId: string) => {
      const row = await rowOf(studentId);
      return [row?.exam_mark, row?.exam_out_of];
    };

    it('brings it back out of what it was out of, though today’s maximum is lower, and takes that back too', async () => {
      const { rule, exam } = await schemeRule();
      rule.exam = { ...exam, max: 100 };
      await save('S06', { exam_mark: 85, con: 'A' });
      const first = await moment();
      await save('S06', { exam_mark: 60 });
      const second = await moment();
      rule.exam = exam;
      await save('S06', { exam_mark: 50, con: 'B' });
      await save('S06', { exam_mark: 51 });
      expect(await of('S06')).toEqual([51, 70]);
      const cellsAt = async (at: string) => (await preview(at)).filter(({ student_id }) => student_id === 'S06');
      const { body } = await restore(second, await cellsAt(second));
      expect(body.left).toEqual([]);
      expect(await of('S06')).toEqual([60, 100]);
      expect((await restore(first, await cellsAt(first))).body.left).toEqual([]);
      expect(await of('S06')).toEqual([85, 100]);
      await restore(body.undo_at, await cellsAt(body.undo_at));
      expect(await of('S06')).toEqual([51, 70]);
    });

    it('leaves it where there is no exam any more, and brings the others back', async () => {
      const { rule, exam } = await schemeRule();
      await save('S06', { exam_mark: 33, con: 'A' });
      const at = await moment();
      await save('S06', { exam_mark: 34, con: 'B' });
      rule.exam = null;
      const cells = (await preview(at)).filter(({ student_id }) => student_id === 'S06');
      const { body } = await restore(at, cells);
      rule.exam = exam;
      const reason = 'There is no exam in this form level and term.';
      expect(body).toMatchObject({
        restored: 1,
        left: [{ student_id: 'S06', field: 'exam_mark', was: 33, now: 34, reason }],
      });
      expect(await rowOf('S06')).toMatchObject({ exam_mark: 34, con: 'A' });
    });
  });

  it('leaves and names what changed since it was shown', async () => {
    await save('S04', { exam_mark: 20, con: 'A' });
    const at = await moment();
    await save('S04', { exam_mark: 21, con: 'B' });
    const cells = (await preview(at)).filter(({ student_id }) => student_id === 'S04');
    await save('S04', { exam_mark: 22 }, admin);
    const { body } = await restore(at, cells);
    expect(body).toMatchObject({
      restored: 1,
      left: [
        {
          student_id: 'S04',
          field: 'exam_mark',
          was: 20,
          now: 22,
          by: 'Ada Office',
          reason: markSheetRefusals.changedMeanwhile,
        },
      ],
    });
    expect(await rowOf('S04')).toMatchObject({ exam_mark: 22, con: 'A' });
  });

  it('brings back a record that was deleted in the term reports: marks, course mark and its place on the report', async () => {
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term, form_class_id: '1A' };
    const details = { topic: 'Surds', date: null, total: 20 };
    await mona.call(markBookContract.saveAssessment, { ...page, form_level: 1, assesment_number: 1, ...details });
    await mona.call(markBookContract.saveMark, { ...page, student_id: 'S01', assesment_number: 1, mark: 10 });
    await save('S01', { exam_mark: 44, comment: 'Kept.' });
    const before = await rowOf('S01');
    expect(before?.course_mark).toBe(15);
    const at = await moment();
    const deleted = { student_id: 'S01', year, term, subject_id: 'MATH', class_id: '1A' };
    expect((await admin.call(termReportsContract.deleteSubjectRecord, deleted)).status).toBe(200);
    expect(await rowOf('S01')).toMatchObject({ exam_mark: null, comment: null, course_mark: null });
    expect((await history('S01', 'exam_mark')).body.changes[0]).toMatchObject({
      before: 44,
      after: null,
      by: 'Ada Office',
    });

    const { body } = await restore(at, await preview(at));
    expect(body.left).toEqual([]);
    const after = await rowOf('S01');
    expect(after).toEqual({ ...before, employee_id: after?.employee_id });
    const { body: reports } = await admin.call(termReportsContract.readClassTermReports, {
      class_id: '1A',
      year: String(year),
      term: '1',
    });
    const subjects = reports.data.find((one) => one.student_id === 'S01')?.table2_records ?? [];
    expect(subjects.map(({ subject_id }) => subject_id)).toContain('MATH');
    // Taken back, the cells are blank again; the record itself stays, as one that somebody cleared.
    await restore(body.undo_at, await preview(body.undo_at));
    expect(await rowOf('S01')).toMatchObject({ exam_mark: null, comment: null });
  });

  describe('of a record that was deleted and is to be listed on the report again', () => {
    const deleteRecord = async (studentId: string) => {
      const deleted = { student_id: studentId, year, term, subject_id: 'MATH', class_id: '1A' };
      expect((await admin.call(termReportsContract.deleteSubjectRecord, deleted)).status).toBe(200);
    };
    const stored = async (studentId: string) => {
      const [report, record] = await Promise.all([
        TermReportEntity.get({ studentId, year, term }),
        SubjectRecordEntity.get({ studentId, year, term, subjectId: 'MATH' }),
      ]);
      return { isListed: report?.subjectIds?.includes('MATH'), exam: record?.exam };
    };

    it('does both or nothing, wherever it is cut off', async () => {
      await save('S03', { exam_mark: 61 });
      const at = await moment();
      await deleteRecord('S03');
      const cells = await preview(at);
      const blank = { isListed: false, exam: undefined };
      expect(await stored('S03')).toEqual(blank);
      for (const isWritten of [false, true]) {
        const writes = await killAtWrite({ index: 1, isWritten }, () => restore(at, cells));
        expect(writes).toBe(1);
        expect(await stored('S03')).toEqual(isWritten ? { isListed: true, exam: 61 } : blank);
      }
    });

    it('says in the trail who listed it', async () => {
      await save('S02', { exam_mark: 33 });
      const at = await moment();
      await deleteRecord('S02');
      const { body } = await restore(at, await preview(at));
      expect(body.left).toEqual([]);
      const trail = await listAuditTrail(`student#S02#${year}#1#MATH`);
      expect(trail.at(-1)).toMatchObject({
        accountId: 'T1',
        changes: [
          { field: 'exam', before: null, after: 33 },
          { field: 'isListed', before: false, after: true },
        ],
      });
    });

    it('leaves a report alone on which somebody has listed it since', async () => {
      await save('S04', { exam_mark: 35 });
      const at = await moment();
      await deleteRecord('S04');
      await executeActionOfTest(
        TermReportEntity.update({ studentId: 'S04', year, term }, { add: { subjectIds: ['MATH'] } }),
      );
      expect((await restore(at, await preview(at))).status).toBe(200);
      expect(await stored('S04')).toEqual({ isListed: true, exam: 35 });
      const trail = await listAuditTrail(`student#S04#${year}#1#MATH`);
      expect(trail.at(-1)?.changes.map(({ field }) => field)).not.toContain('isListed');
    });
  });

  it('refuses students of other sheets', async () => {
    const { status } = await restore('2025-10-01T12:00:00.000Z', [{ student_id: 'S11', field: 'comment', now: null }]);
    expect(status).toBe(422);
  });
});
