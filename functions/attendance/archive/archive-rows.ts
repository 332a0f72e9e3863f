import { inPieces } from '../../platform/table/table.ts';
import type { Place } from '../records/archive/archive-file.ts';

/** So many students' half years make a batch: some 2,500 records. */
const studentsAtOnce = 25;

/** The batches of a half year's students. A row is the half year and the student, `2021H2 S41`. */
export const archiveBatches = (half: string, studentIds: readonly string[]): string[][] =>
  inPieces(
    studentIds.map((studentId) => `${half} ${studentId}`),
    studentsAtOnce,
  );

export const placeOf = (row: string): Place => ({ half: row.slice(0, 6), studentId: row.slice(7) });
