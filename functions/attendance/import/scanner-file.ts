import { maxImportRows } from '#shared/attendance/calls/import-calls.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { DayOrderQuestion } from '#shared/file-questions.ts';
import { ambiguousDays, type DayOrder, parseDay, parseSerialMoment, splitMoment } from '#shared/school/parse-day.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { decideDayOrder, toDayOrderQuestion } from '../../platform/xlsx/day-order.ts';
import { limitNotes, readList } from '../../platform/xlsx/read-list.ts';
import { refusedFileError } from '../../platform/xlsx/zip-archive.ts';
import { school } from '../../school/records/school.ts';
import { findScannerColumns, isTimeOfDay, mostTitleRows, scanText } from './scanner-columns.ts';

/** A scan of a file. Its time is the school's own, HH:mm:ss. */
export interface FileScan {
  studentId: string;
  date: string;
  time: string;
}

export interface ScannerFile {
  /** Each scan once. */
  scans: readonly FileScan[];
  duplicates: number;
  /** Rows, as a spreadsheet numbers them, that cannot be read. */
  refused: readonly { row: number; reason: string }[];
  /** How the file was read, and which columns and sheets were left out. */
  notes: readonly string[];
  /** What is to be said of the file before its scans can be added. */
  question: DayOrderQuestion;
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/;
const maxNotes = 50;
/** A file may contain the last two school years. */
const oldestDays = 800;

interface WrittenScan {
  row: number;
  studentId: string;
  written: string;
}

/**
 * Reads a scanner's file, text or a workbook: an id and a time in each row, in columns that have headings or are known
 * by their cells (`findScannerColumns`); rows in any order. The order of day and month is decided by the column (rule
 * 73), or else by `answered`.
 * @throws ValidationError on `file` for any other file
 */
export async function readScannerFile(
  bytes: Uint8Array,
  { now, answered }: { now: Date; answered?: DayOrder | undefined },
): Promise<ScannerFile> {
  const { rows, notes: ofColumns } = await readRows(bytes);
  const texts = rows.map(({ written }) => splitMoment(written).date);
  const { order, open, notes } = decideDayOrder('Time', texts, answered);
  const limits = limitsAt(now);
  const seen = new Set<string>();
  const scans: FileScan[] = [];
  const refused: { row: number; reason: string }[] = [];
  let duplicates = 0;
  for (const { row, studentId, written } of rows) {
    const moment = parseScanTime(written, order);
    const reason = problemOf(studentId, moment, limits);
    if (reason !== null || typeof moment === 'string') {
      refused.push({ row, reason: reason ?? '' });
      continue;
    }
    const key = `${studentId} ${moment.date} ${moment.time}`;
    if (seen.has(key)) duplicates += 1;
    else scans.push({ studentId, ...moment });
    seen.add(key);
  }
  const question = open ? toDayOrderQuestion([open]) : null;
  if (scans.length === 0 && question === null) throw refusedFileError(attendanceWordings.noScans);
  return { scans, duplicates, refused, notes: limitNotes([...ofColumns, ...notes], maxNotes), question };
}

async function readRows(bytes: Uint8Array): Promise<{ rows: WrittenScan[]; notes: string[] }> {
  const csvRows = maxImportRows + mostTitleRows;
  const found = await readList(bytes, { wanted: undefined, findHeadings: findScannerColumns, csvRows });
  if (!found) throw refusedFileError(attendanceWordings.noScans);
  const { sheet, headings: columns, sheets } = found;
  const rows: WrittenScan[] = [];
  for (const [row, cells] of sheet.rows) {
    if (row <= columns.row) continue;
    const text = (column: number | undefined) => (column === undefined ? '' : scanText(cells.get(column)).trim());
    const scan = { row, studentId: text(columns.id), written: writtenTime(columns.when.map(text)) };
    // Without headings, a title is what comes before the first time.
    const isTitle = columns.row === 0 && rows.length === 0 && row <= mostTitleRows && !/\d/.test(scan.written);
    if (!isTitle) rows.push(scan);
  }
  if (rows.length > maxImportRows) throw refusedFileError(spreadsheetWordings.mostRows(maxImportRows));
  const others = sheets.flatMap((one) => (one.is_read ? [] : [attendanceWordings.sheetLeftOut(one.name)]));
  return { rows, notes: [...columns.notes, ...found.notes, ...others] };
}

/** The time of a row as it is written: of two columns together, except where the second has the day too. */
function writtenTime([first = '', second]: readonly string[]): string {
  if (second === undefined) return first;
  if (second !== '' && !isTimeOfDay(second) && !/^0?\.\d+$/.test(second)) return second;
  const { day } = (/^\d{5}$/.test(first) && parseSerialMoment(Number(first))) || { day: splitMoment(first).date };
  const { time } = (/^0?\.\d+$/.test(second) && parseSerialMoment(20_000 + Number(second))) || { time: second };
  return `${day} ${time}`.trim();
}

function limitsAt(now: Date): { first: string; last: string } {
  const { date, time } = schoolMoment(now, school().timeZone);
  return { first: addDays(date, -oldestDays), last: `${date} ${time}` };
}

type Moment = { date: string; time: string };

function problemOf(
  studentId: string,
  moment: Moment | string,
  { first, last }: { first: string; last: string },
): string | null {
  if (!idPattern.test(studentId)) return attendanceWordings.notAnId;
  if (typeof moment === 'string') return moment;
  if (moment.date < first) return attendanceWordings.tooLongAgo;
  return `${moment.date} ${moment.time}` > last ? attendanceWordings.inTheFuture : null;
}

/**
 * The moment of a scan in the school's own time, or why a text is none: 2025-10-01 07:50, 01/10/2025 7:50 AM,
 * 2025-10-01T11:50:00Z, or a spreadsheet program's number of days.
 */
function parseScanTime(written: string, order: DayOrder | undefined): Moment | string {
  if (/^\d{5}\.\d+$/.test(written)) {
    const { day, time } = parseSerialMoment(Number(written)) ?? {};
    return day === undefined || time === undefined ? attendanceWordings.notATime : { date: day, time };
  }
  const { date: text, clock, offset, hasClock } = splitMoment(written);
  const isOpen = ambiguousDays(text) !== undefined && order === undefined;
  const date = parseDay(text, order);
  if (!hasClock || clock === undefined || date === undefined) return attendanceWordings.notATime;
  if (isOpen) return attendanceWordings.openOrder;
  if (offset === undefined) return { date, time: clock };
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const moment = new Date(`${date}T${clock}${zone}`);
  return Number.isNaN(moment.getTime()) ? attendanceWordings.notATime : schoolMoment(moment, school().timeZone);
}
