import { displayRange } from '#shared/school/display-date.ts';
import { authorOf, type JobItem } from '../../platform/jobs/store.ts';
import { type AuditedChange, auditRow, createAudit, writeAudited } from '../../platform/table/audit.ts';
import { type Action, directTransaction } from '../../platform/table/direct-write.ts';
import { UndoableAction, undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { DayRange } from '../records/attendance-record.ts';

/** An import; what each of its batches added is beside it (`AddedScans`). */
interface ScansImported {
  kind: 'scans imported';
  details: { studentDays: number };
}

/** Under the key of the run. */
export const importActs = undoableActions<ScansImported>('attendance-imports');

/** Keeps an import among what can be undone, once however often it is told. */
export function keepImport(job: JobItem, { from, to }: DayRange): Promise<unknown> {
  const request = { now: new Date(job.startedAt), idempotencyKey: job.key };
  const act = importActs.action({
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
export function noteUndone(undoing: JobItem): Promise<unknown> {
  const request = { now: new Date(), idempotencyKey: undoing.run };
  return inTrail(undoing, request.idempotencyKey, {
    action: { Update: importActs.undone({ key: undoing.key }, request).params() },
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
