import type { ListSheets } from '#shared/file-questions.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { readSheets } from './open-in-worker.ts';
import { type ReadSheet, toColumnLetters } from './read-sheet.ts';
import { refusedFileError } from './zip-archive.ts';

/** Where a sheet has its headings; below them is the list. */
interface HeadingRow {
  row: number;
}

interface FoundList<Headings> {
  sheet: ReadSheet;
  headings: Headings;
  /** All sheets with a list; one is read. */
  sheets: ListSheets;
  /** Sentences about sheets that were left out. */
  notes: string[];
}

/**
 * Reads one list of an uploaded workbook or CSV file: that of the sheet `wanted`, or the first one with headings.
 * Sheets that have cells and no headings are named. Undefined where no sheet has headings.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readList<Headings extends HeadingRow>(
  bytes: Uint8Array,
  {
    wanted,
    findHeadings,
    withoutList = [],
    csvRows,
  }: {
    wanted: string | undefined;
    findHeadings: (sheet: ReadSheet) => Headings | undefined;
    /** Names of sheets that our own files have beside the list. */
    withoutList?: readonly string[];
    /** Most rows of a CSV file, where that is more than of a workbook. */
    csvRows?: number;
  },
): Promise<FoundList<Headings> | undefined> {
  let read: { sheet: ReadSheet; headings: Headings } | undefined;
  const sheets: ListSheets = [];
  const notes: string[] = [];
  for await (const { name, isHidden, sheet } of readSheets(bytes, csvRows === undefined ? {} : { csvRows })) {
    const headings = findHeadings(sheet);
    if (headings) {
      const isRead = read === undefined && (wanted === undefined || wanted === name);
      if (isRead) read = { sheet, headings };
      const rows = [...sheet.rows.keys()].filter((row) => row > headings.row).length;
      sheets.push({ name, rows, is_read: isRead });
    } else if (sheet.rows.size > 0 && !withoutList.includes(name))
      notes.push(spreadsheetWordings.sheetWithoutList(name, isHidden));
  }
  if (!read && sheets.length > 0) throw refusedFileError(spreadsheetWordings.noSuchSheet(wanted ?? ''));
  return read && { ...read, sheets, notes };
}

/** Sentences about columns without a heading that have cells below the headings. */
export function columnsWithoutHeading({ rows }: ReadSheet, headingRow: number): string[] {
  const counts = new Map<number, number>();
  for (const [row, cells] of rows) {
    if (row <= headingRow) continue;
    for (const column of cells.keys())
      if (!rows.get(headingRow)?.has(column)) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([column, count]) => spreadsheetWordings.withoutHeading(toColumnLetters(column), count));
}

/**
 * Refuses a text file with a row that goes on behind its last heading: a cell with a separator in it, without quotation
 * marks, moved the others to the right.
 * @throws {ValidationError} on `file`, with the row
 */
export function refuseLongRows({ rows }: ReadSheet, headingRow: number): void {
  const last = Math.max(0, ...(rows.get(headingRow)?.keys() ?? []));
  for (const [row, cells] of rows)
    if (row > headingRow && [...cells.keys()].some((column) => column > last))
      throw refusedFileError(spreadsheetWordings.moreCellsThanHeadings(row));
}

/** The first sentences, with how many more there are: more than that would hide the list below them. */
export const limitNotes = (notes: readonly string[], most: number): string[] =>
  notes.length > most ? [...notes.slice(0, most), spreadsheetWordings.moreNotes(notes.length - most)] : [...notes];
