import { fileKey } from '#shared/http/contract.ts';
import { documentsBucket, openFile } from '../../platform/files/file-storage.ts';
import { deleteDocument, keepDocument } from '../../platform/files/kept-documents.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { entity } from '../../platform/table/entity.ts';
import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { readMany } from '../../platform/table/table.ts';
import { AbsenceNoticeEntity } from './absence-notice.ts';
import { listArchivedHalfYears } from './archived-half-year.ts';
import { type AttendanceItem, type DayRange, halfYearsOf } from './attendance-record.ts';

/** A late arrival, for lists of a whole school, which would otherwise open a file for each student. */
type ArchivedLate = Pick<AttendanceItem, 'date' | 'classId' | 'timeIn'>;

/** A student's half year in the archive: whether the file is complete, and the late arrivals. */
export interface ArchivedAttendanceItem {
  studentId: string;
  half: string;
  /** False until the file was written and read back. */
  isWritten: boolean;
  records: number;
  late: readonly ArchivedLate[];
}

export const ArchivedAttendanceEntity = entity<ArchivedAttendanceItem>()({
  name: 'archived-attendance',
  pk: 'attendance-archive#${half}',
  sk: 'student#${studentId}',
});

export const archivedAttendanceKey = (studentId: string, half: string) =>
  ArchivedAttendanceEntity.key({ studentId, half });

/** The half year of a row, by its key. */
export const halfYearOfArchiveKey = ({ pk }: { pk: string }): string => pk.slice('attendance-archive#'.length);

/** The archived students of a half year. A query for each megabyte (some 5,000 students). */
export async function listArchivedStudentsOfHalfYear(half: string): Promise<ArchivedAttendanceItem[]> {
  return ArchivedAttendanceEntity.query({ half });
}

/** A student's half year. */
export interface StudentHalf {
  half: string;
  studentId: string;
}

/** One file for each student and half year, so that erasing a student changes no other student's file. */
export const archiveFileKey = ({ half, studentId }: StudentHalf): string =>
  fileKey('attendance-archive', `${half}/${studentId}.json`);

/** The complete records of a file, by day; undefined where there is no file. */
export async function readArchiveFile(place: StudentHalf): Promise<AttendanceItem[] | undefined> {
  const file = await openFile(documentsBucket(), archiveFileKey(place));
  if (!file?.Body) return undefined;
  return (JSON.parse(await file.Body.transformToString()) as { records: AttendanceItem[] }).records;
}

/** Writes a file and reads it back. @throws Error where they differ */
export async function writeArchiveFile(place: StudentHalf, records: readonly AttendanceItem[]): Promise<void> {
  const text = JSON.stringify({ ...place, records });
  await keepDocument(archiveFileKey(place), Buffer.from(text), 'application/json');
  const stored = await readArchiveFile(place);
  if (JSON.stringify({ ...place, records: stored }) !== text)
    throw new Error(`The archive file ${archiveFileKey(place)} is not what was written`);
}

export const deleteArchiveFile = (place: StudentHalf): Promise<void> => deleteDocument(archiveFileKey(place));

/** Files that are read in parallel. */
const filesAtOnce = 20;

/**
 * The complete records of students in a range of days that are in the archive. No request for a range of the last year;
 * otherwise one, and where there is an archive one for each hundred students' half years and one for each file.
 */
export async function readArchivedRecords(studentIds: readonly string[], range: DayRange): Promise<AttendanceItem[]> {
  const halves = await listArchivedHalfYears(range);
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

/** A student's late arrival, as the late list shows it. */
export type LateRecord = Pick<AttendanceItem, 'studentId' | 'date' | 'classId' | 'timeIn'>;

/** Late arrivals in the archive, of a range of days: a query for each archived half year, and no file. */
export async function readArchivedLateRecords(range: DayRange): Promise<LateRecord[]> {
  const rows = await Promise.all(
    (await listArchivedHalfYears(range)).map(({ half }) => listArchivedStudentsOfHalfYear(half)),
  );
  return rows
    .flat()
    .flatMap(({ studentId, late }) => late.map((day) => ({ ...day, studentId })))
    .filter(({ date }) => range.from <= date && date <= range.to);
}

/**
 * How much is stored of a student's attendance: days in the table, archive files with their days, and absence notices.
 * Three requests for ten years.
 */
export async function countAttendanceOfStudent(studentId: string, range: DayRange) {
  const halves = halfYearsOf(range);
  const [records, archived, notices] = await Promise.all([
    readPartitionsTogether({
      partitions: halves.map((half) => `attendance#${studentId}#${half}`),
      only: ['date', 'deletedAt'],
      consistent: true,
    }),
    readMany(halves.map((half) => archivedAttendanceKey(studentId, half))),
    AbsenceNoticeEntity.query({ studentId }),
  ]);
  return {
    days: records.filter(({ deletedAt }) => deletedAt === undefined).length,
    files: archived.length,
    daysInFiles: archived.reduce((sum, one) => sum + one.records, 0),
    notices: notices.length,
  };
}
