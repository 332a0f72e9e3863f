import { keyIn } from '#shared/http/contract.ts';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { deleteDocument, keepDocument } from '../../platform/files/kept-documents.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { entity } from '../../platform/table/entity.ts';
import { gatherPartitions } from '../../platform/table/gather-partitions.ts';
import { readMany } from '../../platform/table/table.ts';
import { AbsenceNotice } from './absence-notice.ts';
import { archivedHalves } from './archived-half.ts';
import { type AttendanceItem, type DayRange, halvesOf } from './attendance-record.ts';

/** A day on which a student was late, for lists of a whole school, which would have to open a file for each student. */
export type ArchivedLate = Pick<AttendanceItem, 'date' | 'classId' | 'timeIn'>;

/** What the table knows of a student's half year in the archive: that there is a file, and who was late. */
export interface ArchivedAttendanceItem {
  studentId: string;
  half: string;
  /** False until the file was written and read back. */
  isWritten: boolean;
  records: number;
  late: readonly ArchivedLate[];
}

export const ArchivedAttendance = entity<ArchivedAttendanceItem>()({
  name: 'archived-attendance',
  pk: 'attendance-archive#${half}',
  sk: 'student#${studentId}',
});

export const archivedAttendanceKey = (studentId: string, half: string) => ArchivedAttendance.key({ studentId, half });

/** The half year of a row, by its key. */
export const halfOfArchive = ({ pk }: { pk: string }): string => pk.slice('attendance-archive#'.length);

/** Everybody's half year, those whose file is there. A query for each megabyte (some 5,000 students). */
export async function archivedOfHalf(half: string): Promise<ArchivedAttendanceItem[]> {
  return ArchivedAttendance.query({ half });
}

/** A student's half year. */
export interface StudentHalf {
  half: string;
  studentId: string;
}

/** A file for each student and half year: an erased student's go, and nobody else's file is touched. */
const keyOf = ({ half, studentId }: StudentHalf): string => keyIn('attendance-archive', `${half}/${studentId}.json`);

/** The records of a file, whole, by day; undefined where there is no file. */
export async function readArchiveFile(place: StudentHalf): Promise<AttendanceItem[] | undefined> {
  const file = await openFile(documentsBucket(), keyOf(place));
  if (!file?.Body) return undefined;
  return (JSON.parse(await file.Body.transformToString()) as { records: AttendanceItem[] }).records;
}

/** Writes a file and reads it back. @throws Error where what is read is not what was written */
export async function writeArchiveFile(place: StudentHalf, records: readonly AttendanceItem[]): Promise<void> {
  const text = JSON.stringify({ ...place, records });
  await keepDocument(keyOf(place), Buffer.from(text), 'application/json');
  const stored = await readArchiveFile(place);
  if (JSON.stringify({ ...place, records: stored }) !== text)
    throw new Error(`The archive file ${keyOf(place)} is not what was written`);
}

export const deleteArchiveFile = (place: StudentHalf): Promise<void> => deleteDocument(keyOf(place));

/** Files that are opened at the same time. */
const filesAtOnce = 20;

/**
 * The records of students in a range of days that are in the archive, whole. Nothing is asked of a range of the last year; otherwise one request,
 * and where there is an archive one for each hundred half years of students and each one's file.
 */
export async function archivedRecords(studentIds: readonly string[], range: DayRange): Promise<AttendanceItem[]> {
  const halves = await archivedHalves(range);
  const rows = await readMany(
    halves.flatMap(({ half }) => studentIds.map((studentId) => archivedAttendanceKey(studentId, half))),
  );
  const files = await inParallel(
    rows.filter(({ isWritten }) => isWritten),
    {
      atOnce: filesAtOnce,
      does: async ({ half, studentId }) => {
        const records = await readArchiveFile({ half, studentId });
        if (!records) throw new Error(`The archive has no file of ${studentId}, ${half}`);
        return records;
      },
    },
  );
  return files.flat().filter(({ date }) => range.from <= date && date <= range.to);
}

/** A day on which a student was late, as a list shows it. */
export type LateRecord = Pick<AttendanceItem, 'studentId' | 'date' | 'classId' | 'timeIn'>;

/** Who was late in a range of days, of those in the archive: a query for each half year that is there, and no file. */
export async function archivedLateRecords(range: DayRange): Promise<LateRecord[]> {
  const rows = await Promise.all((await archivedHalves(range)).map(({ half }) => archivedOfHalf(half)));
  return rows
    .flat()
    .flatMap(({ studentId, late }) => late.map((day) => ({ ...day, studentId })))
    .filter(({ date }) => range.from <= date && date <= range.to);
}

/**
 * How much is kept of a student's attendance: days in the table, files of the archive with so many days, and absences told beforehand. Three
 * requests for ten years.
 */
export async function countStoredAttendance(studentId: string, range: DayRange) {
  const halves = halvesOf(range);
  const [records, archived, told] = await Promise.all([
    gatherPartitions({
      partitions: halves.map((half) => `attendance#${studentId}#${half}`),
      only: ['date', 'deletedAt'],
      consistent: true,
    }),
    readMany(halves.map((half) => archivedAttendanceKey(studentId, half))),
    AbsenceNotice.query({ studentId }),
  ]);
  return {
    days: records.filter(({ deletedAt }) => deletedAt === undefined).length,
    files: archived.length,
    daysInFiles: archived.reduce((sum, one) => sum + one.records, 0),
    told: told.length,
  };
}
