import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf, refusedOf } from '../../../support/options/move-in/moves.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const csvOf = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'));

describe('what a file has and what is typed in its place', () => {
  const { preview } = movesOf(steppedSchoolForTests(handler));
  const heading = 'Teacher No.,Last Name,First Name,Date of Birth';

  it.each([
    ['4/8/91', '04-Aug-1991'],
    ['14-8-62', '14-Aug-1962'],
    ['4.8.03', '04-Aug-2003'],
    ['5 Sep ’25', '05-Sep-1925'],
    ['Aug 4, 91', '04-Aug-1991'],
    ['4/8/91 00:00', '04-Aug-1991'],
  ])('reads the birthday %s of a teacher, in a cell and typed', async (written, day) => {
    const said: SaidOfFile = { day_order: 'day first' };
    const read = await preview(csvOf(heading, `71,Bell,Anna,"${written}"`), said, 'staff.csv');
    expect([countsOf(read), refusedOf(read)]).toEqual([{ teachers: [1, 0, 0, 0] }, []]);
    expect(read.notes).toContain(
      `Date of Birth: ${written} is read as ${day}. Years of two digits are the last ones that fit.`,
    );
    const typed = await preview(
      csvOf(heading, '71,Bell,Anna,?'),
      { ...said, cells: { 'CSV\n2\ndate_of_birth': `  ${written}\u00a0` } },
      'staff.csv',
    );
    expect([countsOf(typed), refusedOf(typed)]).toEqual([{ teachers: [1, 0, 0, 0] }, []]);
    expect(typed.plan).toBe(read.plan);
  });

  it('asks for day and month of a birthday with a short year, and reads that of a student as one of this century', async () => {
    const lines = ['Student ID,Last Name,First Name,Class,Date of Birth', '90011,Bell,Anna,1A,4/8/13'];
    const asked = await preview(csvOf(...lines), {}, 'class.csv');
    expect(asked.day_order).toMatchObject({ text: '4/8/2013', day_first: '2013-08-04', month_first: '2013-04-08' });
    const read = await preview(csvOf(...lines), { day_order: 'month first' }, 'class.csv');
    expect(countsOf(read)).toEqual({ students: [1, 0, 0, 0] });
    expect(read.notes).toContain(
      'Date of Birth: 4/8/13 is read as 08-Apr-2013. Years of two digits are the last ones that fit.',
    );
  });

  it('refuses the cells with the errors of formulas, with their place, and reads the others', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Marks');
    sheet.addRow(['Mark sheet Term 1, 2023-2024']);
    sheet.addRow(['Student ID', 'Mathematics', 'Spanish', 'Absent']);
    const error = (text: string) => ({ error: text }) as ExcelJS.CellErrorValue;
    sheet.addRow(['S41', 61, { formula: '1/0', result: error('#DIV/0!') }, 3]);
    sheet.addRow(['S42', error('#N/A'), 71, error('#REF!')]);
    sheet.addRow([error('#REF!'), 50, 51, 1]);
    sheet.addRow(['S43', { formula: 'B9' }, 52, 1]);
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
    const said: SaidOfFile = { names: { 'past subject': { spanish: '=' } } };
    const shown = await preview(bytes, said);
    expect(shown.names).toEqual(shown.names.map((one) => ({ ...one, of: 'past subject' })));
    expect(
      shown.rows.filter(({ state }) => state === 'refused').map(({ row, fix, note }) => [row, fix?.column, note]),
    ).toEqual([
      [3, 'C', '#DIV/0! is the error of a formula. Please type the value.'],
      [4, 'B', '#N/A is the error of a formula. Please type the value.'],
      [4, 'D', '#REF! is the error of a formula. Please type the value.'],
      [6, 'B', 'A formula without a stored value. Please type the value.'],
      [5, 'A', '#REF! is the error of a formula. Please type the value.'],
    ]);
    expect(countsOf(shown)).toEqual({ marks: [3, 0, 0, 4], attendance: [2, 0, 0, 1] });
    const cells = {
      'Marks\n3\nsubject:Spanish': '55',
      'Marks\n4\nsubject:Mathematics': '56',
      'Marks\n4\nabsent': '2',
      'Marks\n5\nstudent_id': 'S44',
      'Marks\n6\nsubject:Mathematics': '57',
    };
    const corrected = await preview(bytes, { ...said, cells });
    expect([countsOf(corrected), refusedOf(corrected)]).toEqual([
      { marks: [8, 0, 0, 0], attendance: [4, 0, 0, 0] },
      [],
    ]);
  });

  it('asks nobody what the error of a formula means', async () => {
    const lessons = await preview(
      await workbookOf({
        name: 'Lessons',
        rows: [
          ['Teacher', 'Subject', 'Class'],
          ['#N/A', 'Mathematics', '1A'],
          ['Eric Ali', '#REF!', '1A'],
        ],
      }),
    );
    expect(lessons.names).toEqual([]);
    expect(lessons.rows.map(({ row, fix, note }) => [row, fix?.column, note])).toEqual([
      [2, 'A', '#N/A is the error of a formula. Please type the value.'],
      [3, 'B', '#REF! is the error of a formula. Please type the value.'],
    ]);
    const students = await preview(
      csvOf('Student ID,Name,Class,Date of Birth', '90011,#N/A,1A,13/4/2014', '#REF!,"Ali, Sam",1A,#VALUE!'),
      {},
      'class.csv',
    );
    expect(students.rows.map(({ row, fix, note }) => [row, fix?.column, note])).toEqual([
      [2, 'B', '#N/A is the error of a formula. Please type the value.'],
      [3, 'A', '#REF! is the error of a formula. Please type the value.'],
    ]);
  });
});
