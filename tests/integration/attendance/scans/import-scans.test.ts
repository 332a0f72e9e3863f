import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { putRecords } from '../../../support/school/records.ts';
import { listChangesSince, readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { readRecordsOn, writeDecisions } from '../attendance-days.ts';

const { previewImport, importScans, readImportRun } = attendanceContract;
let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
let putBack: () => Promise<void>;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-10-06T20:00:00Z') });
  office = await clientOfAccount(school.url, 'A1');
  putBack = await saveTableForRestore();
});
afterAll(() => school.stop());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-10-06T20:00:00Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await putBack();
});

const csv = (text: string | Uint8Array) => ({ file: new File([text as BlobPart], 'scans.csv') });
const preview = async (text: string | Uint8Array) => office.call(previewImport, csv(text));
/** Adds a file and waits for its end. */
async function add(text: string) {
  const { status, body } = await office.call(importScans, csv(text));
  expect(status).toBe(200);
  const ended = async () => (await office.call(readImportRun, { import: body.import })).body.state;
  await expect.poll(ended, { timeout: 20_000 }).toBe('finished');
  return body;
}

const file = [
  'Card,Time',
  'S41,2025-10-01 07:50:00',
  'S41,2025-10-01 15:00',
  'S42,01-Oct-2025 08:20:30',
  'S41,2025-10-01 07:50:00',
  'NOBODY,2025-10-01 07:50',
  'S42,2025-10-04 07:50',
  'S42,2025-02-29 07:50',
  'S42,2025-10-07 07:50',
  'S 4#2,2025-10-01 07:50',
].join('\r\n');

