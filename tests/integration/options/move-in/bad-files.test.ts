import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { listAllEmployees } from '#functions/people/records/store.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { fileTooLarge } from '#shared/http/upload-limit.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { hostileWorkbooks } from '../../../support/files/hostile-workbooks.ts';
import { fileOf, teacherList, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf, refusedOf } from '../../../support/options/move-in/moves.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn, downloadMoveInWorkbook } = moveInContract;

/** A one-pixel PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a file that is not as it should be', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store } = movesOf(school);
  const refusal = async (bytes: Uint8Array) => {
    const answer = await school.admin.call(previewMoveIn, { file: fileOf(bytes), said: '{}' });
    return [answer.status, ...(answer.error?.fields?.file ?? answer.error?.message ?? [])];
  };

  it.each([
    ['a bomb that says what it is', spreadsheetWordings.tooLargeUnpacked],
    ['a bomb that lies', spreadsheetWordings.damaged],
    ['half a file', spreadsheetWordings.damaged],
    ['a password', spreadsheetWordings.protectedFile],
    ['macros', spreadsheetWordings.macros],
    ['a million rows', 'The file has more than 5,000 rows.'],
    ['more than four megabytes', fileTooLarge],
  ])('is refused: %s', async (name, reason) => {
    expect(await refusal(hostileWorkbooks[name]?.() ?? Buffer.alloc(0))).toEqual([422, reason]);
  });

  it('is refused at 200 MB before a function has it', async () => {
    expect(await refusal(Buffer.alloc(200 * 1024 * 1024, 'PK'))).toEqual([413, serverWordings.tooLarge]);
  });

  const csv = 'No.;Surname;First Name;DOB\r\n91;Núñez;Anaïs;5-Sep-1984\r\n92;D’Abreu;Zoë;31-Jan-1980\r\n';
  const windows1252 = Uint8Array.from([...csv].map((letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0))));
  const utf16 = (isBig: boolean) => {
    const bytes = Buffer.from(`\ufeff${csv}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  it.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-16', utf16(false)],
    ['UTF-16, the other way round', utf16(true)],
    ['Windows-1252', windows1252],
  ])('is read in %s, with every letter', async (_, bytes) => {
    const shown = await preview(new Uint8Array(bytes), {}, 'staff.csv');
    expect(countsOf(shown)).toEqual({ teachers: [2, 0, 0, 0] });
    expect(shown.rows.map(({ what }) => what)).toEqual(['Anaïs Núñez', 'Zoë D’Abreu']);
  });

  it('with merged heads, totals, a picture and a chart’s empty rows between its rows has its rows all the same', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Form 1A');
    for (const row of [
      ['NORTHGATE SECONDARY SCHOOL', null, null, null],
      [null, 'Student', null, 'Particulars', null],
      ['ID', 'Surname', 'First Name', 'Date of Birth', 'Sex'],
      ['70001', 'Bell', 'Anna', '13-Feb-2014', 'Female'],
      [],
      [],
      ['Girls: 1'],
      ['70002', 'Ali', 'Sam', '3-Apr-2014', 'Male'],
      ['Boys: 1'],
      ['Total', 2],
    ])
      sheet.addRow(row);
    sheet.mergeCells('A1:E1');
    sheet.mergeCells('B2:C2');
    sheet.mergeCells('D2:E2');
    sheet.mergeCells('A5:E6');
    const id = workbook.addImage({ buffer: picture as never, extension: 'png' });
    sheet.addImage(id, 'A5:E6');
    const shown = await preview(new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect(countsOf(shown)).toEqual({ students: [2, 0, 0, 0] });
    expect(shown.rows.map(({ what }) => what)).toEqual(['Anna Bell, 1A', 'Sam Ali, 1A']);
    expect(shown.notes).toContain('Sheet “Form 1A”, row 10 was left out: “Total”.');
  });

  /** What is new in a file, and why other rows are not; what was passed over; what is asked. */
  const judged = async (bytes: Uint8Array, said = {}) => {
    const shown = await preview(bytes, said);
    return {
      kinds: shown.sheets.map(({ kind }) => kind),
      new: shown.rows.filter(({ state }) => state === 'new').map(({ what, note }) => [what, note]),
      refused: refusedOf(shown).map(([, row, note]) => [row, note]),
      asked: shown.alike.map(({ question }) => question),
      notes: shown.notes,
    };
  };

  it('takes a list of students for no list of teachers: by their classes, numbers or years of birth', async () => {
    const list = (...rows: string[]) => Buffer.from(['ID,Name,Class,Date of Birth', ...rows].join('\n'));
    for (const rows of [
      ['701,"Bell, Anna",1A,', '702,"Ali, Sam",1A,', '703,"Lee, Kim",1A,'],
      ['80001,"Bell, Anna",1A,'],
      ['701,"Bell, Anna",1A,13/02/2014'],
    ])
      expect((await judged(list(...rows))).kinds, rows[0]).toEqual(['students']);
    const staff = list('71,"Bell, Anna",1A,13/02/1984', '72,"Ali, Sam",1B,14/02/1980');
    expect((await judged(staff)).kinds).toEqual(['teachers']);
  });

  it('makes no student of an average, of a remark behind a name, or of a half of “Bell; Anna”', async () => {
    const found = await judged(
      await workbookOf({
        name: '1A',
        rows: [
          ['ID', 'Surname', 'First Name'],
          ['80001', 'Bell', 'Anna'],
          [null, 'Class', 'Average'],
          [null, 'Class average', null],
        ],
      }),
    );
    expect(found.new).toEqual([['Anna Bell, 1A', 'New, ID 80001.']]);
    expect(found.notes).toHaveLength(2);
    const names = await judged(
      await workbookOf({
        name: '1A',
        rows: [
          ['ID', 'Name'],
          ['80001', 'Bell; Anna'],
          ['80002', 'Ali, Sam (repeater)'],
        ],
      }),
    );
    expect(names.new).toEqual([['Anna Bell, 1A', 'New, ID 80001.']]);
    expect(names.refused).toEqual([
      [3, 'Last Name: Brackets and stars are no part of a name. Please type the name alone.'],
    ]);
  });

  it('has its surnames where the list shows them, and asks once where it does not', async () => {
    const list = (...names: string[]) =>
      workbookOf({ name: '1A', rows: [['ID', 'Name'], ...names.map((name, index) => [String(80_001 + index), name])] });
    const asked = await judged(await list('Bell Anna', 'Ali Sam Kim'));
    expect(asked.new).toEqual([]);
    expect(asked.asked).toEqual([
      '2 names do not show which part is the surname, as Bell Anna: surname Anna. Is the surname behind?',
    ]);
    const answered = await judged(await list('Bell Anna', 'Ali Sam Kim'), { alike: { 'name order': 'no' } });
    expect(answered.new.map(([what]) => what)).toEqual(['Anna Bell, 1A', 'Sam Kim Ali, 1A']);
    const shown = await judged(await list('Bell Anna', 'LEE Kim'));
    expect([shown.asked, shown.new.map(([what]) => what)]).toEqual([[], ['Anna Bell, 1A', 'Kim Lee, 1A']]);
  });

  it('has no class where its name and its title name two', async () => {
    const found = await judged(
      await workbookOf({
        name: '1A',
        rows: [['Form 1B'], ['ID', 'Name'], ['80001', 'Bell, Anna'], ['80002', 'Ali, Sam']],
      }),
    );
    expect(found.new).toEqual([]);
    expect(found.notes).toContain(
      'Sheet “1A” and the lines above its list name several classes: 1A, 1B. Please write the class of each row.',
    );
  });

  it('has no tick in “FALSE” or “dropped”, and one in “✓”', async () => {
    const rows = ['✓', 'FALSE', 'dropped', '✗', 'x'].map((tick, index) => [`8000${index}`, tick, 'x']);
    const students = rows.map(([id = ''], index) => [id, `Bell${index}`, 'Anna', '1A']);
    const found = await judged(
      await workbookOf(
        { name: 'Students', rows: [['Student ID', 'Last Name', 'First Name', 'Class'], ...students] },
        { name: 'Options', rows: [['Student ID', 'Mathematics', 'English Language'], ...rows] },
      ),
    );
    const taken = found.new.filter(([what = '']) => what.endsWith(': Mathematics'));
    expect(taken.map(([what]) => what)).toEqual(['Anna Bell0, 1A: Mathematics', 'Anna Bell4, 1A: Mathematics']);
    expect(found.refused).toEqual([[4, '“dropped” is no tick. Please write x, or nothing.']]);
  });

  it('has marks as they are shown: 78% of 0.78, of a formula what it came to, and none in “Term 2019-2020”', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Marks of Term 2019-2020');
    sheet.addRow(['ID', 'Mathematics', 'English Language']);
    sheet.addRow(['S41', 0.78, { formula: '30+31', result: 61 }]);
    sheet.addRow(['S42', { formula: '1/0', result: { error: '#DIV/0!' } as never }, '55']);
    sheet.getCell('B2').numFmt = '0%';
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
    expect((await preview(bytes)).sheets[0]?.period).toEqual({ year: 2019, term: null, of_columns: false });
    const found = await judged(bytes, { sheets: { 'Marks of Term 2019-2020': { year: 2019, term: 1 } } });
    expect(found.new.map(([, note]) => note)).toEqual(['78.', '61.', '55.']);
    expect(found.refused).toEqual([[3, '#DIV/0! is the error of a formula. Please type the value.']]);
  });

  it('has its doubles named with the row of the first, and stores each once', async () => {
    const shown = await preview(
      await workbookOf(
        {
          name: 'Teachers',
          rows: [
            ['Teacher No.', 'Last Name', 'First Name', 'Date of Birth'],
            [81, 'Lee', 'Kim', '31-Jan-1980'],
            [81, 'Lee', 'Kim', '31-Jan-1980'],
          ],
        },
        {
          name: 'Subjects',
          rows: [
            ['Subject', 'Abbreviation'],
            ['Physics', 'PHY'],
            ['PHYSICS', 'PHY'],
          ],
        },
        {
          name: 'Lessons',
          rows: [
            ['Teacher', 'Subject', 'Class'],
            ['Kim Lee', 'Physics', '1A'],
            ['Lee, Kim', 'PHY', '1A'],
          ],
        },
        {
          name: 'Students',
          rows: [
            ['Student ID', 'Last Name', 'First Name', 'Class'],
            ['70001', 'Bell', 'Anna', '1A'],
            ['70001', 'Bell', 'Anna', '1A'],
          ],
        },
      ),
    );
    expect(countsOf(shown)).toEqual({
      teachers: [1, 0, 0, 1],
      subjects: [1, 0, 0, 1],
      lessons: [1, 0, 1, 0],
      students: [1, 0, 0, 1],
    });
    expect(refusedOf(shown)).toEqual([
      ['Teachers', 3, 'The same as row 2 of “Teachers”.'],
      ['Subjects', 3, 'The same as row 2 of “Subjects”.'],
      ['Students', 3, 'Same Student ID as row 2 of “Students”, Anna Bell.'],
    ]);
  });

  it('with orphans says of each whom or what the school has not', async () => {
    const shown = await preview(
      await workbookOf({
        name: 'Options',
        rows: [
          ['Student ID', 'Name', 'Mathematics', 'English Language'],
          ['99999', 'Nobody Known', 'x', null],
          ['S01', 'Pupil S01', 'x', null],
        ],
      }),
    );
    expect(refusedOf(shown)).toEqual([['Options', 2, 'The school has no such student.']]);
    expect(countsOf(shown)).toEqual({ takers: [0, 0, 1, 1] });
  });

  it('that is sent from two desks at the same time makes each teacher and student once, and says why to the second', async () => {
    const bytes = await workbookOf(teacherList, {
      name: '1A',
      rows: [
        ['Student ID', 'Last Name', 'First Name'],
        ['70001', 'Bell', 'Anna'],
      ],
    });
    const { plan } = await preview(bytes);
    const begin = (key: string) =>
      school.admin.call(startMoveIn, { file: fileOf(bytes), said: '{}', plan: plan ?? '' }, { 'Idempotency-Key': key });
    const [one, other] = await Promise.all([begin('from-ada'), begin('from-bob')]);
    expect([one?.status, other?.status]).toEqual([200, 200]);
    await Promise.all(['from-ada', 'from-bob'].map((key) => school.workOn('move-in', key)));
    const ends = await Promise.all(
      ['from-ada', 'from-bob'].map(async (key) => (await school.admin.call(readMoveIn, { run: `A1/${key}` })).body),
    );
    const left = ends.flatMap((end) => end.left.map(({ what, reason }) => `${what}: ${reason}`));
    const teachers = await listAllEmployees();
    expect([11, 12, 13].map((number) => teachers.filter(({ teacherNum }) => teacherNum === number).length)).toEqual([
      1, 1, 1,
    ]);
    expect(await StudentEntity.get({ studentId: '70001' })).toMatchObject({ lastName: 'Bell' });
    expect(left.filter((text) => /: Already there\. 1[123] is the number of /.test(text)).length).toBe(3);
    const ofClasses = left.filter((text) => text.startsWith('Form teacher of '));
    expect(ofClasses.length).toBe(2);
    for (const text of ofClasses) expect(text).toMatch(/: Already there\.$|: The teacher is there already, /);
    expect(left.filter((text) => text.includes('Anna Bell, 1A')).length).toBe(1);
  }, 30_000);

  it('of another school, made there by this product, is asked about before anything can be stored', async () => {
    const own = await school.admin.call(downloadMoveInWorkbook, {});
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(own.bytes as never);
    const subjects = workbook.getWorksheet('Subjects');
    if (subjects) subjects.getCell('A3').value = 'Physics';
    const bytesOf = async () => new Uint8Array(await workbook.xlsx.writeBuffer());
    expect((await preview(await bytesOf())).alike).toEqual([]);
    const notes = workbook.getWorksheet('Read me');
    if (notes) notes.getCell('A1').value = 'Southgate College';
    const other = await bytesOf();
    const asked = await preview(other);
    expect(asked.alike.map(({ question }) => question)).toEqual([
      'The file says that it is of Southgate College, which is not this school. Is it of this school all the same?',
    ]);
    expect(asked.plan).toBeNull();
    expect((await store(other, { alike: { 'other school': 'yes' } })).done).toEqual([{ kind: 'subjects', rows: 1 }]);
    expect(schoolFile().name).not.toBe('Southgate College');
  });
});
