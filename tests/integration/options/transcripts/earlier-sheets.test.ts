import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { addStudents } from '../../../support/school/small-school.ts';

const { previewEarlierMarks, downloadEarlierMarksTemplate, importEarlierMarks } = transcriptsContract;

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  office = await clientOfAccount(school.url, 'A1');
  await addStudents('1B', ['00123', '01500', '001500']);
  await postReportOfStudent('S41', { year: 2023, term: 1 });
});
afterAll(() => school.stop());

const headings = ['Student ID', 'Year', 'Term', 'Subject', 'Mark', 'Source'];

/** A workbook as a spreadsheet program saves it: numbers are numbers, so that ids lose their zeros. */
async function sheetOf(rows: readonly (readonly (string | number | null)[])[]): Promise<File> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Marks').addRows(rows as never);
  return new File([new Uint8Array(await workbook.xlsx.writeBuffer())], 'marks.xlsx');
}

const preview = async (rows: readonly (readonly (string | number | null)[])[]) => {
  const { body, status, error } = await office.call(previewEarlierMarks, { file: await sheetOf(rows) });
  return { status, error, rows: body?.rows ?? [], notes: body?.notes ?? [], versions: body?.versions ?? [] };
};

describe('a sheet of earlier marks', () => {
  it('is read below a title, with its columns in any order and others left out', async () => {
    const { rows, notes } = await preview([
      ['Northgate Secondary School'],
      ['Marks of the years before'],
      [],
      ['Mark', 'SUBJECT', 'Name', 'Student ID', 'Term', 'Academic Year', 'Source'],
      [67.5, 'Mathematics', 'Somebody', 'S42', 1, '2019/20', 'Report book 2019'],
      ['B+', 'Mathematics', null, 'S42', 'Term 2', 2019, 'Report book 2019'],
    ]);
    expect(rows).toEqual([
      {
        row: 5,
        student_id: 'S42',
        name: 'Lastname S42, Pupil S42',
        year: 2019,
        term: 1,
        subject: 'Mathematics',
        mark: '67.5',
        source: 'Report book 2019',
        state: 'new',
        note: null,
      },
      expect.objectContaining({ row: 6, term: 2, mark: 'B+', state: 'new' }),
    ]);
    expect(notes).toEqual([]);
  });

  it('asks about ids that have lost their zeros, unknown subjects, and refuses posted terms and double rows', async () => {
    const of = (id: string | number, change: Partial<Record<number, string | number>> = {}) =>
      Object.assign([id, '2019-2020', 1, 'Mathematics', 50, 'Book'], change);
    const { rows, versions } = await preview([
      headings,
      of(123),
      of(1500),
      of('S42', { 3: 'Needlework' }),
      of('S41', { 1: '2023-2024' }),
      of('S43'),
      of('S43', { 4: 51 }),
      of('S99'),
      of('S44', { 4: 150 }),
    ]);
    expect(rows.map(({ row, state, student_id }) => `${row} ${state} ${student_id}`)).toEqual([
      '2 ask 00123',
      '3 refused 1500',
      '4 ask S42',
      '5 refused S41',
      '6 refused S43',
      '7 refused S43',
      '8 refused S99',
      '9 refused S44',
    ]);
    expect(versions).toContainEqual({ student_id: '00123', version: 0 });
  });

  it('says what is stored already', async () => {
    const marks = [{ year: 2019, term: 1 as const, subject: 'Art', mark: '61', source: 'Book' }];
    await office.call(importEarlierMarks, { students: [{ student_id: 'S45', version: 0, marks }] });
    const { rows, versions } = await preview([
      headings,
      ['S45', 2019, 1, 'Art', 61, 'Book'],
      ['S45', 2019, 1, 'art', 62, 'Book'],
    ]);
    // The second row says another mark of the same subject: neither is taken.
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'refused']);
    expect((await preview([headings, ['S45', 2019, 1, 'Art', 61, 'Book']])).rows[0]?.state).toBe('same');
    expect(versions).toContainEqual({ student_id: 'S45', version: 1 });
  });

  it.each([
    ['without headings', [['S42', 2019, 1, 'Art', 61, 'Book']], 'No headings were found.'],
    ['without a column', [headings.slice(0, 5), ['S42', 2019, 1, 'Art', 61]], 'The column Source is missing.'],
    ['without rows', [headings], 'There are no marks below the headings.'],
    [
      'of too many students',
      [headings, ...Array.from({ length: 41 }, (_, index) => [`X${index}`, 2019, 1, 'Art', 61, 'Book'])],
      'At most 40 students in a sheet',
    ],
  ])('%s is refused', async (_, rows, reason) => {
    const { status, error } = await preview(rows);
    expect(status).toBe(422);
    expect(JSON.stringify(error)).toContain(reason);
  });

  it('has a template whose example is passed over', async () => {
    const { bytes } = await office.call(downloadEarlierMarksTemplate, {});
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(bytes) as never);
    const sheet = workbook.getWorksheet('Earlier Marks');
    expect((sheet?.getRow(1).values as unknown[]).slice(1)).toEqual(headings);
    sheet?.addRow(['S42', '2019', '2', 'Mathematics', '70', 'Book']);
    const filled = new File([new Uint8Array(await workbook.xlsx.writeBuffer())], 'filled.xlsx');
    const { body } = await office.call(previewEarlierMarks, { file: filled });
    expect(body.rows.map(({ row, state }) => `${row} ${state}`)).toEqual(['3 new']);
  });
});
