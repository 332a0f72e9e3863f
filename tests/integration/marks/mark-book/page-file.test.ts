import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markFileRefusals } from '#shared/marks/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import type { ClientAnswer } from '../../../support/callers/client.ts';
import { editWorkbook, findFirstSheet, findMarkCell } from '../../../support/files/edit-workbook.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../../support/school/table-content.ts';

const { confirmMarksUpload, downloadMarkBookPage, readMarkBook, saveAssessment, saveMark, previewMarksUpload } =
  markBookContract;
const ofClass = { employee_id: 'T1', subject_id: 'MATH', form_class_id: '1A', academic_year_id: yearId };
const uploaded = { year: String(year), term: String(term), subjectId: 'MATH', classId: '1A', employeeId: 'T1' };

describe('a page of the mark book as a file', () => {
  const school = schoolForTests();
  const mona = school.as('T1');

  beforeAll(async () => {
    for (const [number, topic] of [
      [1, '=Fractions'],
      [2, 'Área'],
    ] as const) {
      const details = { topic, date: '2025-10-02', total: 20, assesment_number: number, form_level: 1, term };
      expect((await mona.call(saveAssessment, { ...ofClass, ...details })).status).toBe(200);
    }
  });

  const type = (student_id: string, assesment_number: number, mark: Mark | null) =>
    mona.call(saveMark, { ...ofClass, student_id, assesment_number, mark, term });
  const download = async (client = mona): Promise<ClientAnswer<unknown>> =>
    client.call(downloadMarkBookPage, { ...ofClass, form_level: '1', term: '1' });
  const upload = (bytes: Uint8Array, change: Partial<typeof uploaded> = {}, client = mona) =>
    client.call(previewMarksUpload, { ...uploaded, ...change, file: new File([bytes as BlobPart], 'page.xlsx') });
  const fill = async (change: (workbook: ExcelJS.Workbook) => void) =>
    upload(await editWorkbook((await download()).bytes, change));
  const stored = async (studentId: string) => {
    const { body } = await mona.call(readMarkBook, { ...ofClass, form_level: '1', term: '1' });
    return body.students.find(({ id }) => id === studentId)?.marks;
  };
  const confirm = (
    changes: { student_id: string; assesment_number: number; was: Mark | null; mark: Mark | null }[],
    headers: Record<string, string> = {},
  ) =>
    mona.call(confirmMarksUpload, { year, term, subjectId: 'MATH', classId: '1A', employeeId: 'T1', changes }, headers);

  it('comes with students as rows, assessments as columns, ids as text, dates as dates and the percentage total', async () => {
    await type('S01', 1, 15);
    const answer = await download();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain(
      'filename="Mark Book 1A Mathematics Term 1 2025-2026.xlsx"',
    );
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(answer.bytes) as never);
    const sheet = findFirstSheet(workbook);
    const values = (row: number) => (sheet.getRow(row).values as unknown[]).slice(1, 7);
    expect(values(3)).toEqual(['Student ID', 'Last Name', 'First Name', 'Class', 'Assessment 1', 'Assessment 2']);
    expect(values(4).slice(3)).toEqual(['Topic', "'=Fractions", 'Área']);
    expect(values(5).slice(3)).toEqual(['Date', new Date('2025-10-02'), new Date('2025-10-02')]);
    expect(values(6).slice(3)).toEqual(['Total', 20, 20]);
    expect(values(7).slice(0, 5)).toEqual(['S01', 'Lastname S01', 'Pupil S01', '1A', 15]);
    expect(sheet.getRow(7).getCell(10).value).toBe(75);
    expect(sheet.getCell('E7').dataValidation).toMatchObject({
      formulae: ['IF(ISNUMBER(E7),AND(E7>=0,E7<=20,INT(E7)=E7),OR(E7="Abs",E7="Ex"))'],
    });
    expect(workbook.worksheets[1]?.state).toBe('veryHidden');
  });

  it('is previewed cell by cell when it comes back, and stores nothing until it is confirmed', async () => {
    await type('S01', 1, 15);
    await type('S02', 1, 7);
    const before = await readTableContent();
    const answer = await fill((workbook) => {
      findMarkCell(workbook, 'S01', 1).value = 16;
      findMarkCell(workbook, 'S02', 1).value = null;
      findMarkCell(workbook, 'S03', 2).value = '12';
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ conflicts: [], refused: [] });
    expect(answer.body.changes).toEqual([
      {
        row: 7,
        column: 'E',
        student_id: 'S01',
        name: 'Lastname S01, Pupil S01',
        assesment_number: 1,
        old: 15,
        new: 16,
      },
      {
        row: 8,
        column: 'E',
        student_id: 'S02',
        name: 'Lastname S02, Pupil S02',
        assesment_number: 1,
        old: 7,
        new: null,
      },
      {
        row: 9,
        column: 'F',
        student_id: 'S03',
        name: 'Lastname S03, Pupil S03',
        assesment_number: 2,
        old: null,
        new: 12,
      },
    ]);
    expect(await listChangesSince(before)).toEqual([]);
    const changes = answer.body.changes.map((cell) => ({ ...cell, was: cell.old, mark: cell.new }));
    const done = await confirm(
      changes.map(({ student_id, assesment_number, was, mark }) => ({ student_id, assesment_number, was, mark })),
    );
    expect(done.body).toEqual({ saved: 3, conflicts: [], refused: [] });
    expect([await stored('S01'), await stored('S02'), await stored('S03')]).toEqual([{ 1: 16 }, {}, { 2: 12 }]);
  });

  it('takes absent and exempt as they are spelt in any case, and has them back in the next download without a change', async () => {
    await type('S02', 1, 'Ex');
    const answer = await fill((workbook) => {
      findMarkCell(workbook, 'S01', 2).value = 'ABS';
      findMarkCell(workbook, 'S02', 1).value = 12;
      findMarkCell(workbook, 'S03', 1).value = ' exempt ';
      findMarkCell(workbook, 'S04', 2).value = 'absent';
    });
    expect(answer.body.refused).toEqual([]);
    const changes = answer.body.changes.map(({ student_id, assesment_number, old: was, new: mark }) => ({
      student_id,
      assesment_number,
      was,
      mark,
    }));
    expect(changes).toEqual([
      { student_id: 'S01', assesment_number: 2, was: null, mark: 'Abs' },
      { student_id: 'S02', assesment_number: 1, was: 'Ex', mark: 12 },
      { student_id: 'S03', assesment_number: 1, was: null, mark: 'Ex' },
      { student_id: 'S04', assesment_number: 2, was: null, mark: 'Abs' },
    ]);
    expect((await confirm(changes)).body).toMatchObject({ saved: 4, conflicts: [], refused: [] });
    const { bytes } = await download();
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(bytes) as never);
    expect([findMarkCell(workbook, 'S01', 2).value, findMarkCell(workbook, 'S03', 1).value]).toEqual(['Abs', 'Ex']);
    // S03 has 12 of 20 besides, from the preview above; S04 is absent in all that is entered.
    const shownTotal = (row: number) => findFirstSheet(workbook).getRow(row).getCell(10).value;
    expect([shownTotal(9), shownTotal(10)]).toEqual([60, 'Abs']);
    const again = await upload(await editWorkbook(bytes, () => undefined));
    expect(again.body).toMatchObject({ changes: [], conflicts: [], refused: [] });
    const clearing = [
      { student_id: 'S01', assesment_number: 2, was: 'Abs', mark: null },
      { student_id: 'S03', assesment_number: 1, was: 'Ex', mark: null },
      { student_id: 'S04', assesment_number: 2, was: 'Abs', mark: null },
    ] as const;
    expect((await confirm([...clearing])).body).toMatchObject({ saved: 3 });
  });

  it('shows a cell that was changed in both places as a conflict, with name and time', async () => {
    await type('S04', 1, 3);
    const { bytes } = await download();
    await type('S04', 1, 9);
    const answer = await upload(
      await editWorkbook(bytes, (workbook) => {
        findMarkCell(workbook, 'S04', 1).value = 5;
      }),
    );
    expect(answer.body.changes).toEqual([]);
    expect(answer.body.conflicts).toMatchObject([
      { student_id: 'S04', was: 3, yours: 5, theirs: 9, by: 'Mona Núñez', at: expect.any(String) },
    ]);
  });

  it('refuses cells one by one, each with row, column and reason', async () => {
    const answer = await fill((workbook) => {
      findMarkCell(workbook, 'S01', 1).value = 21;
      findMarkCell(workbook, 'S02', 1).value = 7.5;
      findMarkCell(workbook, 'S03', 1).value = -1;
      findMarkCell(workbook, 'S04', 1).value = 'sick';
      const dated = findMarkCell(workbook, 'S05', 1);
      dated.value = new Date('2025-10-02');
      dated.style = { numFmt: 'dd/mm/yyyy' };
      findMarkCell(workbook, 'S06', 1).value = { formula: '10+2' } as never;
      findMarkCell(workbook, 'S01', 3).value = 4;
      findMarkCell(workbook, 'S02', 2).value = { error: '#REF!' };
      findFirstSheet(workbook).mergeCells('F9:F10');
      findFirstSheet(workbook).addRow(['S99', '', '', '', 3]);
      findFirstSheet(workbook).addRow(['S01', '', '', '', 3]);
      findFirstSheet(workbook).addRow(['', '', '', '', 3]);
    });
    expect(answer.body.changes).toEqual([]);
    expect(answer.body.refused.map(({ row, column, reason }) => `${column}${row} ${reason}`).toSorted()).toEqual(
      [
        'A13 Student S99 is not on this page.',
        'A14 This student is in row 7 already.',
        'A15 The student ID is missing.',
        'E7 Mark Entered is greater than the assigned total.',
        'G7 Assesment has no Total. Please Edit Assesment and enter Total to continue.',
        'E8 7.5: whole marks only.',
        'F8 "#REF!" is not a mark.',
        'E9 Marks cannot be below 0.',
        'F9 Merged cells: it is not clear whose mark this is.',
        'E10 sick: not a number.',
        'F10 Merged cells: it is not clear whose mark this is.',
        'E11 A date, not a mark.',
        'E12 A formula without a stored value. Please type the value.',
      ].toSorted(),
    );
  });

  it('reads a formula by its stored value and an id without its zeros, and notes both', async () => {
    const answer = await fill((workbook) => {
      findMarkCell(workbook, 'S05', 1).value = 9;
      findMarkCell(workbook, 'S06', 1).value = { formula: '10+2', result: 12 };
      findFirstSheet(workbook).eachRow((row) => {
        if (row.getCell(1).value === 'S05') row.getCell(1).value = '00S05';
      });
    });
    expect(answer.body.refused).toEqual([]);
    expect(answer.body.changes.map(({ student_id, new: mark }) => [student_id, mark])).toEqual([
      ['S05', 9],
      ['S06', 12],
    ]);
    expect(answer.body.notes).toEqual([
      expect.stringMatching(/^Row 11: 00S05 is read as S05, /),
      spreadsheetWordings.formulaRead('E12', '12'),
    ]);
  });

  it('is read by headings and ids, whatever was sorted, moved, added or left empty', async () => {
    const answer = await fill((workbook) => {
      findMarkCell(workbook, 'S05', 2).value = 11;
      const sheet = findFirstSheet(workbook);
      sheet.spliceColumns(5, 0, ['', '', 'My notes', '', '', '', 'Núñez 李']);
      sheet.spliceRows(8, 0, [], []);
    });
    expect(answer.body.refused).toEqual([]);
    expect(answer.body.changes).toMatchObject([
      { student_id: 'S05', assesment_number: 2, row: 13, column: 'G', new: 11 },
    ]);
  });

  it('is refused when it is another page, or no page at all', async () => {
    const other = await mona.call(downloadMarkBookPage, {
      ...ofClass,
      form_class_id: undefined,
      form_level: '4',
      term: '1',
    });
    expect(other.status).toBe(200);
    expect((await upload(other.bytes)).error?.message).toEqual([markFileRefusals.otherPage]);
    const foreign = new ExcelJS.Workbook();
    foreign.addWorksheet('Marks').addRow(['S01', 5]);
    const answer = await upload(new Uint8Array(await foreign.xlsx.writeBuffer()));
    expect(answer.status).toBe(422);
    expect(answer.error?.fields?.file?.[0]).toMatch(/^This is not a mark book page/);
  });

  it('is refused without the sheet that it was downloaded with', async () => {
    const answer = await fill((workbook) => {
      findFirstSheet(workbook).name = 'Copy';
    });
    expect(answer.error?.message[0]).toBe(
      'The sheet "1A Mathematics" is missing. Its name must stay as it was downloaded.',
    );
  });

  it('keeps the other cells when one cannot be saved', async () => {
    await type('S06', 1, 4);
    const answer = await confirm([
      { student_id: 'S06', assesment_number: 1, was: 2, mark: 5 },
      { student_id: 'S06', assesment_number: 2, was: null, mark: 6 },
      { student_id: 'S06', assesment_number: 3, was: null, mark: 6 },
      { student_id: 'S41', assesment_number: 1, was: null, mark: 6 },
    ]);
    expect(answer.body).toMatchObject({
      saved: 1,
      conflicts: [{ student_id: 'S06', assesment_number: 1, was: 2, yours: 5, theirs: 4, by: 'Mona Núñez' }],
    });
    expect(
      answer.body.refused.map(({ student_id, assesment_number, reason }) => [student_id, assesment_number, reason]),
    ).toEqual(
      expect.arrayContaining([
        ['S06', 3, 'Assesment has no Total. Please Edit Assesment and enter Total to continue.'],
        ['S41', 1, markBookRefusals.studentNotOnPage],
      ]),
    );
    expect(await stored('S06')).toEqual({ 1: 4, 2: 6 });
  });
});
