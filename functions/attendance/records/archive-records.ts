import { type Author, auditRow, createAudit, writeAudited } from '../../platform/table/audit.ts';
import {
  type Action,
  directCheck,
  directCreate,
  directDelete,
  directTransaction,
  directUpdate,
} from '../../platform/table/direct-write.ts';
import { inPieces, isConditionFailure, readItems } from '../../platform/table/table.ts';
import { studentKey } from '../../students/records/store.ts';
import {
  ArchivedAttendance,
  archivedAttendanceKey,
  archivedOfHalf,
  deleteArchiveFile,
  type Place,
  readArchiveFile,
  writeArchiveFile,
} from './archived-attendance.ts';
import { ArchivedHalf, archivedHalfKey } from './archived-half.ts';
import { type AttendanceItem, AttendanceRecord, attendanceItem, attendanceKey } from './attendance-record.ts';

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

/** Who moves a half year, and the run that does. */
export interface Mover {
  caller: Author;
  run: string;
}

/** Closes a half year to writes, so that it can be archived. False where its records are coming back. */
export async function closeHalf(half: string, { caller }: Mover): Promise<boolean> {
  const row = { half, state: 'archiving' as const, by: caller.name, at: new Date().toISOString() };
  try {
    await ArchivedHalf.create(row).go();
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
  const { known } = await readItems({ known: archivedHalfKey(half) });
  return known?.state !== 'restoring';
}

/** Says that all of a half year is in the archive, and how much that is. */
export async function noteArchived(half: string, mover: Mover): Promise<void> {
  const students = (await archivedOfHalf(half)).filter(({ isWritten }) => isWritten);
  const records = students.reduce((sum, one) => sum + one.records, 0);
  const at = new Date().toISOString();
  await change(half, mover, {
    after: `${records} records archived`,
    action: directUpdate({
      key: archivedHalfKey(half).key,
      set: { state: 'archived', students: students.length, records, by: mover.caller.name, at },
      remove: [],
      expected: { state: 'archiving' },
    }),
  });
}

/** Opens an archived half year, so that its records can come back. False where it is not archived as a whole. */
export async function beginRestoring(half: string, { caller, at }: { caller: Author; at: string }): Promise<boolean> {
  try {
    await ArchivedHalf.patch({ half })
      .set({ state: 'restoring', by: caller.name, at })
      .where(({ state }, { ne }) => ne(state, 'archiving'))
      .go();
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Says that all of a half year is back: its days can be changed again. */
export const noteRestored = (half: string, mover: Mover): Promise<void> =>
  change(half, mover, {
    after: 'brought back',
    action: directDelete(archivedHalfKey(half).key, { state: 'restoring' }),
  });

/** Changes a half year's state, with its line in the trail; nothing where it is in another state by now. */
async function change(half: string, { caller, run }: Mover, { after, action }: { after: string; action: Action }) {
  const row = auditRow({
    subject: 'attendance-archive',
    changes: [{ field: half, before: null, after }],
    caller,
    request: { now: new Date(), idempotencyKey: `${run}-${half}` },
  });
  await writeAudited(directTransaction([action, createAudit(row)]));
}
