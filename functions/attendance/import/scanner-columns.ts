import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { splitMoment } from '#shared/school/parse-day.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { columnsWithoutHeading } from '../../platform/xlsx/read-list.ts';
import { type ReadCell, type ReadSheet, textOfCell, toColumnLetters } from '../../platform/xlsx/read-sheet.ts';

/** Where a scanner's file has its ids and times. A day and a time of day in two columns are one time. */
export interface ScannerColumns {
  /** The row of the headings; 0 where there are none. */
  row: number;
  id: number;
  /** The day with its time, or the day and the time of day. */
  when: readonly [moment: number] | readonly [day: number, time: number];
  /** Sentences about columns that are left out, and how columns without headings were understood. */
  notes: readonly string[];
}

/** Title and headings are among the first rows. */
export const mostTitleRows = 10;
/** Rows by which columns without headings are understood. */
const lookedAt = 200;

type Role = 'id' | 'moment' | 'day' | 'time';

/** Headings as scanners and spreadsheets write them, folded. */
const headings: Readonly<Record<Role, readonly string[]>> = {
  id: [
    ...[
      'id',
      'idno',
      'idnumber',
      'studentid',
      'studentno',
      'studentnumber',
      'studentcode',
      'student',
      'userid',
      'user',
    ],
    ...['personid', 'pin', 'card', 'cardid', 'cardno', 'cardnumber', 'barcode', 'badge', 'code', 'acno', 'enrollno'],
  ],
  moment: ['datetime', 'dateandtime', 'dateofscan', 'timestamp', 'moment', 'scanned', 'scannedat', 'timedate'],
  day: ['date', 'day', 'scandate', 'datescanned'],
  time: ['time', 'scantime', 'clock', 'timescanned', 'timeofday', 'timeofscan', 'punchtime'],
};
const roleOf = new Map(Object.entries(headings).flatMap(([role, names]) => names.map((name) => [name, role as Role])));

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** The columns of a sheet by their headings, or else by what is in them. Undefined where there are no ids and times. */
export const findScannerColumns = (sheet: ReadSheet): ScannerColumns | undefined => byHeadings(sheet) ?? byCells(sheet);

function byHeadings(sheet: ReadSheet): ScannerColumns | undefined {
  for (let row = 1; row <= mostTitleRows; row += 1) {
    const columns = new Map<Role, number>();
    const notes: string[] = [];
    for (const [column, cell] of [...(sheet.rows.get(row) ?? [])].sort(([a], [b]) => a - b)) {
      const heading = textOfCell(cell)?.replaceAll(/\s+/g, ' ') ?? '';
      const role = roleOf.get(fold(heading));
      const before = role && columns.get(role);
      const place = `Column ${toColumnLetters(column)} “${heading.slice(0, 60)}”`;
      if (role === undefined) notes.push(attendanceWordings.columnLeftOut(place));
      else if (before === undefined) columns.set(role, column);
      else notes.push(spreadsheetWordings.headingTwice(place, toColumnLetters(before)));
    }
    const id = columns.get('id');
    const when = whenOf(columns);
    if (id !== undefined && when) return { row, id, when, notes: [...notes, ...columnsWithoutHeading(sheet, row)] };
  }
  return undefined;
}

function whenOf(columns: ReadonlyMap<Role, number>): ScannerColumns['when'] | undefined {
  const [moment, day, time] = [columns.get('moment'), columns.get('day'), columns.get('time')];
  if (moment !== undefined) return [moment];
  if (day !== undefined && time !== undefined) return [day, time];
  const alone = time ?? day;
  return alone === undefined ? undefined : [alone];
}

/** What the cells of a column are. */
interface Counted {
  column: number;
  cells: number;
  moments: number;
  days: number;
  times: number;
  digits: number;
}

function byCells(sheet: ReadSheet): ScannerColumns | undefined {
  const counted = countCells(sheet);
  const mostly = (kind: 'moments' | 'days' | 'times') => counted.find((one) => 2 * one[kind] > one.cells)?.column;
  const [moment, day, time] = [mostly('moments'), mostly('days'), mostly('times')];
  const when =
    moment !== undefined ? ([moment] as const) : day !== undefined && time !== undefined && ([day, time] as const);
  if (!when) return undefined;
  const others = counted.filter(({ column }) => !when.some((one) => one === column));
  const id = (others.find(({ digits, cells }) => 2 * digits > cells) ?? others[0])?.column;
  if (id === undefined) return undefined;
  const letters = (columns: readonly number[]) => columns.map(toColumnLetters).join(' and ');
  const isUsual = id === 1 && when.length === 1 && when[0] === 2;
  const read = isUsual ? [] : [attendanceWordings.columnsReadAs(letters([id]), letters(when))];
  const left = others.filter(({ column }) => column !== id);
  const notes = left.map(({ column }) => attendanceWordings.columnLeftOut(`Column ${toColumnLetters(column)}`));
  return { row: 0, id, when, notes: [...read, ...notes] };
}

/** The columns of the first rows, from left to right. */
function countCells({ rows }: ReadSheet): Counted[] {
  const columns = new Map<number, Counted>();
  for (const [, cells] of [...rows].slice(0, lookedAt))
    for (const [column, cell] of cells) {
      const one = columns.get(column) ?? { column, cells: 0, moments: 0, days: 0, times: 0, digits: 0 };
      const kind = kindOf(scanText(cell));
      one.cells += 1;
      if (kind !== undefined) one[kind] += 1;
      columns.set(column, one);
    }
  return [...columns.values()].sort((a, b) => a.column - b.column);
}

function kindOf(text: string): 'moments' | 'days' | 'times' | 'digits' | undefined {
  if (isTimeOfDay(text)) return 'times';
  if (/^\d{5}\.\d+$/.test(text)) return 'moments';
  const { date, hasClock } = splitMoment(text);
  if (/^\d{1,4}[-/. ]+(\d{1,2}|[a-z]{3,})[-/., ]+\d{1,4}$/i.test(date)) return hasClock ? 'moments' : 'days';
  return /\d/.test(text) ? 'digits' : undefined;
}

/** "07:50", "7:50:00 AM". */
export const isTimeOfDay = (text: string): boolean => /^\d{1,2}:\d{2}(:\d{2})?(\s*[ap]\.?m\.?)?$/i.test(text);

/** The text of a cell; a date of a workbook as yyyy-MM-dd, HH:mm:ss or both. */
export function scanText(cell: ReadCell | undefined): string {
  if (cell?.kind !== 'date') return textOfCell(cell) ?? '';
  // A time of day alone is a part of the first day that the program knows.
  if (cell.day < '1904-01-02') return cell.time ?? '';
  return cell.time === undefined ? cell.day : `${cell.day} ${cell.time}`;
}
