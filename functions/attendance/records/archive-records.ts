import { checkOf, writeIf } from '../../platform/table/action.ts';
import { AuditRow, type Author, auditRow, writeAudited } from '../../platform/table/audit.ts';
import { inPieces, readItems } from '../../platform/table/table.ts';
import { studentKey } from '../../students/records/store.ts';
import {
  ArchivedAttendance,
  archivedAttendanceKey,
  archivedOfHalf,
  deleteArchiveFile,
  readArchiveFile,
  type StudentHalf,
  writeArchiveFile,
} from './archived-attendance.ts';
import { ArchivedHalf } from './archived-half.ts';
import { type AttendanceItem, AttendanceRecord, halfOf } from './attendance-record.ts';

/** So many records are deleted in one transaction. */
const atOnce = 50;

/**
 * Moves a student's half year into its file: the row by which the file is found, the file, which is read back, and only then are the records
 * deleted, each as it was read. Done again after any of these it goes on from there. Deleted records stay until they end by themselves.
 */
export async function archiveRecords(place: StudentHalf): Promise<void> {
  const { row } = await readItems({ row: archivedAttendanceKey(place.studentId, place.half) });
  const stored = await recordsInTable(place);
  if (stored.length === 0) return;
  // What an earlier try archived before it was cut off is in the file alone.
  const archived = row?.isWritten ? ((await readArchiveFile(place)) ?? []) : [];
  const records = [...new Map([...archived, ...stored].map((one) => [one.date, one])).values()].sort((a, b) =>
    a.date.localeCompare(b.date),
  );
  if (!row && !(await writeArchiveRow(place, { isWritten: false, records }))) return;
  await writeArchiveFile(place, records);
  if (!(await writeArchiveRow(place, { isWritten: true, records }))) return deleteArchiveFile(place);
  for (const piece of inPieces(stored, atOnce)) {
    const deleted = piece.map(({ studentId, date, version }) =>
      AttendanceRecord.delete({ studentId, date, half: halfOf(date) }, { version }),
    );
    const outcome = await writeAudited(deleted);
    if (outcome !== 'written') throw new Error('A record was changed while it was archived');
  }
}

async function recordsInTable({ studentId, half }: StudentHalf): Promise<AttendanceItem[]> {
  const data = await AttendanceRecord.query({ studentId, half });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}

/** The row of a student's half year, while the student is on record. False where the student was erased. */
async function writeArchiveRow(
  { studentId, half }: StudentHalf,
  { isWritten, records }: { isWritten: boolean; records: readonly AttendanceItem[] },
): Promise<boolean> {
  const late = records
    .filter((one) => one.late)
    .map(({ date, classId, timeIn }) => (timeIn === undefined ? { date, classId } : { date, classId, timeIn }));
  const outcome = await writeAudited([
    checkOf(studentKey(studentId), { erasedAt: null }),
    ArchivedAttendance.put({ studentId, half, isWritten, records: records.length, late }),
  ]);
  return outcome === 'written';
}

/** Who archives a half year, and the run that does. */
export interface ArchiveRun {
  caller: Author;
  run: string;
}

/** Closes a half year to writes, so that it can be archived; one whose records were being moved back is archived from where it stopped. */
export async function lockHalfYear(half: string, { caller }: ArchiveRun): Promise<void> {
  const row = { half, state: 'archiving' as const, by: caller.name, at: new Date().toISOString() };
  await writeIf(ArchivedHalf.put(row, [{ state: null }, { state: 'restoring' }]));
}

/** Notes that all of a half year is in the archive, and how much that is, with a line in the trail; nothing where that was noted before. */
export async function markArchived(half: string, { caller, run }: ArchiveRun): Promise<void> {
  const students = (await archivedOfHalf(half)).filter(({ isWritten }) => isWritten);
  const records = students.reduce((sum, one) => sum + one.records, 0);
  const now = new Date();
  const archived = ArchivedHalf.update(
    { half },
    {
      set: { state: 'archived', students: students.length, records, by: caller.name, at: now.toISOString() },
      where: { state: 'archiving' },
    },
  );
  const row = auditRow({
    subject: 'attendance-archive',
    changes: [{ field: half, before: null, after: `${records} records archived` }],
    caller,
    request: { now, idempotencyKey: `${run}-${half}` },
  });
  await writeAudited([archived, AuditRow.create(row)]);
}
