import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import {
  listAssignmentsOfStudent,
  StudentSubjectAssignmentEntity,
  SubjectEntity,
} from '#functions/subjects/records/store.ts';
import { undoableTermReportActs } from '#functions/term-reports/more-options/report-acts.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { addAccount, term, year } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../support/school/table-content.ts';
import { undone } from '../../support/undone.ts';

const {
  changeClass,
  readClassTermReports,
  listClassTermSettings,
  deleteTermReport,
  setNewTermBeginning,
  setPossibleAttendance,
  listRegisteredStudents,
} = termReportsContract;
const { undoAct: undoReportChange } = undoContract;

describe('More Options', () => {
  let school: RunningSchool;
  let admin: TestClient;
  const ofTerm = { year, term };
  const inPath = { year: String(year), term: String(term) };

  beforeAll(async () => {
    school = await startSchoolOfCallers();
    admin = await clientOfAccount(school.url, 'A1');
    // Nobody has been promoted: the term's lists are those of the register.
    await executeActionOfTest(JobEntity.delete({ name: 'promote-students', key: String(year) }));
  });
  afterAll(() => school.stop());

  const classOf = async (classId: string, client = admin) =>
    (await client.call(readClassTermReports, { class_id: classId, ...inPath })).body.data;
  const attendances = async (classId: string) =>
    new Set((await classOf(classId)).map(({ possible_attendance }) => possible_attendance));
  const undo = (act: string | null, key: string = crypto.randomUUID()) =>
    admin.call(undoReportChange, { undo: act ?? '' }, { 'Idempotency-Key': key });

  describe('possible attendance and the reopening date', () => {
    it('are set for one class, and for all classes, which then have no other', async () => {
      const one = await admin.call(setPossibleAttendance, { ...ofTerm, possible_attendance: 96, class_id: '1A' });
      expect(one.body).toMatchObject({ possible_attendance: 96, class_id: '1A', classes: 1, students: 6 });
      expect([await attendances('1A'), await attendances('4A')]).toEqual([new Set([96]), new Set([120])]);
      const all = await admin.call(setPossibleAttendance, { ...ofTerm, possible_attendance: 110, class_id: null });
      expect(all.body).toMatchObject({ class_id: null, students: 15 });
      expect([await attendances('1A'), await attendances('4A')]).toEqual([new Set([110]), new Set([110])]);
      const preview = (await admin.call(listClassTermSettings, inPath)).body;
      expect(preview.find(({ class_id }) => class_id === '1A')).toEqual({
        class_id: '1A',
        registered: 6,
        possible_attendance: 110,
        new_term_beginning: null,
        date_end: '2025-12-12',
      });
      expect((await undo(all.body.undo)).status).toBe(200);
      expect([await attendances('1A'), await attendances('4A')]).toEqual([new Set([96]), new Set([120])]);
      expect((await undo(one.body.undo)).status).toBe(200);
      expect(await attendances('1A')).toEqual(new Set([120]));
    });

    it('do not take the other setting of a class with them', async () => {
      const date = '2026-01-12';
      await admin.call(setNewTermBeginning, { ...ofTerm, new_term_beginning: date, class_id: '4A' });
      await admin.call(setPossibleAttendance, { ...ofTerm, possible_attendance: 111, class_id: null });
      const [attendance, beginning] = (await admin.call(undoContract.listActs, { of: 'term-reports' })).body;
      expect(beginning?.what).toBe('New term beginning 12-Jan-2026 for 4A (Term 1, 2025-2026)');
      expect(attendance?.what).toBe('Possible attendance 111 for all classes (Term 1, 2025-2026)');
      expect((await classOf('4A'))[0]).toMatchObject({ new_term_beginning: date, possible_attendance: 111 });
      expect((await classOf('1A'))[0]).toMatchObject({ new_term_beginning: null, possible_attendance: 111 });
    });

    it('survive a change of the term’s other details', async () => {
      const saved = await admin.call(termsContract.saveAcademicTerm, {
        academic_year_id: '20252026',
        term,
        possible_attendance: 100,
        is_current: true,
        date_start: '2025-09-01',
        date_end: '2025-12-12',
        new_term_beginning: null,
      });
      expect(saved.status).toBe(200);
      expect((await classOf('4A'))[0]).toMatchObject({ new_term_beginning: '2026-01-12', possible_attendance: 100 });
    });

    it('cannot be undone once somebody has set them again', async () => {
      const set = (possible_attendance: number) =>
        admin.call(setPossibleAttendance, { ...ofTerm, possible_attendance, class_id: null });
      const first = await set(101);
      await set(102);
      expect((await undo(first.body.undo)).status).toBe(409);
      expect(await attendances('1B')).toEqual(new Set([102]));
    });

    it('refuse a class that is not named, an unknown class, a term not on record, and a day before the term ends', async () => {
      const before = await readTableContent();
      const set = (input: object) =>
        admin.call(setPossibleAttendance, { ...ofTerm, possible_attendance: 90, ...input } as never);
      expect((await set({})).status).toBe(422);
      expect((await set({ class_id: '9Z' })).status).toBe(422);
      expect((await set({ class_id: null, term: 3 })).status).toBe(404);
      expect((await set({ class_id: null, possible_attendance: 1000 })).status).toBe(422);
      for (const new_term_beginning of ['2025-12-01', '2025-12-12']) {
        const early = { ...ofTerm, new_term_beginning, class_id: null };
        expect((await admin.call(setNewTermBeginning, early)).status).toBe(422);
      }
      expect(await listChangesSince(before)).toEqual([]);
    });
  });

  describe('change class', () => {
    it('loses nothing: marks, remarks and registration go along, and come back with Undo', async () => {
      const { saveSubjectRecord } = markSheetContract;
      const record = { student_id: 'S42', subject_id: 'MATH', ...ofTerm, exam_mark: 55, comment: 'Good.' };
      expect((await (await clientOfAccount(school.url, 'T1')).call(saveSubjectRecord, record)).status).toBe(200);
      const before = (await classOf('4A')).find(({ student_id }) => student_id === 'S42');
      const table = await readTableContent();
      const moved = await admin.call(changeClass, { student_id: 'S42', class_id: '1B' });
      expect(moved.body).toMatchObject({ class_id: '1B' });
      const now = (await classOf('1B')).find(({ student_id }) => student_id === 'S42');
      expect(now).toMatchObject({ class_id: '1B', form_level: 1, registered: true });
      expect(now?.table2_records).toEqual(before?.table2_records);
      expect((await classOf('4A')).map(({ student_id }) => student_id)).not.toContain('S42');
      const registered = await admin.call(listRegisteredStudents, { class_id: '1B', ...inPath });
      expect(registered.body.students.map(({ student_id }) => student_id)).toContain('S42');
      // The teacher of the new class has the student on the sheet, with the mark of the old one.
      const eric = await clientOfAccount(school.url, 'T2');
      const ofSheet = { employee_id: 'T2', subject_id: 'MATH', class_id: '1B', form_level: '1', ...inPath };
      const sheet = await eric.call(markSheetContract.readMarkSheetOfLesson, ofSheet);
      expect(sheet.body.data.find(({ student_id }) => student_id === 'S42')).toMatchObject({ exam_mark: 55 });
      expect((await undo(moved.body.undo)).status).toBe(200);
      const left = (await listChangesSince(table)).filter(
        (change) => !/audit#|act#|session#/.test(JSON.stringify(change)),
      );
      // Who left a class on a day stays listed: registers and reports of attendance ask the student's record for the
      // rest.
      expect(left.map((key) => key.replace(/ \d{4}-\d\d-\d\d#/, ' day#'))).toEqual([
        ...['class-leavers day#1B#S42', 'class-leavers day#4A#S42'],
      ]);
    });

    it('keeps a student’s teacher where that one teaches the new class, and gives the lost one back with Undo', async () => {
      const assignment = { studentId: 'S41', subjectId: 'MATH' };
      const teacher = async () => (await StudentSubjectAssignmentEntity.get(assignment))?.employeeId;
      await executeActionOfTest(StudentSubjectAssignmentEntity.update(assignment, { set: { employeeId: 'T1' } }));
      const near = await admin.call(changeClass, { student_id: 'S41', class_id: '4B' });
      expect(await teacher()).toBe('T1');
      const far = await admin.call(changeClass, { student_id: 'S41', class_id: '1B' });
      expect(await teacher()).toBeUndefined();
      expect((await undo(near.body.undo)).status).toBe(409);
      await undo(far.body.undo);
      expect(await teacher()).toBe('T1');
      expect((await undo(near.body.undo)).status).toBe(200);
    });

    it('leaves past terms with the class of then', async () => {
      const past = { studentId: 'S44', year, term: 2 as const, classId: '4A', formLevel: 4, subjectIds: ['MATH'] };
      await executeActionOfTest(TermReportEntity.put(past));
      await admin.call(changeClass, { student_id: 'S44', class_id: '4B' });
      const { body } = await admin.call(readClassTermReports, { class_id: '4A', year: String(year), term: '2' });
      expect(body.data).toMatchObject([{ student_id: 'S44', class_id: '4A', registered: true }]);
    });

    describe('with subjects taken up and given up', () => {
      const change = { student_id: 'S43', class_id: '1B', take_up: ['PHYS'], give_up: ['ENGL'] };
      const taken = async () => {
        const all = await listAssignmentsOfStudent('S43');
        return all.map((one) => [one.subjectId, one.classId, one.employeeId ?? null]).sort();
      };
      const before = [
        ['ENGL', '4A', 'T2'],
        ['MATH', '4A', null],
      ];
      beforeAll(async () => {
        await executeActionOfTest(SubjectEntity.put({ subjectId: 'PHYS', title: 'Physics', abbr: 'PHYS' }));
        await executeActionOfTest(
          LessonEntity.put({ employeeId: 'T2', year, subjectId: 'PHYS', classId: '1B', formLevel: 1 }),
        );
        await executeActionOfTest(
          StudentSubjectAssignmentEntity.update({ studentId: 'S43', subjectId: 'ENGL' }, { set: { employeeId: 'T2' } }),
        );
      });

      it('is one act, and one undo takes back both', async () => {
        const { body } = await admin.call(changeClass, change);
        expect(await taken()).toEqual([
          ['MATH', '1B', null],
          ['PHYS', '1B', null],
        ]);
        const [act] = (await admin.call(undoContract.listActs, { of: 'term-reports' })).body;
        expect(act?.what).toBe('Pupil S43 Lastname S43: 4A → 1B, with 1 subject taken up and 1 subject given up');
        const permissions = (await AccountEntity.get({ accountId: 'A1' }))?.permissions ?? [];
        const may = (some: typeof permissions) =>
          executeActionOfTest(AccountEntity.update({ accountId: 'A1' }, { set: { permissions: some } }));
        // The undo needs the Subjects menu too.
        await may(permissions.filter(({ menu }) => menu !== 'studentSubjects'));
        expect((await undo(body.undo)).status).toBe(403);
        await may(permissions);
        expect((await undo(body.undo)).body).toEqual(undone());
        expect(await taken()).toEqual(before);
      });

      it('takes no subject twice, and says what was taken up or given up alone', async () => {
        const whatOf = async () => (await admin.call(undoContract.listActs, { of: 'term-reports' })).body[0]?.what;
        const move = (of: object) => admin.call(changeClass, { student_id: 'S43', class_id: '1B', ...of });
        const up = await move({ take_up: ['MATH', 'PHYS'] });
        expect(up.status).toBe(200);
        expect(await whatOf()).toBe('Pupil S43 Lastname S43: 4A → 1B, with 1 subject taken up');
        await undo(up.body.undo);
        const down = await move({ give_up: ['ENGL'] });
        expect(await whatOf()).toBe('Pupil S43 Lastname S43: 4A → 1B, with 1 subject given up');
        await undo(down.body.undo);
        const alone = await move({});
        expect(await whatOf()).toBe('Pupil S43 Lastname S43: 4A → 1B');
        await undo(alone.body.undo);
        expect((await taken()).map(([subjectId]) => subjectId)).toEqual(['ENGL', 'MATH']);
      });

      it('says what its undo leaves: a subject with marks, and one that was deleted', async () => {
        const { body } = await admin.call(changeClass, change);
        const marked = { student_id: 'S43', subject_id: 'PHYS', ...ofTerm, comment: 'Late.' };
        const eric = await clientOfAccount(school.url, 'T2');
        expect((await eric.call(markSheetContract.saveSubjectRecord, marked)).status).toBe(200);
        await executeActionOfTest(
          SubjectEntity.update({ subjectId: 'ENGL' }, { set: { deletedAt: '2026-01-01T12:00:00.000Z' } }),
        );
        const left = [
          'Physics is still taken: marks were entered afterwards.',
          'English Language is not taken again: the subject was deleted.',
        ];
        const key = crypto.randomUUID();
        expect((await undo(body.undo, key)).body.left).toEqual(left);
        // Its answer was lost.
        expect((await undo(body.undo, key)).body).toEqual(undone(...left));
        expect(await taken()).toEqual([
          ['MATH', '4A', null],
          ['PHYS', '4A', null],
        ]);
        await executeActionOfTest(SubjectEntity.update({ subjectId: 'ENGL' }, { remove: ['deletedAt'] }));
      });

      it('leaves a subject that has got another teacher since', async () => {
        await executeActionOfTest(StudentSubjectAssignmentEntity.delete({ studentId: 'S44', subjectId: 'PHYS' }));
        const { body } = await admin.call(changeClass, { ...change, student_id: 'S44', give_up: [] });
        const { assignStudents } = studentSubjectsContract;
        const given = { subject_id: 'PHYS', students: ['S44'], employee_id: 'T2', was: { employee_id: null } };
        expect((await admin.call(assignStudents, given)).status).toBe(200);
        expect((await undo(body.undo)).body.left).toEqual(['Physics is still taken: it was changed afterwards.']);
      });

      it('is refused for a subject that is not taught in the class, and to a caller who may not open Subjects', async () => {
        const untaught = await admin.call(changeClass, { ...change, student_id: 'S45', class_id: '1A' });
        expect([untaught.status, Object.keys(untaught.error?.fields ?? {})]).toEqual([422, ['take_up']]);
        const permissions = [{ menu: 'termReports' as const, action: null }];
        await addAccount({ accountId: 'A8', role: 'Admin', userName: 'reports', name: 'Rea Ports', permissions });
        const reports = await clientOfAccount(school.url, 'A8');
        expect((await reports.call(changeClass, { ...change, student_id: 'S45' })).status).toBe(403);
        expect((await reports.call(changeClass, { student_id: 'S45', class_id: '4A' })).status).toBe(200);
      });
    });
  });

  describe('delete record', () => {
    it('is refused while there are subject records, in the words of the catalogue', async () => {
      const record = { studentId: 'S02', ...ofTerm, subjectId: 'MATH', classId: '1A', formLevel: 1, exam: 1 };
      await executeActionOfTest(SubjectRecordEntity.put(record));
      const refused = await admin.call(deleteTermReport, { student_id: 'S02', ...ofTerm });
      expect([refused.status, refused.error?.message]).toEqual([409, [termReportWordings.hasSubjectRecords]]);
    });

    it('takes the student off the class’s reports, and brings everything back with Undo', async () => {
      const fiona = await clientOfAccount(school.url, 'T1');
      const input = { student_id: 'S03', ...ofTerm };
      await fiona.call(termReportsContract.saveTermReport, { ...input, comments: 'Kind.', cocurricular: 'Choir' });
      const before = (await classOf('1A')).find(({ student_id }) => student_id === 'S03');
      expect(before).toMatchObject({ comments: 'Kind.' });
      const deleted = await admin.call(deleteTermReport, input);
      expect(deleted.status).toBe(200);
      const without = (await classOf('1A')).find(({ student_id }) => student_id === 'S03');
      expect(without).toMatchObject({ registered: false, comments: null });
      const counts = async () => (await admin.call(listRegisteredStudents, { class_id: '1A', ...inPath })).body.total;
      expect(await counts()).toBe(5);
      expect((await admin.call(deleteTermReport, input)).status).toBe(404);
      expect((await undo(deleted.body.undo)).status).toBe(200);
      expect((await classOf('1A')).find(({ student_id }) => student_id === 'S03')).toEqual(before);
      expect(await counts()).toBe(6);
    });

    it('is listed with its own term, a change of class with every term', async () => {
      const { body } = await admin.call(deleteTermReport, { student_id: 'S06', ...ofTerm });
      const moved = (await admin.call(changeClass, { student_id: 'S12', class_id: '1A' })).body.undo ?? '';
      const listed = async (of: 1 | 2) => {
        const input = { of: 'term-reports' as const, year: String(year), term: String(of) };
        return (await admin.call(undoContract.listActs, input)).body.map((act) => act.undo);
      };
      expect(await listed(1)).toEqual(expect.arrayContaining([body.undo, moved]));
      expect(await listed(2)).toContain(moved);
      expect(await listed(2)).not.toContain(body.undo);
      for (const key of [moved, body.undo]) expect((await undo(key)).status).toBe(200);
    });

    it('is listed for 30 days among what can be undone, with the account that did it', async () => {
      const { body } = await admin.call(deleteTermReport, { student_id: 'S05', ...ofTerm });
      const listed = async () => {
        const { body: acts } = await admin.call(undoContract.listActs, { of: 'term-reports' });
        return acts.find((act) => act.undo === body.undo);
      };
      expect(await listed()).toEqual({
        undo: body.undo,
        what: 'Report of Pupil S05 Lastname S05 deleted (Term 1, 2025-2026)',
        at: expect.stringMatching(/^20/),
        name: 'Ada Office',
        undone_at: null,
      });
      expect((await undo(body.undo)).status).toBe(200);
      expect((await listed())?.undone_at).toMatch(/^20/);

      const now = new Date(Date.now() + 31 * 86_400_000);
      expect(await undoableTermReportActs.list({ now })).toEqual([]);
    });
  });
});
