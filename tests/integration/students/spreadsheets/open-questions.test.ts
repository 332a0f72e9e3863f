import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { makeWorkbook, previewClassList, type SheetCell } from '../../../support/files/class-list-files.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { storeRegistrationFile, readStudentUploadProgress, applyStudentUpload } = studentSpreadsheetsContract;
const school = steppedSchoolForTests(handler);

const csv = (lines: readonly string[]) => new File([lines.join('\r\n')], 'list.csv');
/** A list of students with these dates of birth. */
const listOf = (...dates: string[]) =>
  csv(['Last Name,First Name,Class,DOB', ...dates.map((date, index) => `Ali,Zed${index},1A,${date}`)]);
const ask = async (file: File, said: { sheet?: string; day_order?: 'day first' | 'month first' } = {}) =>
  school.admin.call(storeRegistrationFile, { file, ...said });
const daysOf = (rows: readonly { date_of_birth: string }[]) => rows.map(({ date_of_birth }) => date_of_birth);

describe('the order of day and month in a column', () => {
  it.each([
    ['day first', ['05/09/2014', '25/09/2014'], ['05-Sep-2014', '25-Sep-2014'], '05-Sep-2014', '25/09/2014'],
    ['month first', ['09/05/2014', '09/25/2014'], ['05-Sep-2014', '25-Sep-2014'], '05-Sep-2014', '09/25/2014'],
  ])('is %s where one row proves it, and the preview says so', async (_order, dates, days, read, proof) => {
    const { body } = await ask(listOf(...dates));
    expect(daysOf(body.rows)).toEqual(days);
    expect(body.rows.map(({ error }) => error)).toEqual([0, 0]);
    expect(body.day_order).toBeNull();
    expect(body.notes).toEqual([
      `Date of Birth: ${dates[0]} is read as ${read}, because ${proof} is written in the same order.`,
    ]);
  });

  it('is asked once where no row proves it, and the answer is for all of them', async () => {
    const file = listOf('05/09/2014', '06/09/2014', '07/07/2014');
    const { body } = await ask(file);
    expect(body.day_order).toEqual({
      columns: ['Date of Birth'],
      text: '05/09/2014',
      dates: 2,
      day_first: '2014-09-05',
      month_first: '2014-05-09',
    });
    const { body: answered } = await ask(file, { day_order: 'month first' });
    expect(daysOf(answered.rows)).toEqual(['09-May-2014', '09-Jun-2014', '07-Jul-2014']);
    expect(answered.day_order).toBeNull();
    expect(answered.notes).toEqual(['Date of Birth: 05/09/2014 is read as 09-May-2014, as you said.']);
  });

  it('stays open in the cells where rows prove both', async () => {
    const { body } = await ask(listOf('25/09/2014', '09/25/2014', '05/09/2014'), { day_order: 'day first' });
    expect(daysOf(body.rows)).toEqual(['25-Sep-2014', '25-Sep-2014', '05/09/2014']);
    expect(body.rows[2]?.refused).toEqual({
      date_of_birth: 'This may be 05-Sep-2014 or 09-May-2014. Please write the month as a word.',
    });
    expect(body.notes).toEqual([
      'Date of Birth: 25/09/2014 and 09/25/2014 are written in different orders of day and month.',
    ]);
  });
});

it('reads dates as programs and people write them', async () => {
  const bytes = await makeWorkbook([
    ['Last Name', 'First Name', 'Class', 'DOB'],
    ...[
      '2014-09-05 00:00:00',
      '2014-09-05T00:00:00.000Z',
      'September 5, 2014',
      '5-Sep-14',
      41887,
      '41887',
      '20140905',
    ].map((date, index): SheetCell[] => ['Ali', `Zed ${index}`, '1A', date]),
  ]);
  const { body } = await previewClassList(school.admin, bytes);
  expect(daysOf(body.rows)).toEqual(Array.from({ length: 7 }, () => '05-Sep-2014'));
  expect(body.notes).toEqual([
    'Date of Birth: 41887, a spreadsheet program’s number of a day, is read as 05-Sep-2014.',
  ]);
});

