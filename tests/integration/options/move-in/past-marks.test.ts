import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { EarlierMarksEntity } from '#functions/options/transcripts/records/earlier-marks.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { fileOf, type SheetOfFile, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf, refusedOf } from '../../../support/options/move-in/moves.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

/** A mark sheet of a term: subjects merged over course, exam and total, an average behind, the class of that time. */
const markSheet: SheetOfFile = {
  name: 'Form 3A T2',
  rows: [
    ['NORTHGATE SECONDARY SCHOOL'],
    ['Mark sheet, Term 2, 2023/24'],
    [null, null, 'Maths', null, null, 'Literature', null, null, null, null],
    ['ID', 'Name', 'Course', 'Exam', 'Total', 'Course', 'Exam', 'Total', 'Average', 'Times Absent'],
    ['S41', 'S41, Pupil', 25, 48.25, 73.25, 20, 31, null, 62, 4],
    ['S42', 'S42, Pupil', 10, 40, 50, null, null, 'A1', 50, null],
    ['S43', 'S43, Pupil', null, null, 'absent', 12, 30, null, 42, 'many'],
    ['Average', null, 17, 44, 61],
  ],
  merged: ['C3:E3', 'F3:H3'],
};

describe('marks and attendance of earlier terms', () => {
  const school = steppedSchoolForTests(handler);
  const clerkOfStudents = school.as('A2');
  const { preview, store, undo, acts } = movesOf(school);
  let options: string[] = [];
  beforeEach(() => {
    options = [...schoolFile().options];
  });
  afterEach(() => {
    schoolFile().options = options;
  });
  const records = async (studentId: string) => {
    const [one] = await EarlierMarksEntity.query({ studentId });
    return (
      one && {
        marks: one.marks.map(({ year, term, subject, mark, source }) => [year, term, subject, mark, source]),
        attendance: one.attendance.map(({ year, term, absent, late, sessions }) => [
          year,
          term,
          absent,
          late,
          sessions,
        ]),
      }
    );
  };
  const said: SaidOfFile = {
    names: {
      'past subject': { maths: 'MATH', literature: '=' },
      grade: { a1: '=', absent: 'Abs' },
    },
    alike: { 'course and exam': 'yes' },
  };

  it('are asked about once for all that are alike, stored, remembered and taken back', async () => {
    const bytes = await workbookOf(markSheet);
    const asked = await preview(bytes, {}, 'Old marks.xlsx');
    expect(asked.sheets.map(({ kind, period }) => [kind, period])).toEqual([
      ['marks', { year: 2023, term: 2, of_columns: false }],
    ]);
    expect(asked.names.map(({ of, written, rows, means }) => [of, written, rows, means])).toEqual([
      ['past subject', 'Maths', 3, null],
      ['past subject', 'Literature', 3, null],
    ]);
    expect(asked.plan).not.toBeNull();

    const shown = await preview(bytes, { names: { 'past subject': { maths: 'MATH', literature: '=' } } });
    expect(shown.names.filter(({ of }) => of === 'grade').map(({ written, rows }) => [written, rows])).toEqual([
      ['A1', 1],
      ['absent', 1],
    ]);
    expect(shown.alike.map(({ kind, question }) => [kind, question])).toEqual([
      [
        'course and exam',
        '2 marks are course and exam without a total, as 20 and 31 of Literature. Is the total their sum?',
      ],
    ]);

    const answered = await preview(bytes, said, 'Old marks.xlsx');
    expect(countsOf(answered)).toEqual({ marks: [6, 0, 0, 0], attendance: [1, 0, 0, 1] });
    expect(refusedOf(answered)).toEqual([['Form 3A T2', 7, 'Absent: a whole number from 0 to 400.']]);
    expect(
      answered.rows.filter(({ kind, what }) => kind === 'marks' && what.includes('S41')).map(({ note }) => note),
    ).toEqual(['73.3, of 73.25.', '51.']);

    const run = await store(bytes, said, 'Old marks.xlsx');
    expect(run).toMatchObject({
      state: 'finished',
      rows_processed: 7,
      total_rows: 7,
      done: [
        { kind: 'marks', rows: 6 },
        { kind: 'attendance', rows: 1 },
      ],
      left: [],
    });
    expect(await records('S41')).toEqual({
      marks: [
        [2023, 2, 'Literature', '51', 'Old marks'],
        [2023, 2, 'Mathematics', '73.3', 'Old marks'],
      ],
      attendance: [[2023, 2, 4, null, null]],
    });
    expect((await records('S42'))?.marks.map(([, , subject, mark]) => [subject, mark])).toEqual([
      ['Literature', 'A1'],
      ['Mathematics', '50'],
    ]);
    expect((await records('S43'))?.marks.map(([, , subject, mark]) => [subject, mark])).toEqual([
      ['Literature', '42'],
      ['Mathematics', 'Abs'],
    ]);
    const trail = (await listAuditTrail('student#S41')).flatMap(({ changes }) => changes);
    expect(trail).toContainEqual({
      field: 'earlier mark 2023-2024 term 2 Mathematics',
      before: null,
      after: '73.3',
    });
    const { terms } = (await school.admin.call(transcriptsContract.readTranscript, { student_id: 'S41' })).body;
    expect(terms.map(({ year, term, attendance }) => [year, term, attendance])).toEqual([
      [2023, 2, { sessions: null, absent: 4, late: null, source: 'Old marks' }],
    ]);

    // Under another name the same file has nothing new, and what was said is remembered.
    const again = await preview(bytes, { alike: { 'course and exam': 'yes' } }, 'Copy of old marks.xlsx');
    expect(countsOf(again)).toEqual({ marks: [0, 0, 6, 0], attendance: [0, 0, 1, 1] });
    expect(again.plan).toBeNull();

    const only = (await acts()).find(({ what }) => what.startsWith('Only Past attendance (1)'));
    expect(await undo(only?.undo ?? '')).toMatchObject({ state: 'finished', left: [] });
    expect((await records('S41'))?.attendance).toEqual([]);
    expect((await records('S41'))?.marks).toHaveLength(2);
    // As they were counted before they were stored, not student by student.
    expect(await undo(run.run)).toMatchObject({ state: 'finished', left: [], rows_processed: 7, total_rows: 7 });
    expect([await records('S41'), await records('S42'), await records('S43')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }, 30_000);

  const long = (...rows: SheetOfFile['rows'][number][]): SheetOfFile => ({
    name: 'Past marks',
    rows: [['Student ID', 'Name', 'Year', 'Term', 'Subject', 'Mark', 'Source'], ...rows],
  });

  it('replace what was stored, and an undo gives it back where nobody has changed it since', async () => {
    const [first, second] = [
      await workbookOf(
        long(
          ['S41', null, '2022-2023', 1, 'Mathematics', 60, 'Book'],
          ['S42', null, '2022', 'Term 3', 'MATH', 'B+', 'Book'],
        ),
      ),
      await workbookOf(
        long(
          ['S41', null, '2022/23', 1, 'Mathematics', 66, 'Book'],
          ['S42', null, 2022, 3, 'Mathematics', 'A', 'Book'],
        ),
      ),
    ];
    await store(first);
    expect((await records('S42'))?.marks).toEqual([[2022, 3, 'Mathematics', 'B+', 'Book']]);
    const shown = await preview(second);
    expect(countsOf(shown)).toEqual({ marks: [0, 2, 0, 0] });
    expect(shown.rows.map(({ note }) => note)).toEqual(['60 to 66.', 'B+ to A.']);
    const { run } = await store(second);
    await executeActionOfTest(
      EarlierMarksEntity.update(
        { studentId: 'S42' },
        { set: { marks: [{ year: 2022, term: 3, subject: 'Mathematics', mark: 'C', source: 'Office' }], version: 9 } },
      ),
    );
    expect((await undo(run)).left).toEqual([
      'Pupil S42 Lastname S42, S42: Mathematics, Term 3, 2022-2023: changed since.',
    ]);
    expect((await records('S41'))?.marks).toEqual([[2022, 1, 'Mathematics', '60', 'Book']]);
    expect((await records('S42'))?.marks).toEqual([[2022, 3, 'Mathematics', 'C', 'Office']]);
  }, 30_000);

  it('are refused with their reason: term, mark, student, what is there twice', async () => {
    const bytes = await workbookOf(
      long(
        ['S41', null, null, 1, 'Mathematics', 60, null],
        ['S41', null, '2019', 4, 'Mathematics', 60, null],
        ['S41', null, '2019', 1, 'Mathematics', 101, null],
        ['S99', null, '2019', 1, 'Mathematics', 50, null],
        [null, 'Pupil S42 Lastname S42', '2019', 1, 'Mathematics', 50, null],
        ['S43', null, '2019', 1, 'Mathematics', 50, null],
        ['S43', null, '2019', 1, 'MATH', 51, null],
        ['S44', null, '2019', 1, 'Mathematics', 50, null],
        ['S44', null, '2019', 1, 'Mathematics', 50, null],
      ),
    );
    const shown = await preview(bytes);
    // Those that wait for an answer are last: a screen has no need to list them.
    expect(refusedOf(shown)).toEqual([
      ['Past marks', 3, 'Not a term: 1, 2 or 3.'],
      ['Past marks', 4, 'Not a mark: a number from 0 to 100, or a grade such as B+.'],
      ['Past marks', 5, 'The school has no such student.'],
      ['Past marks', 7, 'Row 8 of “Past marks” has something else of this term.'],
      ['Past marks', 8, 'Row 7 of “Past marks” has something else of this term.'],
      ['Past marks', 2, 'Which year and term? Please say above.'],
      ['Past marks', 6, 'Please answer the question above.'],
    ]);
    expect(countsOf(shown)).toEqual({ marks: [1, 0, 1, 7] });
    expect(shown.alike.map(({ question }) => question)).toEqual([
      '1 row of earlier terms has a name and no ID, as Pupil S42 Lastname S42: Pupil S42 Lastname S42, S42. The same students?',
    ]);
    expect(countsOf(await preview(bytes, { alike: { 'by name': 'yes' } })).marks).toEqual([2, 0, 1, 6]);
  });

  it('of a sheet that names no term are asked for it once', async () => {
    const bytes = await workbookOf({
      name: 'Sheet1',
      rows: [
        ['ID', 'Name', 'Mathematics', 'English Language'],
        ['S41', 'Pupil S41', 61, 72],
        ['S42', 'Pupil S42', 51, 62],
      ],
    });
    const shown = await preview(bytes);
    expect(shown.sheets.map(({ period }) => period)).toEqual([{ year: null, term: null, of_columns: false }]);
    expect(countsOf(shown)).toEqual({ marks: [0, 0, 0, 2] });
    const of: SaidOfFile = { sheets: { Sheet1: { year: 2021, term: 3 } } };
    expect(countsOf(await preview(bytes, of))).toEqual({ marks: [4, 0, 0, 0] });
  });

  /** Marks of a year: subjects above terms, course and exam below these; and a subject on a sheet of its own. */
  const termsAcross: readonly SheetOfFile[] = [
    {
      name: 'Form 3A',
      rows: [
        ['NORTHGATE SECONDARY SCHOOL'],
        [null, null, 'Mathematics', null, null, null, 'Literature', null, null, null, null, null],
        [null, null, 'Term 1', null, 'Term 2', null, 'Term 1', 'Term 2', 'Term 3', 'Term 1', 'Term 2', 'Average'],
        ['ID', 'Name', 'Course (30)', 'Exam (70)', 'Course (30)', 'Exam (70)', null, null, null, 'Absent', 'Absent'],
        ['S41', 'S41, Pupil', 25, 48, 20, 31, 61, 62, 63, 4, 1, 62],
        [],
        ['S42', 'S42, Pupil', 10, 40, null, null, 'B+', 'abs', '78/100', null, 2, 50],
        ['Class average', null, 17, 44, 20, 31, 61, 62, 63],
      ],
      merged: ['A1:L1', 'C2:F2', 'G2:I2', 'C3:D3', 'E3:F3', 'G3:G4', 'H3:H4', 'I3:I4', 'L3:L4'],
    },
    {
      name: 'French',
      rows: [
        ['ID', 'Name', 'Term 1 (50)', 'Term 2', 'Term 3'],
        ['S41', 'S41, Pupil', 45, '39/50', 64],
        ['S42', 'S42, Pupil', 20, 52, null],
      ],
    },
  ];

  it('of terms across are proposed with examples, corrected by choice, stored and remembered', async () => {
    const bytes = await workbookOf(...termsAcross);
    const shown = await preview(bytes);
    expect(shown.sheets.map(({ kind, period }) => [kind, period])).toEqual([
      ['marks', { year: null, term: null, of_columns: true }],
      ['marks', { year: null, term: null, of_columns: true }],
    ]);
    const columns = shown.sheets[0]?.columns ?? [];
    expect(columns.map(({ column, field, examples }) => [column, field, examples])).toEqual([
      ['A', 'student_id', ['S41', 'S42']],
      ['B', 'name', ['S41, Pupil', 'S42, Pupil']],
      ['C', '1:course:Mathematics', ['25', '10']],
      ['D', '1:exam:Mathematics', ['48', '40']],
      ['E', '2:course:Mathematics', ['20']],
      ['F', '2:exam:Mathematics', ['31']],
      ['G', '1:subject:Literature', ['61', 'B+']],
      ['H', '2:subject:Literature', ['62', 'abs']],
      ['I', '3:subject:Literature', ['63', '78/100']],
      ['J', '1:absent', ['4']],
      ['K', '2:absent', ['1', '2']],
      ['L', '-', ['62', '50']],
    ]);
    expect(columns[5]?.more).toContainEqual({
      field: '3:exam:Mathematics',
      label: 'Exam marks of Mathematics, Term 3',
    });

    const years = { 'Form 3A': { year: 2022 }, French: { year: 2022 } };
    const answers: SaidOfFile = {
      sheets: years,
      names: { 'past subject': { literature: '=', french: '=' }, grade: { abs: 'Abs' } },
    };
    const asked = await preview(bytes, answers);
    expect(asked.alike.map(({ kind, question }) => [kind, question])).toEqual([
      [
        'course and exam',
        '3 marks are course and exam without a total, as 25 and 48 of Mathematics. Is the total their sum?',
      ],
      [
        'out of',
        '3 marks are out of another number than 100, as 45 of 50 of French: 90 of 100. Is that what is to be stored?',
      ],
    ]);
    expect(countsOf(asked)).toEqual({ marks: [8, 0, 0, 6], attendance: [3, 0, 0, 0] });

    // Column F is the exam of another term, and French of term 3 is not to be read.
    const said: SaidOfFile = {
      ...answers,
      sheets: {
        'Form 3A': { year: 2022, columns: { E: '3:course:Mathematics', F: '3:exam:Mathematics' } },
        French: { year: 2022, columns: { E: '-' } },
      },
      alike: { 'course and exam': 'yes', 'out of': 'yes' },
    };
    expect(await store(bytes, said, 'Book 2022.xlsx')).toMatchObject({ state: 'finished', left: [] });
    expect(await records('S41')).toEqual({
      marks: [
        [2022, 1, 'French', '90', 'Book 2022'],
        [2022, 1, 'Literature', '61', 'Book 2022'],
        [2022, 1, 'Mathematics', '73', 'Book 2022'],
        [2022, 2, 'French', '78', 'Book 2022'],
        [2022, 2, 'Literature', '62', 'Book 2022'],
        [2022, 3, 'Literature', '63', 'Book 2022'],
        [2022, 3, 'Mathematics', '51', 'Book 2022'],
      ],
      attendance: [
        [2022, 1, 4, null, null],
        [2022, 2, 1, null, null],
      ],
    });
    expect((await records('S42'))?.marks.map(([, of, subject, mark]) => [of, subject, mark])).toEqual([
      [1, 'French', '40'],
      [1, 'Literature', 'B+'],
      [1, 'Mathematics', '50'],
      [2, 'French', '52'],
      [2, 'Literature', 'Abs'],
      [3, 'Literature', '78'],
    ]);
    const again = await preview(bytes, { sheets: said.sheets, alike: said.alike }, 'Another name.xlsx');
    expect(countsOf(again)).toEqual({ marks: [0, 0, 13, 0], attendance: [0, 0, 3, 0] });
    expect(again.plan).toBeNull();
  }, 30_000);

  it('are left out, and that is said, where nothing keeps them or the administrator may not change them', async () => {
    const bytes = await workbookOf(markSheet);
    const clerk = await clerkOfStudents.call(moveInContract.previewMoveIn, { file: fileOf(bytes), said: '{}' });
    expect((clerk.body as MoveInPreview).notes).toContain('Past marks: you may not change them. They were left out.');
    expect(clerk.body as MoveInPreview).toMatchObject({ counts: [], plan: null });
    schoolFile().options = options.filter((name) => name !== 'transcripts');
    const off = await preview(bytes);
    expect(off.notes).toContain(
      'Sheet “Form 3A T2” was left out: it has marks or attendance of earlier terms, which the option Transcripts keeps. This school does not use it.',
    );
    expect(off).toMatchObject({ counts: [], plan: null });
  });
});
