import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { openWorkbook } from '#functions/platform/xlsx/open-workbook.ts';
import { renderWorkbook } from '#functions/platform/xlsx/write-workbook.ts';

const about = { creator: 'Northgate Secondary School', madeAt: new Date('2026-07-01T12:00:00Z') };
const columns = [
  { width: 12, format: 'text' as const },
  { width: 8 },
  { width: 8, format: 'decimal' as const },
  { width: 12 },
];

/** A workbook with every kind of cell in two sheets. */
const made = () =>
  renderWorkbook(about, async (workbook) => {
    for (const name of ['History', 'Núñez & Sons <1A>']) {
      const sheet = workbook.sheet({ name, columns, frozen: { rows: 1, columns: 1 } });
      sheet.row(['Student ID', 'Mark', 'Average', 'Date'], 'heading');
      sheet.row(['00731', 18.000000000000004, 64.25, { day: '2025-10-02' }]);
      sheet.row(['=1+1', 0.1 + 0.2, null, null]);
      sheet.row(['Zoë <b> & "Ali" 𝒳\nsecond line', 0, null, null]);
      await sheet.end();
    }
  });

describe('a workbook of ours in a program that shares no code with its writer', () => {
  it('has its sheets and cells', async () => {
    const sheets = await readSheets(Buffer.from(await made()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['History (1)', 'Núñez & Sons <1A>']);
    for (const { data } of sheets)
      expect(data).toEqual([
        ['Student ID', 'Mark', 'Average', 'Date'],
        ['00731', 18, 64.25, new Date('2025-10-02T00:00:00Z')],
        ["'=1+1", 0.3, null, null],
        ['Zoë <b> & "Ali" 𝒳\nsecond line', 0, null, null],
      ]);
  });

  it('is read by our own reader of uploads too, which gives back what was meant', async () => {
    const workbook = await openWorkbook(await made());
    const sheet = await workbook.readSheet('History (1)');
    expect([...(sheet?.rows.get(3)?.values() ?? [])].slice(0, 2)).toEqual([
      { kind: 'text', value: '=1+1' },
      { kind: 'number', value: 0.3 },
    ]);
  });
});