describe('a workbook with a list in two sheets', () => {
  async function twoClasses(): Promise<File> {
    const workbook = new ExcelJS.Workbook();
    for (const [name, ...students] of [
      ['1A', 'Ali', 'Bee'],
      ['1B', 'Cee'],
    ]) {
      const sheet = workbook.addWorksheet(name);
      sheet.addRow([`Class ${name}`]);
      sheet.addRow(['Last Name', 'First Name', 'Class']);
      for (const student of students) sheet.addRow([student, 'Zed', name]);
    }
    workbook.addWorksheet('Fees').addRow(['What', 'Owed']);
    return new File([(await workbook.xlsx.writeBuffer()) as BlobPart], 'classes.xlsx');
  }

  it('is read sheet by sheet, as they are chosen, and names the sheet without a list', async () => {
    const file = await twoClasses();
    const { body } = await ask(file);
    expect(body.rows.map(({ last_name }) => last_name)).toEqual(['Ali', 'Bee']);
    expect(body.sheets).toEqual([
      { name: '1A', rows: 2, is_read: true },
      { name: '1B', rows: 1, is_read: false },
    ]);
    expect(body.notes).toEqual(['Sheet “Fees” has no headings and was left out.']);
    const { body: second } = await ask(file, { sheet: '1B' });
    expect(second.rows.map(({ last_name }) => last_name)).toEqual(['Cee']);
    const { error } = await ask(file, { sheet: 'Fees' });
    expect(error?.fields?.file).toEqual(['The file has no list in a sheet “Fees”.']);
  });
});

describe('a list of text', () => {
  it('with a title and semicolons is read below its headings', async () => {
    const title = 'Northgate Secondary School, class list';
    const { body } = await ask(
      csv([title, 'Student ID;Last Name;First Name;Class;DOB', '91001;Ali;Zed;1A;25-Sep-2014']),
    );
    expect(body.rows).toMatchObject([
      { row: 3, id: '91001', last_name: 'Ali', date_of_birth: '25-Sep-2014', error: 0 },
    ]);
  });

  it.each([
    [
      'with a quotation mark that another one closes rows later',
      ['Last Name,First Name,Class', '"Ali,Zed,1A', 'Bee,Ann,1A', '"Cee",Ben,1A'],
      'Line 2: a quotation mark (") is opened and closed at the wrong place. Please remove it, or save the list as .xlsx.',
    ],
    [
      'with a quotation mark that is never closed',
      ['Last Name,First Name,Class', '"Ali,Zed,1A', 'Bee,Ann,1A'],
      'Line 2: a quotation mark (") is opened and never closed. Please remove it, or save the list as .xlsx.',
    ],
    [
      'with an unquoted comma, which moves the cells behind it',
      ['Last Name,First Name,Class', 'Ali, Jr,Zed,1A'],
      'Row 2 has more cells than the headings: a cell with a separator in it needs quotation marks. Please correct it, or save the list as .xlsx.',
    ],
  ])('%s is refused', async (_what, lines, reason) => {
    const { status, error } = await ask(csv(lines));
    expect(status).toBe(422);
    expect(error?.fields?.file).toEqual([reason]);
  });
});

it('names a column without a heading that has cells', async () => {
  const bytes = await makeWorkbook([
    ['Last Name', 'First Name', null, 'Class'],
    ['Ali', 'Zed', 'Jr', '1A'],
    ['Bee', 'Ann', null, '1A', 'left'],
  ]);
  expect((await previewClassList(school.admin, bytes)).body.notes).toEqual([
    'Column C has no heading: 1 cell was left out.',
    'Column E has no heading: 1 cell was left out.',
  ]);
});

it('takes the rows of a preview back as they were answered', async () => {
  const file = csv(['Student ID,Last Name,First Name,Class,Town', ',Ali,Zed,1A,Arima', 'S01,,,,Couva', ',Bee,Ann,9Z,']);
  const { body: preview } = await ask(file);
  expect(preview.rows.map(({ error }) => error)).toEqual([0, 0, 1]);
  const sent = await school.admin.call(applyStudentUpload, { data: preview.rows, columns: preview.columns });
  expect(sent.status, JSON.stringify(sent.error)).toBe(200);
  await school.work();
  const { body: end } = await school.admin.call(readStudentUploadProgress, { upload: sent.body.upload });
  expect(end.rows).toMatchObject([
    { row: 2, error: 0, message: null },
    { row: 3, id: 'S01', error: 0, message: null },
    { row: 4, error: 1, message: expect.stringContaining('The school has no class “9Z”') },
  ]);
  expect(await StudentEntity.get({ studentId: 'S01' })).toMatchObject({ address_line_2: 'Couva' });
});

it('refuses further cells whose columns are not named', async () => {
  const { body: preview } = await ask(csv(['Last Name,First Name,Class,Town', 'Ali,Zed,1A,Arima']));
  const { status, error } = await school.admin.call(applyStudentUpload, { data: preview.rows });
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual(['columns']);
});
