import { familyWordings } from '#shared/options/families/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { type JobItem, readJob, readRemarks } from '../../../platform/jobs/store.ts';
import { keepActOfJob, markActOfJobUndone } from '../../../platform/undo/job-acts.ts';
import { type UndoOutcome, undoableActions } from '../../../platform/undo/undoable-actions.ts';
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

/** Marks a run as undone, as far as it was. Idempotent. */
export const markFamilyAccountsUndone = async (undoing: JobItem): Promise<void> =>
  markActOfJobUndone(undoing, {
    acts: undoableFamilyAccounts,
    outcome: await outcomeOfUndo(undoing, 'make-family-accounts'),
    ...inTrail(undoing.total, null),
  });

/** The students whom a run left as they were, and why; none while it runs. */
export const listStudentsLeftByRun = async (job: JobItem) => (job.state === 'running' ? [] : listStudentsLeft(job));

/** What the undo of a run, a job of that name, has come to, in students: whom the run left has nothing to undo. */
export async function outcomeOfUndo(undoing: JobItem, name: string): Promise<UndoOutcome> {
  const made = await readJob(name, undoing.key);
  const [left, never] = await Promise.all([listStudentsLeft(undoing), made ? readRemarks(made) : []]);
  const settled = new Set([...left.map(({ student_id: id }) => id), ...never.map(({ row }) => row)]);
  return {
    undone: undoing.total - settled.size,
    stays: left.length,
    left: left.map((one) => `${nameWithId(one)}: ${one.reason}`),
  };
}

async function listStudentsLeft(job: JobItem) {
  const remarks = await readRemarks(job);
  const names = await readStudentNames(remarks.map(({ row }) => row));
  return remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text }));
}
