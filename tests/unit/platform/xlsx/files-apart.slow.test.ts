import { describe, expect, it } from 'vitest';
import { openInWorker, readSheets } from '#functions/platform/xlsx/open-in-worker.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const readAll = async (bytes: Uint8Array) => {
  const sheets = [];
  for await (const sheet of readSheets(bytes)) sheets.push(sheet);
  return sheets;
};
const scansOf = async (text: string) => {
  for await (const { sheet } of readSheets(bytesOf(text), { csvRows: 100_001 })) return [...sheet.rows];
  return [];
};

/** How often others have their turn until the work is over. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

describe('an uploaded file', () => {
  it.each([
    [
      'a list of 5,000 rows',
      () => readAll(bytesOf('Last Name,First Name,Class\n'.padEnd(28) + 'Ali,Sam,1A\n'.repeat(4999))),
    ],
    ['a scanner’s file of 100,000 rows', () => scansOf('S41,2025-10-01 07:50:00\n'.repeat(100_000))],
    ['four megabytes of commas', () => readAll(bytesOf(','.repeat(4_000_000))).catch(() => undefined)],
  ])('leaves the others their turn while it is read: %s', async (_what, work) => {
    expect(await turnsDuring(work)).toBeGreaterThan(20);
  });

  it('of many pieces has all its rows in order', async () => {
    const rows = await scansOf(Array.from({ length: 4500 }, (_, index) => `S${index},x`).join('\n'));
    expect(rows.map(([row]) => row)).toEqual(Array.from({ length: 4500 }, (_, index) => index + 1));
  });

  it.each([
    ['rows', 'a,b\n'.repeat(5001), 'The file has more than 5,000 rows.'],
    ['empty rows', '\n'.repeat(4_000_000), 'The file has more than 5,000 rows.'],
    ['columns', `a${','.repeat(256)}b`, 'The file has more than 256 columns.'],
    ['empty columns', ','.repeat(4_000_000), 'The file has more than 256 columns.'],
    ['cells', `${'1,'.repeat(255)}1\n`.repeat(2000), 'The file has more than 500,000 cells.'],
    ['bytes', 'a'.repeat(4 * 1024 * 1024 + 1), expect.stringMatching(/4 MB/)],
  ])('is refused with more %s than the school takes', async (_what, text, reason) => {
    await expect(readAll(bytesOf(text))).rejects.toMatchObject({ fields: { file: [reason] } });
  });

  it('of a scanner may have a hundred thousand rows of five cells', async () => {
    const rows = await scansOf('S41,2025-10-01,07:50:00,gate,in\n'.repeat(100_000));
    expect(rows).toHaveLength(100_000);
    expect(rows[99_999]?.[1].size).toBe(5);
    await expect(scansOf('S41,2025-10-01,07:50:00,a,b,c\n'.repeat(100_000))).rejects.toMatchObject({
      fields: { file: ['The file has more than 500,000 cells.'] },
    });
  });

  it.each([
    ['a PDF', '%PDF-1.7\nsome text', 'a PDF'],
    ['an old workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a file of an old Office program (.xls, .doc)'],
    ['a photograph', '\xff\xd8\xff\xe0', 'a picture'],
  ])('is called what it is: %s', async (_what, text, kind) => {
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
    const reason = spreadsheetWordings.notSpreadsheet(kind);
    await expect(readAll(bytes)).rejects.toMatchObject({ fields: { file: [reason] } });
    await expect(openInWorker(bytes)).rejects.toMatchObject({ fields: { file: [reason] } });
  });
});
