import { beforeEach, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { recordWordings, sheetWordings } from '#shared/students/wordings.ts';
import {
  makeWorkbook,
  previewClassList,
  type SheetCell,
  toConfirmedRows,
} from '../../../support/files/class-list-files.ts';
import { editWorkbook, findFirstSheet } from '../../../support/files/edit-workbook.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { readTableContent } from '../../../support/school/table-content.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { checkRegistrationRows, readStudentUploadProgress, applyStudentUpload } = studentSpreadsheetsContract;

describe('a class list that is uploaded', () => {
  const school = steppedSchoolForTests(handler);

  const headings = ['Student ID', 'Last Name', 'First Name', 'SEA Reg No.', 'Class', 'Date of Birth', 'Town'];
  const preview = async (...rows: SheetCell[][]) =>
    (await previewClassList(school.admin, await makeWorkbook([headings, ...rows]))).body;
  const stored = async (studentId: string) => {
    return await StudentEntity.get({ studentId });
  };
  /** Confirms the rows, takes the steps of the run, and asks for its end. */
  async function upload(input: ReturnType<typeof toConfirmedRows>) {
    const begun = await school.admin.call(applyStudentUpload, input);
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    await school.work();
    return (await school.admin.call(readStudentUploadProgress, { upload: begun.body.upload })).body;
  }

  it('is shown row by row, and nothing is stored until it is confirmed', async () => {
    const before = await readTableContent();
    const shown = await preview([null, 'Baptiste', 'Anaïs', '0012345678', '1a', new Date('2014-03-09'), 'Arima']);
    expect(await readTableContent()).toEqual(before);
    expect(shown.columns).toEqual(['address_line_2']);
    expect(shown.rows).toEqual([
      {
        row: 2,
        id: '',
        last_name: 'Baptiste',
        first_name: 'Anaïs',
        sea_no: '0012345678',
        class_id: '1A',
        date_of_birth: '09-Mar-2014',
        house_name: '',
        entry_date: '',
        more: ['Arima'],
        error: 0,
        problem: null,
        double: null,
        refused: {},
        match: null,
        far_id: null,
        was: {},
      },
    ]);
    const end = await upload(toConfirmedRows(shown));
    expect(end).toMatchObject({ state: 'finished', rows_processed: 1, total_rows: 1 });
    expect(end.rows).toEqual([{ row: 2, id: '00001', error: 0, message: null }]);
    expect(await stored('00001')).toMatchObject({
      firstName: 'Anaïs',
      lastName: 'Baptiste',
      seaNo: '0012345678',
      classId: '1A',
      formLevel: 1,
      dateOfBirth: '2014-03-09',
      address_line_2: 'Arima',
      status: 'current',
      roster: '1A',
    });
  });

  it('goes by its headings: in any order, below a title, with others between, with blanks and marks that nobody sees', async () => {
    const bytes = await makeWorkbook([
      ['Class list of Form One'],
      [],
      ['\ufeffFIRST\u00a0NAME', 'Remarks', 'surname ', 'Class', 'D.O.B.', 'class', 'Passport Photo', 'sea-number'],
      ['Sam', 'late', 'Ali', '1B', '5 march 2013', '4A', 'x.jpg', 1234567],
      [],
      ['\u00a0', null, ' ', null, null],
      ['Eve', null, 'Ali', '1B', '5 march 2013', null, null, '0099'],
    ]);
    const { body } = await previewClassList(school.admin, bytes);
    expect(
      body.rows.map(({ row, last_name, first_name, class_id, sea_no }) => [
        row,
        last_name,
        first_name,
        class_id,
        sea_no,
      ]),
    ).toEqual([
      [4, 'Ali', 'Sam', '1B', '1234567'],
      [7, 'Ali', 'Eve', '1B', '0099'],
    ]);
    expect(body.notes).toEqual([
      sheetWordings.notAColumn('Column B “Remarks”'),
      spreadsheetWordings.headingTwice('Column F “class”', 'D'),
      sheetWordings.fileColumn('Column G “Passport Photo”'),
    ]);
  });

  it.each<[string, SheetCell, string]>([
    ['Date of Birth', '1/2/2010', 'This may be 01-Feb-2010 or 02-Jan-2010. Please write the month as a word.'],
    ['Date of Birth', 402, sheetWordings.numberNotDate],
    ['Town', { formula: '1+1' }, 'A formula without a stored value. Please type the value.'],
    ['Town', new Date('2014-03-09'), sheetWordings.turnedIntoDate],
    ['SEA Reg No.', 1234567890123456, sheetWordings.tooManyDigits],
    ['Town', 'x'.repeat(121), 'At most 120 characters; this has 121.'],
  ])('refuses in %s what is %j', async (heading, cell, reason) => {
    const bytes = await makeWorkbook([
      ['Last Name', 'First Name', 'Class', heading],
      ['Ali', 'Sam', '1A', cell],
    ]);
    const [row] = (await previewClassList(school.admin, bytes)).body.rows;
    expect(Object.values(row?.refused ?? {})).toEqual([reason]);
    expect(row?.error).toBe(1);
  });

  it.each<[SheetCell, string]>([
    ['15/2/2010', '15-Feb-2010'],
    ['2/2/2010', '02-Feb-2010'],
  ])('reads the date %j as %s', async (cell, day) => {
    const bytes = await makeWorkbook([
      ['Last Name', 'First Name', 'Class', 'DOB'],
      ['Ali', 'Sam', '1A', cell],
    ]);
    expect((await previewClassList(school.admin, bytes)).body.rows.map((row) => row.date_of_birth)).toEqual([day]);
  });

  it('reads a formula by its stored value, and says so', async () => {
    const shown = await preview([null, 'Ali', 'Sam', null, '1A', null, { formula: 'A1&"x"', result: 'Arima' }]);
    expect(shown.rows).toMatchObject([{ error: 0, more: ['Arima'] }]);
    expect(shown.notes).toEqual([spreadsheetWordings.formulaRead('Row 2, Town', 'Arima')]);
  });

  it('asks for names and a class of a new student, and for a class that there is', async () => {
    const { rows } = await preview([null, 'Ali', null, null, '9Z']);
    expect(rows[0]?.refused).toMatchObject({
      first_name: 'Required.',
      class_id: expect.stringMatching('no class “9Z”'),
    });
  });

  it('names those who are in the file or in the school already, archived ones too', async () => {
    const facts = { classId: '1A', formLevel: 1 };
    await putRecords(StudentEntity, [
      { ...facts, studentId: 'X1', firstName: 'Ana', lastName: 'Left', seaNo: '77-1', status: 'archived' },
      { ...facts, studentId: 'X2', firstName: 'Bo', lastName: 'Here', dateOfBirth: '2012-01-05', status: 'current' },
    ]);
    const shown = await preview(
      [null, 'Someone', 'Else', '0 77-1', '1A'],
      [null, 'left', 'ana', '771', '1A'],
      [null, 'HERE', 'Bó', null, '1A', '5 Jan 2012'],
      ['N1', 'Here', 'Bo', null, '1A', '5 Jan 2012'],
      [null, 'Twin', 'A', '555', '1A'],
      [null, 'Twin', 'B', '5-5-5', '1A'],
    );
    expect(
      shown.rows.map(({ row, problem, double, match }) => [row, problem, double, match?.student_id ?? null]),
    ).toEqual([
      [2, null, null, null],
      [3, sheetWordings.restoreFirst('Same SEA Reg No. as Ana Left, archived (X1).'), null, 'X1'],
      [4, null, null, 'X2'],
      [
        5,
        sheetWordings.hasOtherId('Same name and birthday as Bo Here, 1A (X2)'),
        'Same name and birthday as row 4, Bó HERE.',
        'X2',
      ],
      [6, null, null, null],
      [7, null, 'Same SEA Reg No. as row 6, A Twin.', null],
    ]);
    const [, , bo] = shown.rows;
    expect([bo?.match?.is_certain, bo?.was]).toEqual([false, { last_name: 'Here', first_name: 'Bo' }]);
  });

  it('judges rows again after a correction, and adds somebody with the name and birthday of another where that is known', async () => {
    const here = { studentId: 'X2', firstName: 'Bo', lastName: 'Here', dateOfBirth: '2012-01-05' };
    await executeActionOfTest(StudentEntity.put({ ...here, classId: '1A', formLevel: 1, status: 'current' }));
    const shown = await preview([null, 'Here', 'Bo', '1', '1B', '5 Jan 2012', 'x'.repeat(121)]);
    const [first] = shown.rows;
    const { error: _e, problem: _p, double: _d, refused: _r, match: _m, was: _w, ...cells } = first ?? ({} as never);
    const again = await school.admin.call(checkRegistrationRows, {
      data: [{ ...cells, more: ['Arima'] }],
      columns: shown.columns,
    });
    expect(again.body.rows).toMatchObject([{ row: 2, error: 0, match: { student_id: 'X2' }, was: { class_id: '1A' } }]);
    const row = { ...cells, more: ['Arima'], student_id: null };
    expect((await upload({ data: [row], columns: shown.columns })).rows).toMatchObject([{ error: 1 }]);
    const other = await upload({ data: [{ ...row, is_another: true }], columns: shown.columns } as never);
    expect(other.rows).toEqual([{ row: 2, id: '00001', error: 0, message: null }]);
  });

  it('uploads a student who is twice in the list once, whatever the preview contained', async () => {
    const shown = await preview([null, 'Ali', 'Sam', '5', '1A'], [null, 'Ali', 'Samuel', '5', '1B']);
    const { data, columns } = toConfirmedRows({
      ...shown,
      rows: shown.rows.map((row) => ({ ...row, error: 0 as const })),
    });
    expect((await upload({ data, columns })).rows.map(({ error, message }) => [error, message])).toEqual([
      [0, null],
      [1, 'Same SEA Reg No. as row 2, Sam Ali.'],
    ]);
    expect((await school.admin.call(applyStudentUpload, { columns, data: [...data, ...data] })).error?.fields).toEqual({
      data: [sheetWordings.rowTwice],
    });
  });

  it('is found in whichever sheet has its headings', async () => {
    const bytes = await editWorkbook(
      await makeWorkbook([['Exported by a program'], ['Sheet', 'Rows']], 'Export Summary'),
      (workbook) => {
        const sheet = workbook.addWorksheet('Table 1');
        sheet.addRows([headings, [null, 'Ali', 'Sam', null, '1A']]);
      },
    );
    expect((await previewClassList(school.admin, bytes)).body.rows).toMatchObject([
      { row: 2, last_name: 'Ali', error: 0 },
    ]);
  });

  it('refuses cells that are merged with others', async () => {
    const bytes = await editWorkbook(
      await makeWorkbook([headings, [null, 'Ali', 'Sam', null, '1A', null, 'Arima'], [null, 'Ali', 'Eve', null, '1A']]),
      (workbook) => findFirstSheet(workbook).mergeCells('G2:G3'),
    );
    const { rows } = (await previewClassList(school.admin, bytes)).body;
    const reason = spreadsheetWordings.merged;
    expect(rows[0]?.refused).toEqual({ address_line_2: reason });
  });

  it('changes chosen fields of a student who is there, each only where it still is what was shown', async () => {
    await executeActionOfTest(
      StudentEntity.update({ studentId: 'S01' }, { set: { address_line_2: 'Couva', seaNo: '9' } }),
    );
    const shown = await preview(
      ['S01', 'Lastname S01', 'Renamed', '9', '1B', null, 'Arima'],
      ['S02', null, 'Old', '8', null, null, 'Siparia'],
    );
    expect(shown.rows.map(({ match, was }) => [match?.by, was])).toEqual([
      ['Student ID', { first_name: 'Pupil S01', class_id: '1A', address_line_2: 'Couva' }],
      ['Student ID', { first_name: 'Pupil S02', sea_no: '', address_line_2: '' }],
    ]);
    const confirmed = toConfirmedRows(shown);
    // Of the second one, the town alone.
    const [first, second] = confirmed.data;
    const data = [first, { ...second, was: { address_line_2: '' } }] as typeof confirmed.data;
    const end = await upload({ ...confirmed, data });
    expect(end.rows.map(({ error, message }) => [error, message])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await stored('S01')).toMatchObject({
      firstName: 'Renamed',
      classId: '1B',
      roster: '1B',
      address_line_2: 'Arima',
    });
    const untouched = await stored('S02');
    expect([untouched?.firstName, untouched?.seaNo, untouched?.address_line_2]).toEqual([
      'Pupil S02',
      undefined,
      'Siparia',
    ]);
    // What the subjects copy of the student follows.
    expect((await listAssignmentsOfStudent('S01')).map(({ firstName, classId }) => [firstName, classId])).toEqual([
      ['Renamed', '1B'],
      ['Renamed', '1B'],
    ]);
    await school.bringBack();
    await executeActionOfTest(StudentEntity.update({ studentId: 'S01' }, { set: { address_line_2: 'Tobago' } }));
    const late = await upload({ ...confirmed, data });
    expect(late.rows.map(({ error, message }) => [error, message])).toEqual([
      [1, sheetWordings.fieldChanged('Town', '“Tobago”')],
      [0, null],
    ]);
    expect((await stored('S01'))?.firstName).toBe('Pupil S01');
  });

  describe('with ids that lost their zeros', () => {
    const question = recordWordings.nearId('00042 exists: Anna Bell, 1A.');
    beforeEach(async () => {
      const facts = { classId: '1A', formLevel: 1, status: 'current' as const };
      await putRecords(StudentEntity, [
        { ...facts, studentId: '00042', firstName: 'Anna', lastName: 'Bell' },
        { ...facts, studentId: '00777', firstName: 'Two', lastName: 'Zeros' },
        { ...facts, studentId: '777', firstName: 'No', lastName: 'Zeros' },
        { ...facts, studentId: '00900', firstName: 'Left', lastName: 'Long', status: 'archived' },
      ]);
    });
    type Row = Awaited<ReturnType<typeof preview>>['rows'][number];
    const answered = (shown: Awaited<ReturnType<typeof preview>>, answer: (row: Row) => object) =>
      toConfirmedRows({ ...shown, rows: shown.rows.map((row) => ({ ...row, error: 0 as const })) }).data.map((row) => ({
        ...row,
        ...answer(shown.rows.find((one) => one.row === row.row) as Row),
      }));

    it('asks whether a student whose id differs in zeros alone is the same, and decides nothing by itself', async () => {
      const shown = await preview([42, 'Bell', 'Anna', null, '1A', null, 'Arima']);
      expect(shown.rows).toMatchObject([
        {
          id: '42',
          error: 1,
          problem: null,
          double: null,
          refused: {},
          was: { address_line_2: '' },
          match: { student_id: '00042', is_certain: false, question },
        },
      ]);
      const { columns } = shown;
      const unanswered = answered(shown, () => ({}));
      expect((await upload({ columns, data: unanswered })).rows).toEqual([
        { row: 2, id: '42', error: 1, message: question },
      ]);
      const asNew = answered(shown, () => ({ student_id: null, was: undefined }));
      expect((await upload({ columns, data: asNew })).rows).toMatchObject([{ error: 1, message: question }]);
      expect((await stored('42'))?.lastName).toBeUndefined();
      expect((await stored('00042'))?.address_line_2).toBeUndefined();
    });

    it('changes the existing student where the office says so, and adds nobody', async () => {
      const shown = await preview([42, 'Bell', 'Anna', null, '1A', null, 'Arima']);
      const data = answered(shown, () => ({ is_same: true }));
      expect((await upload({ columns: shown.columns, data })).rows).toEqual([
        { row: 2, id: '00042', error: 0, message: null },
      ]);
      expect((await stored('00042'))?.address_line_2).toBe('Arima');
      expect(await stored('42')).toBeUndefined();
    });

    it('adds another student where the office says that it is somebody else', async () => {
      const shown = await preview([42, 'Other', 'Ann', null, '1A', null, 'Arima']);
      const data = answered(shown, () => ({ student_id: null, was: undefined, is_another: true }));
      expect((await upload({ columns: shown.columns, data })).rows).toEqual([
        { row: 2, id: '42', error: 0, message: null },
      ]);
      expect([(await stored('42'))?.lastName, (await stored('00042'))?.lastName]).toEqual(['Other', 'Bell']);
    });

    it('finds each of two ids that differ in zeros alone by its exact form, and asks about a third form', async () => {
      const shown = await preview(
        ['00777', 'Zeros', 'Two', null, '1A', null, 'Arima'],
        ['777', 'Zeros', 'No', null, '1A', null, 'Couva'],
        ['0777', 'Zeros', 'Who', null, '1A', null, 'Arima'],
      );
      expect(shown.rows.map(({ match, problem, double }) => [match?.student_id, problem, double])).toEqual([
        ['00777', null, null],
        ['777', null, null],
        [
          expect.stringMatching(/^(00)?777$/),
          sheetWordings.mayBe('0777', 'Two Zeros, 1A (00777) or No Zeros, 1A (777)'),
          null,
        ],
      ]);
      expect((await upload(toConfirmedRows(shown))).rows.map(({ id, error }) => [id, error])).toEqual([
        ['00777', 0],
        ['777', 0],
      ]);
    });

    it('neither changes a student by two rows nor adds two ids that differ in zeros alone', async () => {
      const shown = await preview(
        ['00042', 'Bell', 'Anna', null, '1A', null, 'Arima'],
        [42, 'Bell', 'Anna', null, '1A', null, 'Couva'],
        ['00555', 'New', 'One', null, '1A'],
        [555, 'New', 'Other', null, '1A'],
      );
      expect(shown.rows.map(({ double }) => double)).toEqual([null, null, null, 'Same Student ID as row 4, One New.']);
      const data = answered(shown, ({ row }) => (row === 3 ? { is_same: true } : {}));
      expect((await upload({ columns: shown.columns, data })).rows.map(({ message }) => message)).toEqual([
        null,
        'Same student as row 2, Anna Bell.',
        null,
        'Same Student ID as row 4, One New.',
      ]);
      expect((await stored('00042'))?.address_line_2).toBe('Arima');
    });

    it('restores nobody by a near id', async () => {
      const { rows } = await preview([900, 'Long', 'Left', null, '1A']);
      expect(rows[0]?.problem).toBe(sheetWordings.restoreFirst('00900 exists: Left Long, archived.'));
    });

    it('asks about a thousand rows at once', async () => {
      const ids = Array.from({ length: 1000 }, (_, index) => String(1000 + index));
      const facts = { classId: '1A', formLevel: 1, status: 'current' as const, lastName: 'Many' };
      await putRecords(
        StudentEntity,
        ids.map((id) => ({ ...facts, studentId: `0${id}`, firstName: `P${id}` })),
      );
      const { rows } = await preview(...ids.map((id): SheetCell[] => [Number(id), 'Many', `P${id}`, null, '1A']));
      expect(rows.filter(({ match, error }) => match?.question && error === 1)).toHaveLength(1000);
    });
  });

  it('refuses a row whose id another student was given meanwhile, and uploads the others', async () => {
    const shown = await preview([null, 'Ali', 'Sam', null, '1A'], [null, 'Ali', 'Eve', null, '1A']);
    const begun = await school.admin.call(applyStudentUpload, toConfirmedRows(shown));
    await executeActionOfTest(
      StudentEntity.put({
        studentId: '00001',
        firstName: 'Q',
        lastName: 'Q',
        classId: '1A',
        formLevel: 1,
        status: 'current',
      }),
    );
    await school.work();
    const end = (await school.admin.call(readStudentUploadProgress, { upload: begun.body.upload })).body;
    expect(end.rows).toEqual([
      { row: 2, id: '00001', error: 1, message: sheetWordings.idTaken('00001') },
      { row: 3, id: '00002', error: 0, message: null },
    ]);
    expect((await stored('00001'))?.lastName).toBe('Q');
  });
});
