import { maxEarlierRows } from '#shared/options/transcripts/earlier-marks.ts';
import { earlierWordings } from '#shared/options/transcripts/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { isCsv } from '../../../platform/xlsx/csv.ts';
import { columnsWithoutHeading, limitNotes, readList, refuseLongRows } from '../../../platform/xlsx/read-list.ts';
import {
  isMerged,
  type ReadCell,
  type ReadSheet,
  textOfCell,
  toColumnLetters,
} from '../../../platform/xlsx/read-sheet.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import {
  columnOfHeading,
  columnTitles,
  type EarlierColumn,
  earlierColumns,
  exampleId,
  notesSheet,
} from './earlier-columns.ts';

/** A row of a sheet as it is written. */
export interface WrittenRow {
  /** As a spreadsheet numbers it. */
  row: number;
  cells: Readonly<Record<EarlierColumn, string>>;
  /** Why a cell cannot be read; undefined where all can. */
  problem: string | undefined;
}

/** Headings are among the first rows; above them may be a title. */
const lastHeadingRow = 50;
const maxNotes = 30;

interface Headings {
  row: number;
  columns: ReadonlyMap<EarlierColumn, number>;
  notes: readonly string[];
}

/**
 * Reads a sheet of earlier marks: the first one with the headings, in any order, below any title.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readEarlierFile(bytes: Uint8Array): Promise<{ rows: WrittenRow[]; notes: string[] }> {
  const found = await readList(bytes, { wanted: undefined, findHeadings, withoutList: [notesSheet] });
  if (!found) throw refusedFileError(earlierWordings.noHeadings);
  const { sheet, headings } = found;
  const missing = earlierColumns.find((column) => !headings.columns.has(column));
  if (missing) throw refusedFileError(earlierWordings.columnMissing(columnTitles[missing]));
  if (isCsv(bytes)) refuseLongRows(sheet, headings.row);
  const rows = [...sheet.rows]
    .filter(([row]) => row > headings.row)
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => toWrittenRow(sheet, { row, cells, headings }))
    .filter(({ cells }) => earlierColumns.some((column) => cells[column] !== '') && cells.student_id !== exampleId);
  if (rows.length === 0) throw refusedFileError(earlierWordings.noRows);
  if (rows.length > maxEarlierRows) throw refusedFileError(earlierWordings.mostRows(maxEarlierRows));
  const notes = [...headings.notes, ...found.notes, ...columnsWithoutHeading(sheet, headings.row)];
  return { rows, notes: limitNotes(notes, maxNotes) };
}

/** The first row with the id and two more of the headings. */
function findHeadings(sheet: ReadSheet): Headings | undefined {
  for (let row = 1; row <= lastHeadingRow; row += 1) {
    const cells = sheet.rows.get(row);
    if (!cells) continue;
    const columns = new Map<EarlierColumn, number>();
    const notes: string[] = [];
    for (const [place, cell] of [...cells].sort(([a], [b]) => a - b)) {
      const column = columnOfHeading(textOfCell(cell) ?? '');
      if (column === undefined) continue;
      const first = columns.get(column);
      if (first === undefined) columns.set(column, place);
      else notes.push(spreadsheetWordings.headingTwice(`Column ${toColumnLetters(place)}`, toColumnLetters(first)));
    }
    if (columns.has('student_id') && columns.size >= 3) return { row, columns, notes };
  }
  return undefined;
}

function toWrittenRow(
  sheet: ReadSheet,
  { row, cells, headings }: { row: number; cells: ReadonlyMap<number, ReadCell>; headings: Headings },
): WrittenRow {
  let problem: string | undefined;
  const texts = earlierColumns.map((column): [EarlierColumn, string] => {
    const place = headings.columns.get(column) ?? 0;
    const cell = cells.get(place);
    if (cell && isMerged(sheet, row, place)) problem ??= earlierWordings.merged;
    if (cell?.kind === 'formula') problem ??= spreadsheetWordings.emptyFormula;
    return [column, cell ? textOf(cell) : ''];
  });
  return { row, cells: Object.fromEntries(texts) as Record<EarlierColumn, string>, problem };
}

const textOf = (cell: ReadCell): string => {
  if (cell.kind === 'date') return cell.day;
  return cell.kind === 'formula' ? '' : String(cell.value).replaceAll(/\s+/g, ' ').trim();
};
