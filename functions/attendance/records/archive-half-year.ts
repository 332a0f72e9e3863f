import { executeActionIf, storedValuesCheck } from '../../platform/table/action.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { executeTogetherIf } from '../../platform/table/acts/transaction.ts';
import type { Author } from '../../platform/table/audit.ts';
import { readItems, splitIntoPieces } from '../../platform/table/table.ts';
import { studentKey } from '../../students/records/store.ts';
import {
  ArchivedAttendanceEntity,
  archivedAttendanceKey,
  deleteArchiveFile,
  listArchivedStudentsOfHalfYear,
  readArchiveFile,
  type StudentHalf,
  writeArchiveFile,
} from './archived-attendance.ts';
import { HalfYearArchivingEntity } from './archived-half-year.ts';
import { type AttendanceItem, AttendanceRecordEntity, halfYearOf } from './attendance-record.ts';

/** So many records are deleted in one transaction. */
const atOnce = 50;

/**
 * Moves a student's half year into its file: writes the row by which the file is found, then the file, reads it back,
 * and only then deletes the records, on the condition of the version that was read. It can be repeated after any step.
 * Deleted records stay until they expire.
 */
export async function archiveStudentHalfYear(place: StudentHalf): Promise<void> {
  const { row } = await readItems({ row: archivedAttendanceKey(place.studentId, place.half) });
  const stored = await recordsInTable(place);
  if (stored.length === 0) return;
  // Records that an interrupted attempt archived are only in the file.
  const archived = row?.isWritten ? ((await readArchiveFile(place)) ?? []) : [];
  const records = [...new Map([...archived, ...stored].map((one) => [one.date, one])).values()].sort((a, b) =>
    a.date.localeCompare(b.date),
  );
  if (!row && !(await writeArchiveRow(place, { isWritten: false, records }))) return;
  await writeArchiveFile(place, records);
  if (!(await writeArchiveRow(place, { isWritten: true, records }))) return deleteArchiveFile(place);
  for (const piece of splitIntoPieces(stored, atOnce)) {
    const deleted = piece.map(({ studentId, date, version }) =>
      AttendanceRecordEntity.delete({ studentId, date, half: halfYearOf(date) }, { version }),
    );
    if (!(await executeTogetherIf(deleted))) throw new Error('A record was changed while it was archived');
  }
}

async function recordsInTable({ studentId, half }: StudentHalf): Promise<AttendanceItem[]> {
  const data = await AttendanceRecordEntity.query({ studentId, half });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}

/** Writes the row of a student's half year. False where the student was erased. */
async function writeArchiveRow(
  { studentId, half }: StudentHalf,
  { isWritten, records }: { isWritten: boolean; records: readonly AttendanceItem[] },
): Promise<boolean> {
  const late = records
    .filter((one) => one.late)
    .map(({ date, classId, timeIn }) => (timeIn === undefined ? { date, classId } : { date, classId, timeIn }));
  return executeTogetherIf([
    storedValuesCheck(studentKey(studentId), { erasedAt: null }),
    ArchivedAttendanceEntity.put({ studentId, half, isWritten, records: records.length, late }),
  ]);
}

/** The run that archives a half year, and who started it. */
export interface ArchiveRun {
  caller: Author;
  run: string;
}

/** Locks a half year against writes, so that it can be archived. */
export async function lockHalfYear(half: string, { caller }: ArchiveRun): Promise<void> {
  const row = { half, state: 'archiving' as const, by: caller.name, at: new Date().toISOString() };
  await executeActionIf(HalfYearArchivingEntity.create(row));
}

/** Marks a half year as archived, with a line in the trail. Idempotent. */
export async function markArchived(half: string, { caller, run }: ArchiveRun): Promise<void> {
  const records = (await listArchivedStudentsOfHalfYear(half)).reduce(
    (sum, one) => sum + (one.isWritten ? one.records : 0),
    0,
  );
  const now = new Date();
  const archived = HalfYearArchivingEntity.update(
    { half },
    {
      set: { state: 'archived', by: caller.name, at: now.toISOString() },
      where: { state: 'archiving' },
    },
  );
  await commit({
    by: { caller, request: { now, idempotencyKey: `${run}-${half}` } },
    changes: [archived],
    trail: {
      subject: 'attendance-archive',
      changes: [{ field: half, before: null, after: `${records} records archived` }],
    },
  });
}
