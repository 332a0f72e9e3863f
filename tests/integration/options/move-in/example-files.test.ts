import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { EarlierMarksEntity } from '#functions/options/transcripts/records/earlier-marks.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { fileOf, type SheetOfFile, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf, refusedOf } from '../../../support/options/move-in/moves.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, downloadMoveInWorkbook } = moveInContract;

/** The example files of the guide, each a sheet with its headings and a row. */
function examplesOfGuide(): SheetOfFile[] {
  const page = readFileSync(new URL('../../../../docs/guide/options/move-in/office.md', import.meta.url), 'utf8');
  const lines = [...page.matchAll(/^\| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|$/gm)];
  const cells = (text: string) => (parse(text, { ltrim: true }) as string[][])[0] ?? [];
  return lines.map(([, name = '', headings = '', row = '']) => ({ name, rows: [cells(headings), cells(row)] }));
}

describe('the files that the product explains', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store } = movesOf(school);

  it('are understood as the guide has them, and stored', async () => {
    const sheets = examplesOfGuide();
    expect(sheets).toHaveLength(9);
    const bytes = await workbookOf(...sheets);
    const shown = await preview(bytes);
    expect(shown.sheets.map(({ name, kind }) => [name, kind])).toEqual([
      ['Teachers', 'teachers'],
      ['Subjects', 'subjects'],
      ['Form teachers', 'classes'],
      ['Lessons', 'lessons'],
      ['A class list', 'students'],
      ['Who takes what', 'takers'],
      ['Marks of a term', 'marks'],
      ['Marks of a year', 'marks'],
      ['Attendance of a term', 'attendance'],
    ]);
    expect(refusedOf(shown)).toEqual([]);
    const { done, left } = await store(bytes, {}, 'Brought along.xlsx');
    expect(left).toEqual([]);
    expect(Object.fromEntries(done.map(({ kind, rows }) => [kind, rows]))).toEqual({
      teachers: 1,
      subjects: 1,
      classes: 3,
      lessons: 2,
      students: 1,
      takers: 2,
      marks: 4,
      attendance: 1,
    });
    const [earlier] = await EarlierMarksEntity.query({ studentId: '70001' });
    expect(earlier).toMatchObject({
      marks: [
        { year: 2022, term: 1, subject: 'Physics', mark: '61' },
        { year: 2022, term: 2, subject: 'Physics', mark: '70' },
        { year: 2023, term: 2, subject: 'Mathematics', mark: 'B+', source: 'Brought along' },
        { year: 2023, term: 2, subject: 'Physics', mark: '73' },
      ],
      attendance: [{ year: 2023, term: 2, sessions: 140, absent: 4, late: 1 }],
    });
  }, 30_000);

  it('are a workbook that is read back as it was filled in, its examples passed over', async () => {
    const { bytes } = await school.admin.call(downloadMoveInWorkbook, {});
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes as never);
    const filled = async () => new Uint8Array(await workbook.xlsx.writeBuffer());
    expect(countsOf(await preview(await filled()))).toEqual({});
    const fill = (name: string, values: Readonly<Record<string, string | number>>) => {
      const sheet = workbook.getWorksheet(name);
      for (let column = 1; column <= (sheet?.columnCount ?? 0); column += 1) {
        const value = values[String(sheet?.getCell(1, column).value)];
        if (sheet && value !== undefined) sheet.getCell(3, column).value = value;
      }
    };
    const [id, name] = ['70001', 'Ali, Sam'];
    fill('Teachers', { 'Teacher No.': 71, 'Last Name': 'Bell', 'First Name': 'Anna', 'Date of Birth': '5-Sep-1984' });
    fill('Subjects', { Subject: 'Physics', Abbreviation: 'PHY' });
    fill('Classes', { Class: '1B', Dean: 'Bell, Anna' });
    fill('Lessons', { Teacher: 'Bell, Anna', Subject: 'Physics', Class: '1A, 1B' });
    fill('Students', { 'Student ID': id, 'Last Name': 'Ali', 'First Name': 'Sam', Class: '1A', Sex: 'Male' });
    fill('Who takes what', { 'Student ID': id, Subject: 'Physics' });
    fill('Past marks', {
      'Student ID': id,
      Name: name,
      Year: '2023-2024',
      Term: 1,
      Mathematics: 67,
      'English Language': 'A',
    });
    fill('Past attendance', { 'Student ID': id, Year: '2023-2024', Term: 1, Sessions: 140, Absent: 2 });
    const shown = await preview(await filled());
    expect(refusedOf(shown)).toEqual([]);
    expect(countsOf(shown)).toEqual({
      teachers: [1, 0, 0, 0],
      subjects: [1, 0, 0, 0],
      classes: [1, 0, 0, 0],
      lessons: [2, 0, 0, 0],
      students: [1, 0, 0, 0],
      takers: [1, 0, 0, 0],
      marks: [2, 0, 0, 0],
      attendance: [1, 0, 0, 0],
    });
  });

  it('come back with the refused rows and a reason each, are corrected there, and read again', async () => {
    const bytes = await workbookOf(
      {
        name: 'Lessons',
        rows: [
          ['Teaching allocation'],
          ['Teacher', 'Subject', 'Class', 'Room'],
          ['Mona Núñez', 'Mathematics', '9Z', 'A1'],
          ['Mona Núñez', 'English Language', '1B', 'A1'],
        ],
      },
      {
        name: 'Old marks',
        rows: [
          ['Student ID', 'Name', 'Mathematics', 'English Language'],
          ['S41', 'Pupil S41', 101, 55],
          ['S42', 'Pupil S42', 60, 65],
        ],
      },
    );
    const answer = await school.admin.call(previewMoveIn, {
      file: fileOf(bytes),
      said: JSON.stringify({ sheets: { 'Old marks': { year: 2023, term: 1 } } }),
      format: 'xlsx',
    });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(answer.bytes as never);
    const rows = workbook.worksheets.map((sheet) => [sheet.name, ...sheet.getSheetValues().slice(1)]);
    expect(rows.map((sheet) => sheet.map((row) => (Array.isArray(row) ? row.slice(1) : row)))).toEqual([
      [
        'Lessons',
        ['Teacher', 'Subject', 'Class', 'Reason'],
        ['Mona Núñez', 'Mathematics', '9Z', 'Class: the school has no “9Z”. Please say above what it is.'],
      ],
      [
        'Old marks',
        ['Student ID', 'Name', 'Mathematics', 'English Language', 'Year', 'Term', 'Reason'],
        [
          'S41',
          'Pupil S41',
          '101',
          '55',
          '2023-2024',
          '1',
          'Not a mark: a number from 0 to 100, or a grade such as B+.',
        ],
      ],
    ]);
    const [lessons, marks] = workbook.worksheets;
    if (lessons) lessons.getCell('C2').value = '1B';
    if (marks) marks.getCell('C2').value = 100;
    const again = await preview(new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect(refusedOf(again)).toEqual([]);
    expect(countsOf(again)).toEqual({ lessons: [1, 0, 0, 0], marks: [2, 0, 0, 0] });
  });
});
