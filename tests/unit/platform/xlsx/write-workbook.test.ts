import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeCellText, unescapeCellText } from '#functions/platform/xlsx/safe-cell.ts';
import { renderWorkbook, type Sheet } from '#functions/platform/xlsx/write-workbook.ts';

const about = { creator: 'Northgate Secondary School', madeAt: new Date('2026-07-01T12:00:00Z') };

/** A workbook of one sheet, written by the kit and read by exceljs' own reader. */
async function readBack(build: (sheet: Sheet) => void, name = 'Marks'): Promise<ExcelJS.Worksheet> {
  const columns = [{ width: 12, format: 'text' as const }, { width: 8 }, { width: 8, format: 'decimal' as const }];
  const bytes = await renderWorkbook(about, async (workbook) => {
    const sheet = workbook.sheet({ name, columns, frozen: { rows: 1, columns: 1 } });
    build(sheet);
    await sheet.end();
  });
  const read = new ExcelJS.Workbook();
  await read.xlsx.load(Buffer.from(bytes) as never);
  const [sheet] = read.worksheets;
  if (!sheet) throw new Error('The workbook has no sheet');
  return sheet;
}

describe('text in a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('gets an apostrophe before %j', (text) => {
    expect(escapeCellText(text)).toBe(`'${text}`);
    expect(unescapeCellText(escapeCellText(text))).toBe(text);
  });

  it.each(['', 'Núñez', "'tis", '007', 'a=b', ' =1', 'a_xb'])('stays as it is: %j', (text) => {
    expect(escapeCellText(text)).toBe(text);
    expect(unescapeCellText(text)).toBe(text);
  });

  it('never starts like a formula and never is half a character, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = escapeCellText(text);
        return safe.isWellFormed() && !/^[=+\-@\t\r\n]|_x00(3d|2b|2d|40)_/i.test(safe);
      }),
    );
  });

  it.each(['_x003D_1', 'a_x0009_b'])('that looks like an escape of the format stays text: %j', (text) => {
    expect(escapeCellText(text)).toBe(text.replace('_', '_x005F_'));
    expect(unescapeCellText(escapeCellText(text))).toBe(text);
  });

  it('does not start like a formula behind a character that no sheet holds', () => {
    expect(escapeCellText('\u0001=1')).toBe("'=1");
  });

  it('is cut at what Excel takes', () => {
    expect(escapeCellText('=x'.repeat(40_000))).toHaveLength(32_767);
  });
});

describe('a workbook', () => {
  it('keeps numbers as numbers, ids as text and days as real dates', async () => {
    const sheet = await readBack((pen) => pen.row(['00731', 12, 64.25, { day: '2025-10-02' }, null]));
    const [id, whole, decimal, day, empty] = ['A1', 'B1', 'C1', 'D1', 'E1'].map((address) => sheet.getCell(address));
    expect([id?.value, whole?.value, decimal?.value, empty?.value]).toEqual(['00731', 12, 64.25, null]);
    expect(day?.value).toEqual(new Date('2025-10-02T00:00:00Z'));
    expect([id?.numFmt, decimal?.numFmt, day?.numFmt]).toEqual(['@', '0.0', 'dd-mmm-yyyy']);
  });

  it('writes no formula for text that looks like one, and a negative number as a number', async () => {
    const sheet = await readBack((pen) => pen.row(['=HYPERLINK("http://x")', -5, null]));
    expect(sheet.getCell('A1').formula).toBeUndefined();
    expect(sheet.getCell('A1').value).toBe(`'=HYPERLINK("http://x")`);
    expect(sheet.getCell('B1').value).toBe(-5);
  });

  it('survives markup, control characters and every script in a text', async () => {
    const text = '<b>& "\u0001\uffff\ud83d Núñez 李 \u{1f469}';
    const sheet = await readBack((pen) => pen.row([text]));
    expect(sheet.getCell('A1').value).toBe('<b>& "\ufffd Núñez 李 \u{1f469}');
  });

  it('gives its sheets names that Excel takes, each once', async () => {
    const bytes = await renderWorkbook(about, async (workbook) => {
      for (const name of ["'Maths: 1A/1B?'", 'x'.repeat(40), 'X'.repeat(40), 'History', 'HISTORY', '']) {
        const sheet = workbook.sheet({ name, columns: [], isHidden: name === '' });
        sheet.row([1]);
        await sheet.end();
      }
    });
    const read = new ExcelJS.Workbook();
    await read.xlsx.load(Buffer.from(bytes) as never);
    expect(read.worksheets.map(({ name, state }) => [name, state])).toEqual([
      ['Maths  1A 1B', 'visible'],
      ['x'.repeat(31), 'visible'],
      [`${'X'.repeat(27)} (2)`, 'visible'],
      ['History (1)', 'visible'],
      ['HISTORY (2)', 'visible'],
      ['Sheet', 'veryHidden'],
    ]);
  });

  it('says in the sheet what may be typed', async () => {
    const sheet = await readBack((pen) => {
      pen.row(['S1', null]);
      pen.addNumberRule({
        range: 'B1:B1',
        max: 20,
        words: ['Abs', 'Ex'],
        message: 'Mark Entered is greater than the assigned total.',
      });
    });
    expect(sheet.getCell('B1').dataValidation).toMatchObject({
      type: 'custom',
      allowBlank: true,
      formulae: ['IF(ISNUMBER(B1),AND(B1>=0,B1<=20,INT(B1)=B1),OR(B1="Abs",B1="Ex"))'],
    });
  });
});
