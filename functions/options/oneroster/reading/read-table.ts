import { CsvError, parse } from 'csv-parse';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { type Column, ownColumnPrefix } from '#shared/options/oneroster/standard/column.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';

/** A row of a file: its cells by the standard's names of the columns, blank ones left out. */
export interface TableRow {
  /** As a spreadsheet numbers it. */
  row: number;
  cells: Readonly<Record<string, string>>;
}

export interface ReadTable {
  /** The standard's names of the columns that are there. */
  columns: ReadonlySet<string>;
  rows: readonly TableRow[];
  /** Headings of columns, known ones and the sender's own, in which something is written. */
  filled: ReadonlySet<string>;
  notes: readonly string[];
}

/** A year of a large school has a tenth of these enrollments. */
const mostRows = 150_000;

interface Format {
  /** Of one version, or of all where a column belongs to any. */
  columns: readonly Column[];
  /** Columns without which nothing can be done. */
  needed: readonly string[];
}

/**
 * Reads a CSV file by the standard's columns, in whatever order and case they are. The text is read in pieces, so that
 * other requests are served in between.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readTable(file: string, bytes: Uint8Array, { columns, needed }: Format): Promise<ReadTable> {
  const { text, notes } = decode(file, bytes);
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  const separator = firstLine.includes(',') ? ',' : ([';', '\t'].find((one) => firstLine.includes(one)) ?? ',');
  let names: (string | undefined)[] | undefined;
  const rows: TableRow[] = [];
  const filled = new Set<string>();
  let headings: readonly string[] = [];
  let row = 0;
  let line = 1;
  try {
    const parser = parse(text, {
      delimiter: separator,
      // All of them: a program that writes the headings by itself may end them otherwise than the rows.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      trim: true,
      // Records come in groups: an error is behind the last one that was parsed.
      on_record: (record: string[], { lines }: { lines: number }) => {
        line = lines + 1;
        return record;
      },
    });
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (names === undefined) {
        if (record.every((cell) => cell === '')) throw refusedFileError(wordings.empty(file));
        headings = record;
        names = readHeadings(file, record, { columns, needed, notes });
        continue;
      }
      const cells: Record<string, string> = {};
      for (const [index, name] of names.entries()) {
        const value = (record[index] ?? '').trim();
        if (value === '') continue;
        if (name !== undefined) cells[name] = value;
        const heading = name ?? headings[index] ?? '';
        if (name !== undefined || isOwn(heading)) filled.add(heading);
      }
      if (Object.keys(cells).length === 0) continue;
      if (rows.length === mostRows) throw refusedFileError(wordings.tooManyRows(file, mostRows));
      rows.push({ row, cells });
    }
  } catch (error) {
    if (error instanceof CsvError) throw refusedFileError(wordings.badQuotes(file, line));
    throw error;
  }
  if (names === undefined) throw refusedFileError(wordings.empty(file));
  if (separator !== ',') notes.push(wordings.separators(file, separator === ';' ? 'semicolons' : 'tabs'));
  return { columns: new Set(names.filter((name) => name !== undefined)), rows, filled, notes };
}

const isOwn = (heading: string): boolean => heading.toLowerCase().startsWith(ownColumnPrefix);

/** The standard's name of each column; undefined for one that is not read. */
function readHeadings(
  file: string,
  written: readonly string[],
  { columns, needed, notes }: Format & { notes: string[] },
): (string | undefined)[] {
  const byName = new Map(columns.map(({ name }, place) => [name.toLowerCase(), { name, place }]));
  const [unknown, otherwise, places]: [string[], string[], number[]] = [[], [], []];
  const seen = new Set<string>();
  const names = written.map((heading) => {
    const found = byName.get(heading.toLowerCase().replaceAll(/[\s_]/g, ''));
    if (!found) {
      if (heading !== '' && !isOwn(heading)) unknown.push(heading);
      return undefined;
    }
    if (seen.has(found.name)) throw refusedFileError(wordings.doubleColumn(file, found.name));
    seen.add(found.name);
    if (heading !== found.name) otherwise.push(heading);
    places.push(found.place);
    return found.name;
  });
  const missing = needed.filter((name) => !seen.has(name));
  if (missing.length > 0) throw refusedFileError(wordings.missingColumns(file, missing));
  const absent = columns.filter(({ name, required }) => required !== 'no' && !seen.has(name)).map(({ name }) => name);
  if (unknown.length > 0) notes.push(wordings.columnsLeft(file, unknown));
  if (absent.length > 0) notes.push(wordings.columnsAbsent(file, absent));
  if (otherwise.length > 0) notes.push(wordings.otherCase(file, otherwise));
  if (places.some((place, index) => place < (places[index - 1] ?? -1))) notes.push(wordings.otherOrder(file));
  return names;
}

/** The text of a file in UTF-8, UTF-16 with or without a byte order mark, or Windows-1252. */
function decode(file: string, bytes: Uint8Array): { text: string; notes: string[] } {
  const [first, second] = bytes;
  const start = bytes.subarray(0, 4096);
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), notes: [wordings.utf16(file)] };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), notes: [wordings.utf16(file)] };
  if (start.includes(0)) {
    const zeros = [...start].flatMap((byte, index) => (byte === 0 ? [index % 2] : []));
    // Latin letters in two bytes have a zero at every other place.
    if (zeros.length * 4 < start.length || new Set(zeros).size > 1) throw refusedFileError(wordings.notText(file));
    const encoding = zeros[0] === 1 ? 'utf-16le' : 'utf-16be';
    return { text: new TextDecoder(encoding).decode(bytes), notes: [wordings.utf16(file)] };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    const [example = ''] = /[\p{L}'’-]{0,40}[^\p{ASCII}][\p{L}'’-]{0,40}/u.exec(text) ?? [];
    return { text, notes: [wordings.windows1252(file, example)] };
  }
}
