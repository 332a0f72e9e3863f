import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { type Cell, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf, refusedOf } from '../../../support/options/move-in/moves.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const csvOf = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'));

/** A workbook with sheets that somebody has formatted. */
async function formatted(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  format: (workbook: ExcelJS.Workbook) => void,
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) workbook.addWorksheet(name).addRows(rows.map((row) => [...row]));
  format(workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

const heading = ['Student ID', 'Surname', 'First Name', 'DOB'];

describe('a file with the mistakes that people make', () => {
  const { preview } = movesOf(steppedSchoolForTests(handler));
  const newOf = async (bytes: Uint8Array, name?: string) => {
    const shown = await preview(bytes, {}, name);
    expect(refusedOf(shown)).toEqual([]);
    return shown.rows.map(({ what, note }) => `${what}: ${note}`);
  };

  it('has the ids that people see, of numbers that are shown with zeros in front', async () => {
    const sheets = {
      '1A': [heading, [701, 'Ali', 'Sam', '13/4/2014'], [90_702, 'Bell', 'Ann', '14/4/2014']],
    };
    const bytes = await formatted(sheets, (workbook) => {
      const ids = workbook.getWorksheet('1A')?.getColumn(1);
      if (ids) ids.numFmt = '00000';
    });
    expect(await newOf(bytes)).toEqual(['Sam Ali, 1A: New, ID 00701.', 'Ann Bell, 1A: New, ID 90702.']);
  });

  it('leaves out a sheet that is hidden, says so, and reads it where somebody says what it is', async () => {
    const sheets = {
      '1A': [heading, ['90701', 'Ali', 'Sam', '13/4/2014']],
      '1B old': [heading, ['90801', 'Old', 'Jo', '13/4/2014']],
    };
    const bytes = await formatted(sheets, (workbook) => {
      const old = workbook.getWorksheet('1B old');
      if (old) old.state = 'hidden';
    });
    const shown = await preview(bytes);
    expect(shown.sheets.map(({ name, kind }) => [name, kind])).toEqual([
      ['1A', 'students'],
      ['1B old', 'none'],
    ]);
    expect(countsOf(shown)).toEqual({ students: [1, 0, 0, 0] });
    expect(shown.notes).toEqual([
      'Hidden sheet “1B old” was left out. Please open its line and say what is in it, if it is to be read.',
    ]);
    const said = await preview(bytes, { sheets: { '1B old': { kind: 'students' } } });
    expect([countsOf(said), said.notes]).toEqual([{ students: [2, 0, 0, 0] }, []]);
  });

  it('has blanks of every kind, apostrophes and decimals around ids, and classes in each school’s way', async () => {
    const bytes = csvOf(
      'Student ID\u00a0,Surname ,First Name,Form Class,DOB',
      '\u00a090701 , Ali\u00a0,Sam\u200b,1 A ,13/4/2014\u00a0',
      '90702.0,Bell,  Ann   Marie,Form 1a,14/4/2014',
      "'90703,Cox,Di,1-A,15/4/2014",
    );
    expect(await newOf(bytes, 'class.csv')).toEqual([
      'Sam Ali, 1A: New, ID 90701.',
      'Ann Marie Bell, 1A: New, ID 90702.',
      'Di Cox, 1A: New, ID 90703.',
    ]);
    const unknown = await preview(csvOf('Student ID,Surname,First Name,Class,DOB', '90701,Ali,Sam,1Z,13/4/2014'));
    expect(refusedOf(unknown)).toEqual([['CSV', 2, 'Class: the school has no “1Z”. Please say above what it is.']]);
  });

  it('has a second list beside the first, and says of each of its columns that it is not read', async () => {
    const rows = [
      [...heading.slice(0, 3), 'Class', 'DOB', null, ...heading.slice(0, 3)],
      ['90701', 'Ali', 'Sam', '1A', '13/4/2014', null, '90801', 'Old', 'Jo'],
    ];
    const shown = await preview(await workbookOf({ name: 'Form 1', rows }));
    expect(shown.notes).toEqual([
      'Sheet “Form 1”: column G “Student ID” is not read, as column A has the same.',
      'Sheet “Form 1”: column H “Surname” is not read, as column B has the same.',
      'Sheet “Form 1”: column I “First Name” is not read, as column C has the same.',
    ]);
  });

  it('has marks with a decimal comma, and comments below', async () => {
    const shown = await preview(
      csvOf(
        'Mark sheet Term 1 2023-2024',
        'Student ID;Mathematics;English Language',
        'S41;65 ;"65,5"',
        'S99;70,25;80',
        'Note: * = resit;;',
        'Checked by;J. Smith;',
      ),
      {},
      'marks.csv',
    );
    expect(shown.sheets.map(({ kind }) => kind)).toEqual(['marks']);
    expect(shown.rows.filter(({ state }) => state === 'new').map(({ note }) => note)).toEqual(['65.', '65.5.']);
    expect(refusedOf(shown)).toEqual([
      ['CSV', 4, 'The school has no such student.'],
      ['CSV', 6, 'The school has no such student.'],
    ]);
  });

  it('asks once about a list in capitals: names are written as the school writes them, or stay as they are', async () => {
    const students = csvOf(
      'STUDENT ID,SURNAME,FIRST NAME,CLASS,DOB',
      '90701,MOHAMMED,AISHA,1A,13/4/2014',
      '90702,DE SOUZA,ANN-MARIE,1A,14/4/2014',
      '90703,O’BRIEN,JO,1A,15/4/2014',
      'S01,LASTNAME S01,PUPIL S01,1A,',
    );
    const asked = await preview(students);
    expect(asked.alike).toEqual([
      {
        kind: 'capitals',
        question: '3 names are in capitals. Write them with small letters, as Mohammed, Aisha?',
        rows: 3,
        answer: null,
      },
    ]);
    // Who is here already is the same, whatever the letters.
    expect(countsOf(asked)).toEqual({ students: [0, 0, 1, 3] });
    const whatOf = async (bytes: Uint8Array, answer: 'yes' | 'no') =>
      (await preview(bytes, { alike: { capitals: answer } })).rows.map(({ what }) => what);
    expect(await whatOf(students, 'yes')).toEqual(['Aisha Mohammed, 1A', 'Ann-Marie De Souza, 1A', 'Jo O’Brien, 1A']);
    expect(await whatOf(students, 'no')).toEqual(['AISHA MOHAMMED, 1A', 'ANN-MARIE DE SOUZA, 1A', 'JO O’BRIEN, 1A']);
    const teachers = csvOf('Teacher No.,Surname,First Name,DOB', '71,BELL,ANNA,5-Sep-1984', '72,ALI,SAM,5-Sep-1985');
    expect((await preview(teachers)).alike.map(({ kind, rows }) => [kind, rows])).toEqual([['capitals', 2]]);
    expect(await whatOf(teachers, 'yes')).toEqual(['Anna Bell', 'Sam Ali']);
    // Of a list with some in capitals each stays as it is: nobody is asked.
    const some = csvOf('Teacher No.,Surname,First Name,DOB', '71,BELL,Anna,5-Sep-1984', '72,Ali,Sam,5-Sep-1985');
    expect((await preview(some)).alike).toEqual([]);
  });
});
