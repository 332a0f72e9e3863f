import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { school } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { SubjectEntity } from '#functions/subjects/records/store.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import type { PostingItem } from '#functions/term-reports/report-cards/posting/postings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import {
  cardProblemWordings,
  postingWordings,
  remarkTitles,
  termReportWordings,
} from '#shared/term-reports/wordings.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { collectLog } from '../../../support/log-lines.ts';
import {
  changeRecordOfTest,
  deleteRecords,
  executeActionOfTest,
  putRecords,
  readEveryRecord,
} from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, term, year } from '../../../support/school/small-school.ts';
import { postReports } from './post-reports.ts';
import { printCards, readCards } from './printed-cards.ts';

const { postTermReports, checkPosting, readPostingState } = termReportsContract;
const all = 15;

describe('posting a term’s reports', () => {
  const admin = schoolForTests().as('A1');

  beforeAll(async () => {
    const record = { year, term, classId: '1A', formLevel: 1, examOutOf: 70, studentId: 'S01' };
    await putRecords(SubjectRecordEntity, [
      { ...record, subjectId: 'MATH', workSum: 32, workOutOf: 45, exam: 45.5, comment: '😀 <b>=SUM(A1)</b> שלום' },
      { ...record, subjectId: 'ENGL', workSum: 10, workOutOf: 20, exam: 40 },
    ]);
    await executeActionOfTest(
      TermReportEntity.update(
        { studentId: 'S01', year, term },
        { set: { formTeacherComments: 'Kind to everybody.', deanComments: 'W'.repeat(500), timesAbsent: 2 } },
      ),
    );
  });

  const post = async (posted: 0 | 1) =>
    postReports(admin, { posted, date_posted: (await listed())?.date_posted ?? null });
  const listed = async () =>
    (await admin.call(readPostingState, {})).body.find((row) => row.year === year && row.term === term);
  const printed = async (change: Record<string, string>) => {
    const answer = await printCards(admin, change);
    expect(answer.status).toBe(200);
    return answer;
  };
  const copies = async (version: number) => {
    const data = await readEveryRecord(PostedReportEntity);
    return data.filter((copy) => copy.version === version);
  };

  it('is preceded by a list of what is missing or cannot be printed', async () => {
    const { body } = await admin.call(checkPosting, { year: String(year), term: String(term) });
    expect(body.reports).toBe(all);
    expect(body.students).toHaveLength(all);
    expect(body.students[0]).toEqual({
      student_id: 'S01',
      name: 'Lastname S01, Pupil S01',
      class_id: '1A',
      missing_marks: [],
      missing_remarks: [],
      text_problems: ['Mathematics: has characters that cannot be printed'],
    });
    expect(body.students[1]).toMatchObject({
      missing_marks: ['English Language', 'Mathematics'],
      missing_remarks: [remarkTitles.formTeacher, 'Dean’s remarks'],
      text_problems: [],
    });
  });

  it('is preceded by a list of cards that go on to another page, and of damaged records', async () => {
    const record = { year, term, classId: '1A', formLevel: 1, studentId: 'S03' };
    const subjectIds = ['MATH', 'ENGL', ...Array.from({ length: 10 }, (_, index) => `SUB${index}`)];
    const check = async (studentId: string) => {
      const { body } = await admin.call(checkPosting, { year: String(year), term: String(term) });
      return body.students.find(({ student_id }) => student_id === studentId)?.text_problems;
    };
    const comment = 'A steady term with pleasing results. '.repeat(14).slice(0, 499);
    await putRecords(
      SubjectRecordEntity,
      subjectIds.map((subjectId) => ({ ...record, subjectId, comment: 'Good.' })),
    );
    expect(await check('S03')).toEqual([]);
    await putRecords(
      SubjectRecordEntity,
      subjectIds.map((subjectId) => ({ ...record, subjectId, comment })),
    );
    const [problem, ...others] = (await check('S03')) ?? [];
    expect(problem).toMatch(
      /^Too much text for one page, the card goes on to another\. Longest: .+ \(499 characters\), /,
    );
    expect(others).toEqual([]);
    // So it is printed.
    const { pages } = await readPrintedPdf((await printed({ studentId: 'S03' })).bytes);
    expect(pages.length).toBeGreaterThan(1);
    await executeActionOfTest(TermReportEntity.update({ studentId: 'S12', year, term }, { set: { formLevel: 77 } }));
    expect(await check('S12')).toEqual([cardProblemWordings.damaged]);
    await Promise.all([
      deleteRecords(
        SubjectRecordEntity,
        subjectIds.map((subjectId) => ({ ...record, subjectId })),
      ),
      executeActionOfTest(TermReportEntity.update({ studentId: 'S12', year, term }, { set: { formLevel: 1 } })),
    ]);
  });

  it('freezes each report once and says when', async () => {
    const { status, body } = await post(1);
    expect([status, body]).toEqual([
      200,
      {
        rows_processed: all,
        total_rows: all,
        state: 'finished',
        posted: 1,
        date_posted: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        problem: null,
        left: [],
        begun_by: 'Ada Office',
        renewed: null,
      },
    ]);
    expect(await listed()).toEqual({
      year,
      term,
      title: 'Term 1',
      posted: 1,
      date_posted: body.date_posted,
      run: null,
    });
    expect(await copies(1)).toHaveLength(all);
  });

  it('is the one of its term: the others are listed as not posted, the latest first', async () => {
    await putRecords(PeriodEntity, [
      { year, term: 2 },
      { year: year - 1, term },
    ]);
    const { body } = await admin.call(readPostingState, {});
    expect(body.map((row) => [row.year, row.term, row.posted])).toEqual([
      [year, 2, 0],
      [year, term, 1],
      [year - 1, term, 0],
    ]);
    await deleteRecords(PeriodEntity, [
      { year, term: 2 },
      { year: year - 1, term },
    ]);
  });

  it('makes no second copy of what has not changed, and does not say that it posted', async () => {
    const before = await copies(1);
    const since = (await listed())?.date_posted;
    const { body } = await post(1);
    expect(body).toMatchObject({ state: 'finished', posted: 1, date_posted: since, renewed: [] });
    expect(await copies(1)).toEqual(before);
    expect(await copies(2)).toEqual([]);
  });

  it('prints the posted report byte for byte after names, marks, remarks, subjects and head have changed', async () => {
    const one = await printed({ studentId: 'S01' });
    const ofClass = await printed({ classId: '1A' });
    const head = { name: school().name, principal: school().principal };
    await Promise.all([
      changeRecordOfTest(
        StudentEntity,
        { studentId: 'S01' },
        { firstName: 'Renamed', lastName: 'Married', houseCode: 'R' },
      ),
      executeActionOfTest(SubjectEntity.update({ subjectId: 'MATH' }, { set: { title: 'Numbers' } })),
      executeActionOfTest(
        SubjectRecordEntity.update(
          { studentId: 'S01', year, term, subjectId: 'MATH' },
          { set: { exam: 1, comment: 'Other.' } },
        ),
      ),
      executeActionOfTest(
        TermReportEntity.update(
          { studentId: 'S01', year, term },
          { set: { formTeacherComments: 'Changed.', timesAbsent: 9 } },
        ),
      ),
      changeRecordOfTest(EmployeeEntity, { employeeId: 'T1' }, { firstName: 'Ramona', lastName: 'Married' }),
      executeActionOfTest(
        ClassPostEntity.update(
          { employeeId: 'T1', year, as: 'form teacher', classId: '1A' },
          { set: { name: 'Else' } },
        ),
      ),
      executeActionOfTest(PeriodEntity.update({ year, term }, { set: { dateEnd: '2030-01-01' } })),
    ]);
    Object.assign(school(), { name: 'Another School', principal: 'Another Head' });
    try {
      expect(Buffer.from((await printed({ studentId: 'S01' })).bytes).equals(Buffer.from(one.bytes))).toBe(true);
      expect(Buffer.from((await printed({ classId: '1A' })).bytes).equals(Buffer.from(ofClass.bytes))).toBe(true);
      const [card] = await readCards(one);
      expect(card?.texts).toContain('Northgate Secondary School');
      expect(card?.texts.join(' ').replaceAll(' ', '')).toContain('W'.repeat(500));
    } finally {
      Object.assign(school(), head);
    }
  });

  it('prints who has changed class since, once the term was opened, with the new class alone, and as it was posted', async () => {
    const one = await printed({ studentId: 'S02' });
    await changeRecordOfTest(TermReportEntity, { studentId: 'S02', year, term }, { classId: '1B' });
    const classesOfS02 = await Promise.all(
      ['1A', '1B'].map(async (classId) => {
        const names = (await readCards(await printed({ classId }))).map(({ name }) => name);
        return names.filter((name) => name.includes('S02'));
      }),
    );
    expect(classesOfS02).toEqual([[], ['Lastname S02, Pupil S02']]);
    expect(Buffer.from((await printed({ studentId: 'S02' })).bytes).equals(Buffer.from(one.bytes))).toBe(true);
    await changeRecordOfTest(TermReportEntity, { studentId: 'S02', year, term }, { classId: '1A' });
  });

  it('prints who was registered after the posting as the marks are now', async () => {
    await addStudents('1A', ['S99']);
    const [card] = await readCards(await printed({ studentId: 'S99' }));
    expect(card?.name).toBe('Lastname S99, Pupil S99');
    expect(await readCards(await printed({ classId: '1A' }))).toHaveLength(7);
  });

  it('is removed with the copies kept, and the marks of now are printed again', async () => {
    const { body } = await post(0);
    expect(body).toMatchObject({ state: 'finished', posted: 0, date_posted: null });
    expect(await listed()).toMatchObject({ posted: 0, date_posted: null });
    expect(await copies(1)).toHaveLength(all);
    const [card] = await readCards(await printed({ studentId: 'S01' }));
    expect(card?.texts).toContain('Changed.');
    const again = await post(0);
    expect([again.status, again.error?.message]).toEqual([409, [postingWordings.notPosted]]);
  });

  it('is frozen again when it is posted again, beside the earlier copies', async () => {
    const before = await copies(1);
    expect((await post(1)).body).toMatchObject({ posted: 1, rows_processed: all + 1 });
    expect(await copies(1)).toEqual(before);
    expect(await copies(2)).toHaveLength(all + 1);
    const [card] = await readCards(await printed({ studentId: 'S01' }));
    expect(card?.texts).toContain('Changed.');
  });

  it('is in the audit trail: each posting, each removal, each copy', async () => {
    const rows = (await listAuditTrail(`posting#${year}#${term}`)).flatMap(({ changes }) => changes);
    const states = rows
      .filter(({ field }) => field === 'posted')
      .map(({ before, after }) => [
        (before as PostingItem | null)?.isPosted ?? null,
        (after as PostingItem).isPosted,
        (after as PostingItem).version,
      ]);
    expect(states).toEqual([
      [null, true, 1],
      [true, false, 1],
      [false, true, 2],
    ]);
    const frozen = rows.filter(({ field }) => field === 'frozen 1').flatMap(({ after }) => after as string[]);
    expect(frozen).toHaveLength(all);
  });

  it('names the one record that is damaged, and posts all the others', async () => {
    await post(0);
    await executeActionOfTest(TermReportEntity.update({ studentId: 'S03', year, term }, { set: { formLevel: 77 } }));
    const { body } = await post(1);
    expect(body).toMatchObject({ posted: 1, rows_processed: all + 1, total_rows: all + 1 });
    const reason = termReportWordings.recordDamaged;
    expect(body.left).toEqual([{ student_id: 'S03', name: 'Lastname S03, Pupil S03', reason }]);
    expect(await copies(3)).toHaveLength(all);
  });

  describe('of which too many cards cannot be made', () => {
    const setLevels = async (formLevel: number, studentIds: readonly string[]) => {
      await Promise.all(
        studentIds.map((studentId) =>
          executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formLevel } })),
        ),
      );
    };

    it('fails, says what to do, and shows nothing as posted; repaired, it is posted whole', async () => {
      await post(0);
      const before = (await copies(4)).length + (await copies(5)).length;
      expect(before).toBe(0);
      // Two of 16 are more than a tenth; one was left out above.
      await setLevels(1, ['S03']);
      await setLevels(77, ['S45', 'S46']);
      const { status, body } = await post(1);
      expect([status, body.state, body.posted, body.date_posted]).toEqual([200, 'failed', 0, null]);
      expect(body.problem).toBe(postingWordings.tooManyFailed(2, body.total_rows));
      expect(body.left.map(({ student_id }) => student_id).sort()).toEqual(['S45', 'S46']);
      expect(await listed()).toMatchObject({ posted: 0, date_posted: null });
      await setLevels(4, ['S45', 'S46']);
      const repaired = await post(1);
      expect(repaired.body).toMatchObject({ state: 'finished', posted: 1, problem: null, left: [] });
      expect(await copies(5)).toHaveLength(repaired.body.total_rows);
    });
  });

  it('fails where a card cannot be made for another reason than its record, logs it, and is resumed once that is repaired', async () => {
    await post(0);
    const { musicClasses } = school();
    const lines = collectLog();
    try {
      // What no record explains: a mistake in the program, or the service that failed.
      school().musicClasses = undefined as never;
      const { body } = await post(1);
      expect(body).toMatchObject({ state: 'failed', posted: 0, left: [] });
    } finally {
      school().musicClasses = musicClasses;
      vi.restoreAllMocks();
    }
    expect(lines.find(({ message }) => message === 'job step failed')).toMatchObject({
      level: 'ERROR',
      job: 'post-term-reports',
      batch: 0,
      error: { name: 'TypeError' },
    });
    expect((await post(1)).body).toMatchObject({ state: 'finished', posted: 1, left: [] });
  });

  it('is refused for a term without reports', async () => {
    const { status, error } = await admin.call(postTermReports, { year: 2019, term: 1, posted: 1 });
    expect([status, error?.message]).toEqual([409, [postingWordings.noReports]]);
  });
});
