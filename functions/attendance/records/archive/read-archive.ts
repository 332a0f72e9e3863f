import { inParallel } from '../../../platform/in-parallel.ts';
import { readMany } from '../../../platform/table/table.ts';
import type { AttendanceItem, DayRange } from '../attendance-record.ts';
import { readArchiveFile } from './archive-file.ts';
import { archivedAttendanceKey, archivedOfHalf } from './archived-attendance.ts';
import { archivedHalves } from './archived-half.ts';

/** Files that are opened at the same time. */
const filesAtOnce = 20;

export interface ArchivedRecords {
  records: AttendanceItem[];
  /** True where some are on their way back: who has read the table before this reads it again. */
  isComingBack: boolean;
}

/**
 * The records of students in a range of days that are in the archive, whole. Nothing is asked of a range of the last year; otherwise one request,
 * and where there is an archive one for each hundred half years of students and each one's file.
 */
export async function archivedRecords(studentIds: readonly string[], range: DayRange): Promise<ArchivedRecords> {
  const halves = await archivedHalves(range);
  const rows = await readMany(
    halves.flatMap(({ half }) => studentIds.map((studentId) => archivedAttendanceKey(studentId, half))),
  );
  const restoring = new Set(halves.filter(({ state }) => state === 'restoring').map(({ half }) => half));
  const files = await inParallel(
    rows.filter(({ isWritten }) => isWritten),
    {
      atOnce: filesAtOnce,
      does: async ({ half, studentId }) => {
        const records = await readArchiveFile({ half, studentId });
        if (!records && !restoring.has(half)) throw new Error(`The archive has no file of ${studentId}, ${half}`);
        return records ?? [];
      },
    },
  );
  return {
    records: files.flat().filter(({ date }) => range.from <= date && date <= range.to),
    isComingBack: restoring.size > 0,
  };
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
