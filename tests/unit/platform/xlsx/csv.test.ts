import { describe, expect, it } from 'vitest';
import { parseCsv } from '#functions/platform/xlsx/csv.ts';
import { textOfCell } from '#functions/platform/xlsx/read-sheet.ts';

const bounds = { rows: 5000 };
const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The texts of the rows that are not empty, by their numbers. */
function read(file: string | Uint8Array): Record<number, string[]> {
  const { rows } = parseCsv(typeof file === 'string' ? textBytes(file) : file, bounds);
  return Object.fromEntries(
    [...rows].map(([row, cells]) => [row, [...cells.values()].map((cell) => textOfCell(cell) ?? '')]),
  );
}

describe('a quotation mark', () => {
  it.each([
    ['is closed three rows later', ['id,last,first,class', '1,"Ali,Zed,1A', '2,Bee,Ann,1A', '3,"Cee",Ben,1A'], 2],
    [
      'is closed in the same column later',
      ['id,last,first,class', '1,Ali,Zed,1A', '2,"Bee,Ann,1A', '3,Cee",Ben,1A'],
      3,
    ],
    ['is closed in an earlier column later', ['id,last,first,class', '1,Ali,Zed,"1A', '2,Bee",Ann,1A'], 2],
    ['is closed in a later column later', ['id,last,first,class', '1,"Ali,Zed,1A', '2,Bee,Ann",1A'], 2],
  ])('that %s is refused with its line', (_how, lines, line) => {
    const wrong = `Line ${line}: a quotation mark (") is opened and closed at the wrong place. Please remove it, or save the list as .xlsx.`;
    expect(() => read(lines.join('\n'))).toThrow(wrong);
    expect(() => read(lines.join('\r\n').replaceAll(',', ';'))).toThrow(wrong);
  });

  it('that is never closed is refused with its line', () => {
    const never =
      'Line 2: a quotation mark (") is opened and never closed. Please remove it, or save the list as .xlsx.';
    expect(() => read('id,last,first\n1,"Ali,Zed\n2,Bee,Ann\n')).toThrow(never);
  });

  it('inside a cell is refused with its line', () => {
    const inside = 'Line 3: a quotation mark (") inside a cell. Please remove it, or save the list as .xlsx.';
    expect(() => read('id,last,first\n1,Ali,Zed\n2,O"Brien,Ann\n')).toThrow(inside);
  });

  it('around an address of several lines with commas keeps its lines', () => {
    const file = 'id,last,first,address\n1,Ali,Zed,"12 High St, Arima,\nTrinidad"\n2,Bee,Ann,"Main Rd\nPiarco"\n';
    expect(read(file)).toEqual({
      1: ['id', 'last', 'first', 'address'],
      2: ['1', 'Ali', 'Zed', '12 High St, Arima,\nTrinidad'],
      3: ['2', 'Bee', 'Ann', 'Main Rd\nPiarco'],
    });
  });
});

describe('an address of several lines', () => {
  it.each([
    ['in the last column, with as many commas as a row', '1,Ali,Zed,"House 4\n12 Main Rd, Arima, Trinidad, W.I."', 3],
    ['in the last column, with as many commas on its first line', '1,Ali,Zed,"12 Main Rd, Arima, Trinidad,\nW.I."', 3],
    ['in the middle, with commas that have no blank behind', '1,Ali,"12 Main Rd,Arima,Trinidad\nW.I.",Zed', 2],
    ['of three lines with commas on each', '1,Ali,Zed,"House 4,\nMain Rd, Arima,\nTrinidad, W.I."', 3],
  ])('%s is one cell', (_where, row, column) => {
    const rows = read(`id,last,first,address\n${row}\n2,Bee,Ann,Piarco\n3,Cee,Ben,Piarco\n`);
    expect(Object.keys(rows)).toHaveLength(4);
    expect(rows[2]?.[column]).toBe(/"([^"]*)"/.exec(row)?.[1]);
  });

  it('in a file with blanks behind its separators is not told from rows, and is refused', () => {
    const file = 'id, last, first, class\n1, Ali,"Zed, 1A\n2, Bee, Ann", 1A\n3, Cee, Ben, 1A\n4, Dee, Cy, 1A\n';
    expect(() => read(file)).toThrow('Line 2: a quotation mark (")');
  });
});

describe('the separator', () => {
  it.each([
    ['a semicolon, below a title with a comma', 'Northgate School, class list\nid;last;first\n1;Ali;Zed\n'],
    ['a tab, below a title with commas', 'Lists, 1A, 1B, 1C\nid\tlast\tfirst\n1\tAli\tZed\n'],
    ['a comma, below a title with semicolons', 'Lists; 1A; 1B; 1C\nid,last,first\n1,Ali,Zed\n'],
    ['named in the first line, which is no row', 'sep=;\nid;last;first\n1;Ali;Zed\n'],
  ])('is %s', (_what, file) => {
    expect(read(file)).toMatchObject({ 2: ['id', 'last', 'first'], 3: ['1', 'Ali', 'Zed'] });
  });

  it('is a semicolon where the cells have decimal commas and addresses with commas', () => {
    expect(read('id;mark;address\n1;10,5;12 High St, Arima\n2;9,5;Main Rd, Piarco\n')).toMatchObject({
      2: ['1', '10,5', '12 High St, Arima'],
    });
  });
});

it('is read in the encodings that programs write', () => {
  const text = 'id,last\n1,Núñez\n';
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  const windows = new Uint8Array(Buffer.from(text, 'latin1'));
  for (const file of [textBytes(text), textBytes(`\ufeff${text}`), utf16, windows])
    expect(read(file)).toEqual({ 1: ['id', 'last'], 2: ['1', 'Núñez'] });
});
