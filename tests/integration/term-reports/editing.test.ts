import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CourseWorkEntity } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { termReportKey } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { school as reference } from '#functions/school/records/school.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { SubjectEntity } from '#functions/subjects/records/store.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { term, year } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../support/school/table-content.ts';

const { saveTermReport, updateSubjectRecord, deleteSubjectRecord, readClassTermReports } = termReportsContract;
const { undoAct: undoReportChange } = undoContract;
const { readMarkHistory } = markSheetContract;
type Save = Partial<RawInput<typeof saveTermReport>>;
type Update = Partial<RawInput<typeof updateSubjectRecord>>;

/** Class 4A: T4 is its form teacher, T5 its dean, T1 teaches there, T3 is dean elsewhere, A1 may edit term reports. */
describe('writing on a term report', () => {
  let school: RunningSchool;
  const clients = new Map<string, TestClient>();

  beforeAll(async () => {
    school = await startSchoolOfCallers();
    // An admin who sees the screen, and may not edit.
    await executeActionOfTest(
      AccountEntity.update({ accountId: 'A2' }, { set: { permissions: [{ menu: 'termReports', action: null }] } }),
    );
    const post = { employeeId: 'T2', year, classId: '4B', formLevel: 4, name: 'Eric Ali' };
    await executeActionOfTest(ClassPostEntity.put({ ...post, as: 'form teacher' }));
    for (const id of ['T1', 'T2', 'T3', 'T4', 'T5', 'A1', 'A2', 'A3'])
      clients.set(id, await clientOfAccount(school.url, id));
  });
  afterAll(() => school.stop());

  const as = (id: string) => clients.get(id) as TestClient;
  const save = (id: string, change: Save, headers = {}) =>
    as(id).call(saveTermReport, { student_id: 'S41', year, term, ...change }, headers);
  const update = (id: string, change: Update, headers = {}) =>
    as(id).call(
      updateSubjectRecord,
      { student_id: 'S41', year, term, subject_id_old: 'MATH', subject_id_new: 'MATH', ...change },
      headers,
    );
  const rowOf = async (studentId = 'S41', classId = '4A') => {
    const input = { class_id: classId, year: String(year), term: '1' };
    const { body } = await as('A1').call(readClassTermReports, input);
    return body.data.find((row) => row.student_id === studentId);
  };
  const line = async (subjectId: string, studentId = 'S41') =>
    (await rowOf(studentId))?.table2_records.find((one) => one.subject_id === subjectId);

  it('keeps what the form teacher and the dean write beside one another, at the same moment', async () => {
    const answers = await Promise.all([
      save('T4', { comments: 'Kind to everybody.', was: { comments: null } }),
      save('T5', { dcomments: 'Keep it up.', was: { dcomments: null } }),
      save('T4', { times_absent: 4, auth: 'B', was: { times_absent: null, auth: null } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rowOf()).toMatchObject({
      comments: 'Kind to everybody.',
      dcomments: 'Keep it up.',
      times_absent: 4,
      auth: 'B',
      resp: null,
    });
  });

  it.each<[string, string, Save]>([
    ['a form teacher', 'T4', { dcomments: 'Not mine.' }],
    ['a form teacher, among own fields', 'T4', { comments: 'Mine.', dcomments: 'Not mine.' }],
    ['a dean', 'T5', { times_absent: 1 }],
    ['a dean', 'T5', { comments: 'Not mine.' }],
    ['a dean', 'T5', { auth: 'A' }],
    ['a subject teacher', 'T1', { times_late: 1 }],
    ['a dean of other classes', 'T3', { dcomments: 'Not mine.' }],
    ['a form teacher of another class', 'T2', { comments: 'Not mine.' }],
    ['a form teacher of another class, naming it', 'T2', { comments: 'Not mine.', class_id: '4B' }],
    ['an admin without editTermReports', 'A2', { comments: 'Not mine.' }],
    ['the PTA', 'A3', { comments: 'Not mine.' }],
  ])('refuses %s (%s) what is another’s, and stores nothing', async (_who, id, change) => {
    const before = await readTableContent();
    expect((await save(id, change)).status).toBe(403);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('takes the spec’s whole record as a set of changes, and leaves the fields of others as they are stored', async () => {
    const stale = await rowOf();
    await save('T5', { dcomments: 'A newer remark.' });
    const { table2_records, entered, of, average, ...whole } = stale ?? ({} as never);
    expect((await save('T4', { ...whole, comments: 'A new remark.' })).status).toBe(200);
    expect(await rowOf()).toMatchObject({ comments: 'A new remark.', dcomments: 'A newer remark.', auth: 'B' });
  });

  it('answers 409 with both values, who and when, and stores nothing of that save', async () => {
    const first = { comments: 'First.', was: { comments: 'A new remark.' } };
    expect((await save('T4', first)).status).toBe(200);
    const late = await save('A1', { comments: 'Second.', times_late: 9, was: { comments: 'A new remark.' } });
    expect(late.status).toBe(409);
    expect(late.error?.conflict).toMatchObject({
      field: 'comments',
      yours: 'Second.',
      theirs: 'First.',
      by: 'Fiona Fox',
      at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await rowOf()).toMatchObject({ comments: 'First.', times_late: null });
    expect((await update('A1', { exam_mark: 61.5 })).status).toBe(200);
    const lateMark = await update('A1', { exam_mark: 20, was: { exam_mark: 1 } });
    expect(lateMark.error?.conflict).toMatchObject({ field: 'exam_mark', yours: 20, theirs: 61.5, by: 'Ada Office' });
  });

  it.each<[Save, string]>([
    [{ comments: 'x'.repeat(501) }, 'At most 500 characters.'],
    [{ dcomments: 'x'.repeat(501) }, 'At most 500 characters.'],
    [{ mcomments: 'x'.repeat(256) }, 'At most 255 characters.'],
  ])('refuses a text over its limit and names the limit: %#', async (change, words) => {
    const refused = await save('A1', change);
    expect([refused.status, refused.error?.message]).toEqual([422, [words]]);
    const remark = await update('A1', { comment: 'x'.repeat(501) });
    expect([remark.status, remark.error?.fields]).toEqual([422, { comment: ['At most 500 characters.'] }]);
  });

  it.each([
    '👩‍👩‍👧 ünïcödé',
    '<script>alert(1)</script>',
    'مرحبا بالعالم',
    'x'.repeat(500),
    '=1+1',
    'a\nb',
  ])('gives %j back as it was written', async (text) => {
    expect((await save('T4', { comments: text })).body.comments).toBe(text);
    expect(await rowOf()).toMatchObject({ comments: text });
  });

  it('refuses a grade beyond E, a count with letters and an activity that the school has not', async () => {
    for (const change of [{ auth: 'F' }, { times_absent: '4x' }, { times_absent: -1 }, { cocurricular: 'Falconry' }]) {
      expect((await save('T4', change as Save)).status).toBe(422);
    }
  });

  it('keeps activities comma-joined, in the order chosen, and clears them', async () => {
    expect((await save('T4', { cocurricular: 'Chess Club, Choir' })).body.cocurricular).toBe('Chess Club,Choir');
    const { report } = await readItems({ report: termReportKey({ studentId: 'S41', year, term }) });
    expect(report?.coCurricular).toEqual(['Chess Club', 'Choir']);
    const cleared = await save('T4', { cocurricular: '', was: { cocurricular: 'Chess Club,Choir' } });
    expect([cleared.status, cleared.body.cocurricular]).toEqual([200, null]);
  });

  it('takes music of a music class alone', async () => {
    const isMusic = reference().musicClasses.includes('4A');
    expect((await save('T4', { mgrade: 'A' })).status).toBe(isMusic ? 200 : 422);
    const ofOne = await save('A1', { student_id: 'S01', mgrade: 'A', mcomments: 'Sings.' });
    expect(ofOne.status).toBe(reference().musicClasses.includes('1A') ? 200 : 422);
  });

  it('leaves the teacher of a record who it was', async () => {
    const key = { studentId: 'S42', year, term, subjectId: 'MATH' };
    await executeActionOfTest(
      SubjectRecordEntity.put({ ...key, classId: '4A', formLevel: 4, exam: 40, employeeId: 'T1' }),
    );
    await update('T5', { student_id: 'S42', comment: 'Good.' });
    expect(await SubjectRecordEntity.get(key)).toMatchObject({ comment: 'Good.', employeeId: 'T1' });
  });

  describe('another subject, and none', () => {
    it('moves all that was entered, and takes the course mark of the new subject’s mark book', async () => {
      await executeActionOfTest(SubjectEntity.put({ subjectId: 'PHYS', title: 'Physics', abbr: 'PHYS' }));
      const key = { studentId: 'S43', year, term, classId: '4A' };
      const marks = { 1: { mark: 15, outOf: 20, by: 'Eric Ali', at: '2025-10-01T00:00:00Z' } };
      await executeActionOfTest(CourseWorkEntity.put({ ...key, subjectId: 'PHYS', page: 'p', marks, version: 1 }));
      const record = { ...key, formLevel: 4, subjectId: 'MATH', exam: 40, examOutOf: 70, comment: 'Good.' };
      await executeActionOfTest(SubjectRecordEntity.put({ ...record, workSum: 1, workOutOf: 2 }));
      const moved = await update('A1', { student_id: 'S43', subject_id_new: 'PHYS', app: 'A' });
      expect(moved.body).toMatchObject({
        subject_id: 'PHYS',
        exam_mark: 40,
        comment: 'Good.',
        app: 'A',
        course_mark: 22.5,
        course_work: { mark: 15, out_of: 20 },
      });
      expect((await rowOf('S43'))?.table2_records.map(({ subject_id }) => subject_id).sort()).toEqual(['ENGL', 'PHYS']);
    });

    it('refuses a subject that the student has a record in, and one that there is not', async () => {
      await update('A1', { subject_id_old: 'ENGL', subject_id_new: 'ENGL', comment: 'There.' });
      const taken = await update('A1', { subject_id_new: 'ENGL' });
      expect([taken.status, taken.error?.message]).toEqual([
        409,
        ['English Language is already on this student’s report.'],
      ]);
      expect((await update('A1', { subject_id_new: 'NOPE' })).status).toBe(422);
      expect((await update('A1', { subject_id_old: 'PHYS', subject_id_new: 'PHYS', comment: 'x' })).status).toBe(404);
    });

    it('deletes a record so that it can be brought back as it was, by everybody who may edit', async () => {
      const before = await line('MATH');
      const input = { student_id: 'S41', year, term, subject_id: 'MATH' };
      for (const id of ['T4', 'T5', 'T1', 'A2']) {
        expect((await as(id).call(deleteSubjectRecord, input)).status).toBe(403);
      }
      const key = { 'Idempotency-Key': 'b8f5e1c4-2c37-4c52-9a3e-7c1d1f5d7c22' };
      const deleted = await as('A1').call(deleteSubjectRecord, input, key);
      expect(deleted.status).toBe(200);
      expect(await line('MATH')).toBeUndefined();
      expect((await as('A1').call(deleteSubjectRecord, input, key)).status).toBe(200);
      expect((await as('A1').call(deleteSubjectRecord, input)).status).toBe(404);
      const { undo } = deleted.body;
      expect((await as('A2').call(undoReportChange, { undo })).status).toBe(403);
      expect((await as('A1').call(undoReportChange, { undo })).status).toBe(200);
      expect(await line('MATH')).toEqual(before);
      expect((await as('A1').call(undoReportChange, { undo })).status).toBe(409);
    });

    it('lists deletion and undo in the history of each mark', async () => {
      const ofRecord = { student_id: 'S42', year, term, subject_id: 'MATH' };
      await update('A1', { student_id: 'S42', exam_mark: 37 });
      const { undo } = (await as('A1').call(deleteSubjectRecord, ofRecord)).body;
      expect((await as('A1').call(undoReportChange, { undo })).status).toBe(200);
      const cell = { student_id: 'S42', subject_id: 'MATH', year: String(year), term: '1' as const };
      const { body } = await as('A1').call(readMarkHistory, { ...cell, field: 'exam_mark' });
      // Newest first.
      expect(body.changes.slice(0, 2).map(({ before, after }) => [before, after])).toEqual([
        [null, 37],
        [37, null],
      ]);
    });

    it('does not bring a record back while its subject is deleted', async () => {
      const before = await line('MATH');
      const ofMath = { student_id: 'S41', year, term, subject_id: 'MATH' };
      const { undo } = (await as('A1').call(deleteSubjectRecord, ofMath)).body;
      await executeActionOfTest(
        SubjectEntity.update({ subjectId: 'MATH' }, { set: { deletedAt: '2025-10-01T12:00:00.000Z' } }),
      );
      const early = await as('A1').call(undoReportChange, { undo });
      expect([early.status, early.error?.message]).toEqual([409, [termReportWordings.subjectGone]]);
      await executeActionOfTest(SubjectEntity.update({ subjectId: 'MATH' }, { remove: ['deletedAt'] }));
      expect((await as('A1').call(undoReportChange, { undo })).status).toBe(200);
      expect(await line('MATH')).toEqual(before);
    });

    it('does not bring a record back over one that was entered since', async () => {
      const input = { student_id: 'S41', year, term, subject_id: 'ENGL' };
      const { undo } = (await as('A1').call(deleteSubjectRecord, input)).body;
      const key = { studentId: 'S41', year, term, subjectId: 'ENGL' };
      await executeActionOfTest(SubjectRecordEntity.put({ ...key, classId: '4A', formLevel: 4, exam: 1 }));
      const late = await as('A1').call(undoReportChange, { undo });
      expect([late.status, late.error?.message]).toEqual([409, [undoWordings.changedSince]]);
      expect(await line('ENGL')).toMatchObject({ exam_mark: 1 });
    });
  });
});
