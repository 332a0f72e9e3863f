import { maxImportRows } from '#shared/attendance/calls/import-calls.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { isCsv } from '../../platform/xlsx/csv.ts';
import { readCsvRows } from '../../platform/xlsx/open-in-worker.ts';
import type { ReadCell } from '../../platform/xlsx/read-sheet.ts';
import { refusedFileError } from '../../platform/xlsx/zip-archive.ts';
import { school } from '../../school/records/school.ts';

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
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/;
/** 2025-10-01 07:50, 2025-10-01T07:50:00, 01/10/2025 07:50:00: the day before the month. */
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})[, T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
/** A file may contain the last two school years. */
const oldestDays = 800;

/**
 * Reads a scanner's file: an id and a time in the first two columns, rows in any order. A first row without a time is a heading.
 * @throws ValidationError on `file` for any other file
 */
export async function readScannerFile(bytes: Uint8Array, now: Date): Promise<ScannerFile> {
  if (!isCsv(bytes)) throw refusedFileError(attendanceWordings.notCsv);
  const limits = limitsAt(now);
  const seen = new Set<string>();
  const scans: FileScan[] = [];
  const refused: { row: number; reason: string }[] = [];
  let duplicates = 0;
  const read = (row: number, cells: ReadonlyMap<number, ReadCell>) => {
    const studentId = textOf(cells.get(1)).trim();
    const written = textOf(cells.get(2)).trim();
    const moment = parseScanTime(written);
    if (row === 1 && !moment) return;
    const reason = problemOf(studentId, moment, limits);
    if (reason !== null || !moment) {
      refused.push({ row, reason: reason ?? '' });
      return;
    }
    const key = `${studentId} ${moment.date} ${moment.time}`;
    if (seen.has(key)) duplicates += 1;
    else scans.push({ studentId, ...moment });
    seen.add(key);
  };
  for await (const piece of readCsvRows(bytes, { rows: maxImportRows + 1, kept: 2 }))
    for (const [row, cells] of piece) read(row, cells);
  if (scans.length === 0) throw refusedFileError(attendanceWordings.noScans);
  if (scans.length + duplicates + refused.length > maxImportRows)
    throw refusedFileError(spreadsheetWordings.mostRows(maxImportRows));
  return { scans, duplicates, refused };
}

const textOf = (cell: { kind: string; value?: unknown } | undefined): string =>
  typeof cell?.value === 'string' ? cell.value : '';

function limitsAt(now: Date): { first: string; last: string } {
  const { date, time } = schoolMoment(now, school().timeZone);
  return { first: addDays(date, -oldestDays), last: `${date} ${time}` };
}

function problemOf(
  studentId: string,
  moment: { date: string; time: string } | null,
  { first, last }: { first: string; last: string },
): string | null {
  if (!idPattern.test(studentId)) return attendanceWordings.notAnId;
  if (!moment) return attendanceWordings.notATime;
  if (moment.date < first) return attendanceWordings.tooLongAgo;
  return `${moment.date} ${moment.time}` > last ? attendanceWordings.inTheFuture : null;
}

/** Null for any other text, such as 29 February of most years. */
function parseScanTime(written: string): { date: string; time: string } | null {
  const [, year, month, day, ...ofDay] = yearFirst.exec(written) ?? [];
  const [, otherDay, otherMonth, otherYear, ...ofOther] = dayFirst.exec(written) ?? [];
  const [hour = '', minute = '', second = '00'] = year ? ofDay : ofOther;
  const date = [year ?? otherYear, month ?? otherMonth, day ?? otherDay]
    .map((part) => part?.padStart(2, '0'))
    .join('-');
  const time = [hour.padStart(2, '0'), minute, second].join(':');
  const parsed = new Date(`${date}T${time}Z`);
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 19) === `${date}T${time}`;
  return isReal ? { date, time } : null;
}
