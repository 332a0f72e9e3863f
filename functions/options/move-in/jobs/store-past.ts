import type { PastKind } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import type { JobItem, JobRemark } from '../../../platform/jobs/store.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { readMany } from '../../../platform/table/table.ts';
import { studentAuditSubject } from '../../../students/records/store.ts';
import { rowOfPart } from '../job-rows.ts';
import { type PastChange, pastRecordsOfSchool, type Replacing } from '../past-records.ts';
import { authorshipOf, keyOfRow, type MoveUndo, type RowOf } from './rows-of-run.ts';

type PastRow = RowOf<PastKind>;

/** Stores marks and attendance of earlier terms of a batch's students, in one transaction. */
export const storePast = (rows: readonly PastRow[], job: JobItem): Promise<JobRemark[]> =>
  changePast(rows, { job, changeOf: toChange });

/** Gives back what was there before the run, where it is as the run left it. */
export async function takeBackPast(rows: readonly PastRow[], { job, run }: MoveUndo): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  // Of a student whom the batch changed nothing of, what is there is not of this run.
  const trail = await readMany(
    rows.map(({ move }) => auditKey(studentAuditSubject(move.studentId), keyOfRow({ run }, first.n))),
  );
  const changed = new Set(trail.map(({ subject }) => subject));
  const meant = rows.filter(({ move }) => changed.has(studentAuditSubject(move.studentId)));
  return changePast(meant, { job, first: first.n, changeOf: (row) => reversed(toChange(row)) });
}

async function changePast(
  rows: readonly PastRow[],
  { job, first = rows[0]?.n ?? 0, changeOf }: { job: JobItem; first?: number; changeOf: (row: PastRow) => PastChange },
): Promise<JobRemark[]> {
  if (rows.length === 0) return [];
  const past = pastRecordsOfSchool();
  if (!past) return rows.map(({ n }) => ({ row: String(n), text: wordings.transcriptsOff }));
  const left = await past.change(rows.map(changeOf), authorshipOf(job, first));
  return rows.flatMap(({ n, move }): JobRemark[] => {
    const why = left.get(move.studentId) ?? [];
    return typeof why === 'string' ? [{ row: String(n), text: why }] : why.map((text) => ({ row: rowOfPart(n), text }));
  });
}

const toChange = ({ move }: PastRow): PastChange => ({
  studentId: move.studentId,
  marks: move.kind === 'marks' ? move.marks : [],
  attendance: move.kind === 'attendance' ? move.attendance : [],
});

const reversed = ({ studentId, marks, attendance }: PastChange): PastChange => ({
  studentId,
  marks: marks.map(swap),
  attendance: attendance.map(swap),
});
const swap = <T>({ was, is }: Replacing<T>): Replacing<T> => ({ was: is, is: was });