describe('a scanner’s file', () => {
  it('is previewed day by day, and nothing is stored', async () => {
    const before = await readTableContent();
    const { status, body } = await preview(file);
    expect(status).toBe(200);
    expect(body).toEqual({
      scans: 3,
      added: 3,
      doubled: 1,
      refused_count: 3,
      days: [
        { date: '2025-10-01', scans: 3, added: 3, why: null },
        { date: '2025-10-04', scans: 1, added: 0, why: attendanceWordings.noSchool },
      ],
      unknown: [{ id: 'NOBODY', scans: 1 }],
      unknown_count: 1,
      near: [],
      refused: [
        { row: 8, reason: attendanceWordings.notATime },
        { row: 9, reason: attendanceWordings.inTheFuture },
        { row: 10, reason: attendanceWordings.notAnId },
      ],
      notes: [],
      day_order: null,
    });
    expect((await listChangesSince(before)).filter((item) => !item.startsWith('session#'))).toEqual([]);
  });

  it.each([
    ['with a byte order mark', '\ufeffS41,2025-10-01 07:50\nS42,2025-10-01 08:20\n'],
    ['with semicolons and Windows’ ends of lines', 'S41;2025-10-01 07:50\r\nS42;2025-10-01 08:20\r\n'],
    ['with quotes', '"S41","2025-10-01 07:50"\n"S42","2025-10-01T08:20:00"'],
    ['with tabs, empty lines and more columns', 'S41\t2025-10-01 07:50\tgate\n\n\nS42\t1-Oct-2025 8:20\t'],
  ])('is read %s', async (_how, text) => {
    expect((await preview(text)).body).toMatchObject({ scans: 2, added: 2, refused_count: 0 });
  });

  it.each([
    [
      'a 12-hour clock',
      'S41,30-Sep-2025 7:50 AM\nS42,30-Sep-2025 12:20 a.m.\nS42,30-Sep-2025 3:05\u202fPM',
      ['07:50', '00:20', '15:05'],
    ],
    [
      'a moment with its offset',
      'S41,2025-09-30T11:50:00Z\nS42,2025-09-30T07:51:00-04:00\nS42,2025-09-30T13:52:00.000+02:00',
      ['07:50', '07:51', '07:52'],
    ],
    ['a spreadsheet program’s number', 'S41,45930.3263888889\nS42,45930.5\nS42,45930.75', ['07:50', '12:00', '18:00']],
    [
      'a title and a heading',
      'Gate; main entrance\n\nid,time\nS41,2025-09-30 07:50\nS42,2025-09-30 07:51\nS42,2025-09-30 07:52',
      ['07:50', '07:51', '07:52'],
    ],
  ])('is read with %s', async (_how, text, times) => {
    expect((await preview(text)).body).toMatchObject({ scans: 3, added: 3, refused_count: 0 });
    await add(text);
    const stored = await readRecordsOn('2025-09-30', 'S41', 'S42');
    expect(stored.flatMap(({ scans = {} }) => Object.values(scans).toSorted())).toEqual(
      times.map((time) => `${time}:00`),
    );
  });

  it.each([
    ['the time first', 'Time,Student ID\n2025-10-01 07:50,S41\n2025-10-01 08:20,S42', []],
    [
      'the time first and no headings',
      '2025-10-01 07:50,S41\n2025-10-01 08:20,S42',
      ['There are no headings: ids are read from column B, times from A.'],
    ],
    [
      'headings, further columns, and day and time apart',
      'Name,ID No.,Date,Time,Gate\n"Ali, Zed",S41,01-Oct-2025,7:50 AM,1\n"Bee, Ann",S42,01-Oct-2025,08:20,1',
      [
        'Column A “Name” is neither an id nor a time, and was left out.',
        'Column E “Gate” is neither an id nor a time, and was left out.',
      ],
    ],
    [
      'day and time apart and no headings',
      'S41,2025-10-01,07:50:00,gate\nS42,2025-10-01,08:20:00,gate',
      [
        'There are no headings: ids are read from column A, times from B and C.',
        'Column D is neither an id nor a time, and was left out.',
      ],
    ],
    [
      'a column without a heading',
      'id,time\nS41,2025-10-01 07:50,gate\nS42,2025-10-01 08:20',
      ['Column C has no heading: 1 cell was left out.'],
    ],
  ])('is read by what its columns are: %s', async (_how, text, notes) => {
    const { body } = await preview(text);
    expect(body).toMatchObject({ scans: 2, added: 2, refused_count: 0, notes });
    expect(body.days).toEqual([{ date: '2025-10-01', scans: 2, added: 2, why: null }]);
  });

  it('is read where it is a workbook, with day and time in one cell or two', async () => {
    const { default: ExcelJS } = await import('exceljs');
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet('Gate').addRows([
      ['Card', 'Date', 'Time'],
      ['S41', new Date('2025-10-01T00:00:00Z'), new Date('1899-12-30T07:50:00Z')],
      ['S42', new Date('2025-10-01T00:00:00Z'), '08:20'],
    ]);
    workbook.addWorksheet('Side door').addRows([
      ['Card', 'Time'],
      ['S43', new Date('2025-10-01T07:55:00Z')],
    ]);
    const { body } = await preview(new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect(body).toMatchObject({
      scans: 2,
      added: 2,
      refused_count: 0,
      notes: ['Sheet “Side door” has scans too, and was left out: import it as a file of its own.'],
    });
    const alone = new ExcelJS.Workbook();
    alone.addWorksheet('Side door').addRows([['S43', new Date('2025-10-01T07:55:30Z')]]);
    await office.call(importScans, csv(new Uint8Array(await alone.xlsx.writeBuffer())));
    const stored = async () => (await readRecordsOn('2025-10-01', 'S43')).map(({ timeIn }) => timeIn);
    await expect.poll(stored, { timeout: 20_000 }).toEqual(['07:55:30']);
  });

  it('has the order of day and month that one of its rows proves', async () => {
    const text = 'S41,10/01/2025 07:50\nS42,09/30/2025 07:51\n';
    const { body } = await preview(text);
    expect(body.days.map(({ date, scans }) => [date, scans])).toEqual([
      ['2025-09-30', 1],
      ['2025-10-01', 1],
    ]);
    expect(body.notes).toEqual([
      'Time: 10/01/2025 is read as 01-Oct-2025, because 09/30/2025 is written in the same order.',
    ]);
    expect(body.day_order).toBeNull();
  });

  it('is asked for the order of day and month where no row proves one, and adds nothing before', async () => {
    const asked = csv('S41,03/04/2025 07:50\nS42,04/04/2025 07:51\nS42,01/10/2025 07:52');
    const { body } = await office.call(previewImport, asked);
    expect(body.day_order).toEqual({
      columns: ['Time'],
      text: '03/04/2025',
      dates: 2,
      day_first: '2025-04-03',
      month_first: '2025-03-04',
    });
    const { status, error } = await office.call(importScans, asked);
    expect(status).toBe(422);
    expect(error?.fields?.file).toEqual(['It is not certain which number is the day and which the month.']);
    const { body: answered } = await office.call(previewImport, { ...asked, day_order: 'day first' });
    expect(answered.days.map(({ date }) => date)).toEqual(['2025-04-03', '2025-04-04', '2025-10-01']);
    expect(answered.day_order).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['no scans', 'id,time\n'],
    ['an Excel workbook', 'PK\u0003\u0004...'],
    ['a page', '<html></html>'],
  ])('is refused where it is %s', async (_what, text) => {
    for (const call of [previewImport, importScans]) {
      const answer = await office.call(call, csv(text));
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.error?.fields ?? {})).toEqual(['file']);
    }
  });

  it('needs confirmation for ids that lost their zeros, and adds their scans then', async () => {
    const facts = { classId: '4A', formLevel: 4, status: 'current' as const, firstName: 'Anna', lastName: 'Bell' };
    await putRecords(
      StudentEntity,
      ['00042', '00777', '777'].map((studentId) => ({ ...facts, studentId })),
    );
    const text = ['42', '00042', '777', '0777'].map((id) => `${id},2025-10-01 07:5${id.length}`).join('\n');
    const { body } = await preview(text);
    expect(body).toMatchObject({
      scans: 2,
      added: 2,
      unknown: [{ id: '0777', scans: 1 }],
      near: [{ id: '42', student_id: '00042', name: 'Anna Bell', scans: 1, is_same: false }],
    });
    const same = { ...csv(text), same_ids: '42' };
    expect((await office.call(previewImport, same)).body).toMatchObject({
      scans: 3,
      added: 3,
      near: [{ is_same: true }],
    });
    const run = async (input: typeof same | ReturnType<typeof csv>) => {
      const { body: begun } = await office.call(importScans, input);
      const ended = async () => (await office.call(readImportRun, { import: begun.import })).body.state;
      await expect.poll(ended, { timeout: 20_000 }).toBe('finished');
      const stored = await readRecordsOn('2025-10-01', '00042', '777', '00777');
      return stored.map(({ studentId, scans = {} }) => [studentId, Object.values(scans).toSorted()]).toSorted();
    };
    expect(await run(csv(text))).toEqual([
      ['00042', ['07:55:00']],
      ['777', ['07:53:00']],
    ]);
    expect(await run(same)).toEqual([
      ['00042', ['07:52:00', '07:55:00']],
      ['777', ['07:53:00']],
    ]);
  });

  it('is added as a job, and adds nothing when it is sent again', async () => {
    const run = await add(file);
    expect(run.total_rows).toBe(2);
    expect(await readRecordsOn('2025-10-01', 'S41', 'S42')).toMatchObject([
      { am: 'P', pm: 'P', timeIn: '07:50:00', timeOut: '15:00:00', version: 1 },
      { late: true, timeIn: '08:20:30', version: 1 },
    ]);
    expect(await readRecordsOn('2025-10-04', 'S42')).toEqual([]);
    expect((await preview(file)).body).toMatchObject({ scans: 3, added: 0 });
    await add(file);
    expect((await readRecordsOn('2025-10-01', 'S41', 'S42')).map(({ version }) => version)).toEqual([1, 1]);
  });

  it('does not override a person’s entries', async () => {
    const date = '2025-10-01';
    await writeDecisions(date, { S41: { am: 'A' } });
    await add(file);
    expect(await readRecordsOn(date, 'S41')).toMatchObject([
      { am: 'A', amBy: 'Mona Núñez', pm: 'P', timeIn: '07:50:00' },
    ]);
  });
});
