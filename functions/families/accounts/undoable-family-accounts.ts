import { familyWordings } from '#shared/families/wordings.ts';
import { authorOfJob, type JobItem, readRemarks } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import { UndoableActionEntity, undoableActions } from '../../platform/undo/undoable-actions.ts';
import { readStudentNames } from '../../students/records/store.ts';

/** Accounts that one run made for students. */
interface AccountsMade {
  kind: 'accounts made';
  details: { students: number };
}

/** By the key of the run. */
export const undoableFamilyAccounts = undoableActions<AccountsMade>('families');

/** Lists a run among what can be undone. Idempotent. */
export function recordUndoableFamilyAccounts(job: JobItem): Promise<unknown> {
  const request = { now: new Date(job.startedAt), idempotencyKey: job.key };
  const act = undoableFamilyAccounts.action({
    change: { kind: 'accounts made', details: { students: job.total } },
    what: familyWordings.accountsMade(job.total),
    caller: authorOfJob(job),
    request,
  });
  return inTrail(job, request.idempotencyKey, {
    action: UndoableActionEntity.create(act),
    change: { field: 'accounts of students', before: null, after: job.total },
  });
}

/** Marks a run as undone. Idempotent. */
export function markFamilyAccountsUndone(undoing: JobItem): Promise<unknown> {
  const request = { now: new Date(), idempotencyKey: undoing.run };
  return inTrail(undoing, request.idempotencyKey, {
    action: undoableFamilyAccounts.undone({ key: undoing.key }, request),
    change: { field: 'accounts of students', before: undoing.total, after: null },
  });
}

const inTrail = (
  job: JobItem,
  idempotencyKey: string,
  { action, change }: { action: Action; change: AuditFieldChange },
) => {
  return commit({
    by: authorOfJob(job),
    under: { now: new Date(), idempotencyKey },
    changes: [action],
    trail: { subject: 'family-account-runs', changes: [change] },
    logKind: 'students',
  });
};

/** The students whom a run left as they were, and why; none while it runs. */
export async function listStudentsLeftByRun(job: JobItem) {
  if (job.state === 'running') return [];
  const remarks = await readRemarks(job);
  const names = await readStudentNames(remarks.map(({ row }) => row));
  return remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }));
}
