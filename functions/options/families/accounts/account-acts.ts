import { familyWordings } from '#shared/options/families/wordings.ts';
import { type JobItem, readRemarks } from '../../../platform/jobs/store.ts';
import { keepActOfJob, markActOfJobUndone } from '../../../platform/undo/job-acts.ts';
import { undoableActions } from '../../../platform/undo/undoable-actions.ts';
import { readStudentNames } from '../../../students/records/store.ts';

/** Accounts that one run made for students. */
interface AccountsMade {
  kind: 'accounts made';
  details: { students: number };
}

/** By the key of the run. */
export const undoableFamilyAccounts = undoableActions<AccountsMade>('families');

/** The line of a run in the trail and in the office log. */
const inTrail = (before: number | null, after: number | null) => ({
  trail: { subject: 'family-account-runs', changes: [{ field: 'accounts of students', before, after }] },
  logKind: 'students' as const,
});

/** Lists a run among what can be undone. Idempotent. */
export const keepFamilyAccounts = (job: JobItem) =>
  keepActOfJob(job, {
    acts: undoableFamilyAccounts,
    change: { kind: 'accounts made', details: { students: job.total } },
    what: familyWordings.accountsMade(job.total),
    ...inTrail(null, job.total),
  });

/** Marks a run as undone. Idempotent. */
export const markFamilyAccountsUndone = (undoing: JobItem) =>
  markActOfJobUndone(undoing, { acts: undoableFamilyAccounts, ...inTrail(undoing.total, null) });

/** The students whom a run left as they were, and why; none while it runs. */
export async function listStudentsLeftByRun(job: JobItem) {
  if (job.state === 'running') return [];
  const remarks = await readRemarks(job);
  const names = await readStudentNames(remarks.map(({ row }) => row));
  return remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }));
}
