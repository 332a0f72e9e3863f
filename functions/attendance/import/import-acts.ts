import { createHash } from 'node:crypto';
import { dayFields } from '#shared/attendance/day-state.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { type JobItem, type JobRemark, readRemarks } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { expiryOfDeleted } from '../../platform/table/table.ts';
import { keepActOfJob, markActOfJobUndone } from '../../platform/undo/job-acts.ts';
import { type UndoOutcome, undoableActions } from '../../platform/undo/undoable-actions.ts';
import { readStudentNames } from '../../students/records/store.ts';
import type { AttendanceItem, DayRange } from '../records/attendance-record.ts';
import type { RecordChange } from '../records/write-records.ts';

/** What a batch of an import added to a student's day. */
export interface AddedToDay {
  studentId: string;
  /** Names of the scans that were not there before. */
  scans: readonly string[];
  /** True where there was no record of the day. */
  isNew: boolean;
  /** `fingerprintOfDay` the record afterwards. */
  left: string;
}

/**
 * What a batch of an import added, for its undo. Written in the batch's own transaction, so it also proves that the
 * batch was done.
 */
interface AddedScansItem {
  run: string;
  batch: number;
  /** The day of the batch, yyyy-MM-dd. */
  date: string;
  days: readonly AddedToDay[];
  /** Epoch seconds: an act can be undone for 30 days. */
  expires: number;
}

const AddedScansEntity = entity<AddedScansItem>()({
  name: 'added-scans',
  pk: 'scans-import#${run}',
  sk: 'batch#${batch}',
});

export const addedScansKey = (run: string, batch: number) => AddedScansEntity.key({ run, batch });

/** Stores what a batch added. */
export const recordAddedScansAction = (
  { made, ...of }: Pick<AddedScansItem, 'run' | 'batch' | 'date'> & { made: readonly RecordChange[] },
  now: Date,
): Action => AddedScansEntity.create({ ...of, days: made.map(addedToDay), expires: expiryOfDeleted(now) });

function addedToDay({ before, after }: RecordChange): AddedToDay {
  const isNew = before === undefined || before.deletedAt !== undefined;
  const known = isNew ? {} : (before.scans ?? {});
  const scans = Object.keys(after.scans ?? {}).filter((key) => !(key in known));
  return { studentId: after.studentId, scans, isNew, left: fingerprintOfDay(after) };
}

const stamped = [...dayFields, 'reason', 'excused'] as const;

/**
 * A digest, 22 characters long, of a day's scans, decisions and deletion. A recalculation under other rules does not
 * change it.
 */
export function fingerprintOfDay(record: AttendanceItem): string {
  const stamps = stamped.flatMap((field) => [record[`${field}By`] ?? null, record[`${field}At`] ?? null]);
  const said = [Object.keys(record.scans ?? {}).sort(), stamps, record.deletedAt ?? null];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);
}

/** An import. `AddedScansEntity` has what each of its batches added. */
export interface ScansImported {
  kind: 'scans imported';
  details: { studentDays: number };
}

/** By the key of the run. */
export const undoableImports = undoableActions<ScansImported>('attendance-imports');

/** The line of an import in the trail. */
const trailOfImport = (before: object | null, after: object | null) => ({
  trail: { subject: 'attendance-imports', changes: [{ field: 'import', before, after }] },
});

/** Lists an import among what can be undone. Idempotent. */
export const keepImport = (job: JobItem, { from, to }: DayRange) =>
  keepActOfJob(job, {
    acts: undoableImports,
    change: { kind: 'scans imported', details: { studentDays: job.total } },
    what: `Scans of ${job.total.toLocaleString('en')} ${job.total === 1 ? 'student’s day' : 'students’ days'} imported, ${displayRange({ from, to })}`,
    ...trailOfImport(null, { studentDays: job.total, from, to }),
  });

/** Marks an import as undone, as far as it was. Idempotent. */
export const markImportUndone = async (undoing: JobItem): Promise<void> =>
  markActOfJobUndone(undoing, {
    acts: undoableImports,
    outcome: await outcomeOfImportUndo(undoing),
    ...trailOfImport({ import: undoing.key }, null),
  });

/** What the undo of an import has come to, in students' days: what the import did not add to has nothing to undo. */
export async function outcomeOfImportUndo(undoing: JobItem): Promise<UndoOutcome> {
  const { run } = undoing.input as { run: string };
  const [batches, remarks] = await Promise.all([AddedScansEntity.query({ run }), readRemarks(undoing)]);
  const added = batches.reduce((sum, { days }) => sum + days.length, 0);
  return { undone: added - remarks.length, stays: remarks.length, left: await tellDaysLeft(remarks) };
}

async function tellDaysLeft(remarks: readonly JobRemark[]): Promise<string[]> {
  const days = remarks.map(({ row, text }) => ({ date: row.slice(0, 10), studentId: row.slice(11), text }));
  const names = await readStudentNames(days.map(({ studentId }) => studentId));
  return days.map(({ date, studentId, text }) => {
    const student = nameWithId({ name: names.get(studentId) ?? studentId, student_id: studentId });
    return `${student}, ${displayDate(date)}: ${text}`;
  });
}

/** Key of a remark on a day that an undo left as it is. */
export const skippedDayKey = ({ date, studentId }: { date: string; studentId: string }): string =>
  `${date} ${studentId}`;
