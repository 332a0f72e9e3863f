import { createHash } from 'node:crypto';
import { CustomAttributeType, type EntityItem } from 'electrodb';
import { dayFields } from '#shared/attendance/decide-day.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { authorOf, type JobItem } from '../../platform/jobs/store.ts';
import { type AuditedChange, auditRow, createAudit, writeAudited } from '../../platform/table/audit.ts';
import { type Action, directTransaction } from '../../platform/table/direct-write.ts';
import { entity, expiryOfDeleted, itemKey } from '../../platform/table/table.ts';
import { UndoableAction, undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { AttendanceItem, DayRange } from '../records/attendance-record.ts';
import type { RecordChange } from '../records/write-records.ts';

/** What a batch of an import added to a student's day. */
export interface AddedToDay {
  studentId: string;
  /** Names of the scans that were not there before. */
  scans: readonly string[];
  /** True where there was no record of the day. */
  isNew: boolean;
  /** `fingerprintOf` the record afterwards. */
  left: string;
}

/** What a batch of an import added, for its undo. Written in the batch's own transaction, so it also proves that the batch was done. */
export const AddedScans = entity({
  model: { entity: 'added-scans', version: '1', service: 'formroom' },
  attributes: {
    run: { type: 'string', required: true },
    batch: { type: 'number', required: true },
    /** The day of the batch, yyyy-MM-dd. */
    date: { type: 'string', required: true },
    days: { type: CustomAttributeType<readonly AddedToDay[]>('any'), required: true },
    /** Epoch seconds: an act can be undone for 30 days. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['run'], template: 'scans-import#${run}', casing: 'none' },
      sk: { field: 'sk', composite: ['batch'], template: 'batch#${batch}', casing: 'none' },
    },
  },
});

export const addedKey = (run: string, batch: number) => itemKey(AddedScans, { run, batch });

/** What a batch added, as the table holds it. */
export const addedItem = (
  { made, ...of }: Pick<EntityItem<typeof AddedScans>, 'run' | 'batch' | 'date'> & { made: readonly RecordChange[] },
  now: Date,
) => ({
  ...of,
  days: made.map(addedToDay),
  expires: expiryOfDeleted(now),
  ...addedKey(of.run, of.batch).key,
  __edb_e__: 'added-scans',
  __edb_v__: '1',
});

function addedToDay({ before, after }: RecordChange): AddedToDay {
  const isNew = before === undefined || before.deletedAt !== undefined;
  const known = isNew ? {} : (before.scans ?? {});
  const scans = Object.keys(after.scans ?? {}).filter((key) => !(key in known));
  return { studentId: after.studentId, scans, isNew, left: fingerprintOf(after) };
}

const stamped = [...dayFields, 'reason', 'excused'] as const;

/**
 * A digest, 22 characters long, of the scans and decisions of a day. Another scan, decision or deletion changes it; a recalculation under
 * other rules does not.
 */
export function fingerprintOf(record: AttendanceItem): string {
  const stamps = stamped.flatMap((field) => [record[`${field}By`] ?? null, record[`${field}At`] ?? null]);
  const said = [Object.keys(record.scans ?? {}).sort(), stamps, record.deletedAt ?? null];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);
}

/** An import; what each of its batches added is beside it (`AddedScans`). */
interface ScansImported {
  kind: 'scans imported';
  details: { studentDays: number };
}

/** Under the key of the run. */
export const undoableImports = undoableActions<ScansImported>('attendance-imports');

/** Adds an import to what can be undone. Idempotent. */
export function recordImport(job: JobItem, { from, to }: DayRange): Promise<unknown> {
  const request = { now: new Date(job.startedAt), idempotencyKey: job.key };
  const act = undoableImports.action({
    change: { kind: 'scans imported', details: { studentDays: job.total } },
    what: `Scans of ${job.total.toLocaleString('en')} ${job.total === 1 ? 'student’s day' : 'students’ days'} imported, ${displayRange({ from, to })}`,
    caller: authorOf(job),
    request,
  });
  return inTrail(job, request.idempotencyKey, {
    action: { Put: UndoableAction.create(act).params() },
    change: { field: 'import', before: null, after: { studentDays: job.total, from, to } },
  });
}

/** Marks an import as undone; nothing where it is already. */
export function markImportUndone(undoing: JobItem): Promise<unknown> {
  const request = { now: new Date(), idempotencyKey: undoing.run };
  return inTrail(undoing, request.idempotencyKey, {
    action: { Update: undoableImports.undone({ key: undoing.key }, request).params() },
    change: { field: 'import', before: { import: undoing.key }, after: null },
  });
}

const inTrail = (
  job: JobItem,
  idempotencyKey: string,
  { action, change }: { action: Action; change: AuditedChange },
) => {
  const row = auditRow({
    subject: 'attendance-imports',
    changes: [change],
    caller: authorOf(job),
    request: { now: new Date(), idempotencyKey },
  });
  return writeAudited(directTransaction([action, createAudit(row)]));
};
