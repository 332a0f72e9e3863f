import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBlock, parseBlock } from '../../../web/ui/grid/typing/clipboard.ts';

describe('a block from a spreadsheet', () => {
  it('reads a column with CRLF rows and drops the empty line at the end', () => {
    expect(parseBlock('57\r\n\r\n61,5\r\n')).toEqual([['57'], [''], ['61,5']]);
  });

  it('reads rows and cells, the empty cell at the end of a row included', () => {
    expect(parseBlock('57\t3\t\n61\t\t2')).toEqual([
      ['57', '3', ''],
      ['61', '', '2'],
    ]);
  });

  it('reads quoted cells with tabs, line breaks and doubled quotes inside', () => {
    expect(parseBlock('"a\tb"\t"two\r\nlines"\t"say ""yes"""\n')).toEqual([['a\tb', 'two\r\nlines', 'say "yes"']]);
  });

  it('takes a quote that never closes as part of the text', () => {
    expect(parseBlock('"Good" work\t5"\n"open\t7')).toEqual([
      ['"Good" work', '5"'],
      ['"open', '7'],
    ]);
  });

  it('gives back every block that it wrote', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '7', '"', '\t', '\n', '\r', ' ', ',', 'é') });
    // A last row of one empty cell is written as the empty line that spreadsheets put at the end.
    const block = fc
      .array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
      .filter((rows) => rows.at(-1)?.join('') !== '' || (rows.at(-1)?.length ?? 0) > 1);
    fc.assert(
      fc.property(block, (rows) => {
        expect(parseBlock(formatBlock(rows))).toEqual(rows);
      }),
    );
  });
});
