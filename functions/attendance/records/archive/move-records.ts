import { writeAudited } from '../../../platform/table/audit.ts';
import { directCheck, directCreate, directDelete, directTransaction } from '../../../platform/table/direct-write.ts';
import { inPieces, readItems } from '../../../platform/table/table.ts';
import { studentKey } from '../../../students/records/store.ts';
import { type AttendanceItem, AttendanceRecord, attendanceItem, attendanceKey } from '../attendance-record.ts';
import { deleteArchiveFile, type Place, readArchiveFile, writeArchiveFile } from './archive-file.ts';
import { ArchivedAttendance, archivedAttendanceKey } from './archived-attendance.ts';

/** So many records are deleted, or written, in one transaction. */
const atOnce = 50;

/**
 * Moves a student's half year into its file: the row by which the file is found, the file, which is read back, and only then are the records
 * deleted, each as it was read. Done again after any of these it goes on from there. Deleted records stay until they end by themselves.
 */
export async function archiveRecords(place: Place): Promise<void> {
  const { row } = await readItems({ row: archivedAttendanceKey(place.studentId, place.half) });
  const stored = await recordsInTable(place);
  if (stored.length === 0) return;
  // What an earlier try archived before it was cut off is in the file alone.
  const archived = row?.isWritten ? ((await readArchiveFile(place)) ?? []) : [];
  const records = [...new Map([...archived, ...stored].map((one) => [one.date, one])).values()].sort((a, b) =>
    a.date.localeCompare(b.date),
  );
  if (!row && !(await noteStudent(place, { isWritten: false, records }))) return;
  await writeArchiveFile(place, records);
  if (!(await noteStudent(place, { isWritten: true, records }))) return deleteArchiveFile(place);
  for (const piece of inPieces(stored, atOnce)) {
    const deleted = piece.map(({ studentId, date, version }) =>
      directDelete(attendanceKey(studentId, date).key, { version }),
    );
    const outcome = await writeAudited(directTransaction(deleted));
    if (outcome !== 'written') throw new Error('A record was changed while it was archived');
  }
}

/** Brings a student's half year back into the table, and then forgets the file. Done again it goes on. */
export async function restoreRecords(place: Place): Promise<void> {
  const { row } = await readItems({ row: archivedAttendanceKey(place.studentId, place.half) });
  if (row?.isWritten) {
    const archived = await readArchiveFile(place);
    if (!archived) throw new Error(`The archive has no file of ${place.studentId}, ${place.half}`);
    const known = new Set((await recordsInTable(place)).map(({ date }) => date));
    const missing = archived.filter(({ date }) => !known.has(date));
    for (const piece of inPieces(missing, atOnce)) {
      const outcome = await writeAudited(directTransaction(piece.map((one) => directCreate(attendanceItem(one)))));
      if (outcome !== 'written') throw new Error('A record was written while its half year came back');
    }
  }
  // The row last, and no longer saying that there is a file: by it an erasure finds the file, too.
  if (row?.isWritten) await ArchivedAttendance.patch(place).set({ isWritten: false }).go();
  await deleteArchiveFile(place);
  if (row) await ArchivedAttendance.delete(place).go();
}

async function recordsInTable({ studentId, half }: Place): Promise<AttendanceItem[]> {
  const { data } = await AttendanceRecord.query.record({ studentId, half }).go({ pages: 'all', consistent: true });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}

/** The row of a student's half year, while the student is on record. False where the student was erased. */
async function noteStudent(
  { studentId, half }: Place,
  { isWritten, records }: { isWritten: boolean; records: readonly AttendanceItem[] },
): Promise<boolean> {
  const late = records
    .filter((one) => one.late)
    .map(({ date, classId, timeIn }) => (timeIn === undefined ? { date, classId } : { date, classId, timeIn }));
  const row = ArchivedAttendance.put({ studentId, half, isWritten, records: records.length, late }).params();
  const outcome = await writeAudited(
    directTransaction([directCheck(studentKey(studentId).key, { erasedAt: null }), { Put: row as never }]),
  );
  return outcome === 'written';
}
