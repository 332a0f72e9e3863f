import { authorOfJob, type JobItem } from '../jobs/store.ts';
import { executeActionIf } from '../table/action.ts';
import type { ActOutcome } from '../table/acts/carry-out-act.ts';
import type { AuditedAct } from '../table/acts/commit.ts';
import { commit, type TrailEntry } from '../table/acts/commit.ts';
import { isNothingUndone, type UndoableActions, type UndoableChange, type UndoOutcome } from './undoable-actions.ts';

interface InTrail extends Pick<AuditedAct, 'logKind'> {
  trail: TrailEntry;
}

/**
 * Lists what a durable job does among what can be undone, under the job's key, with a line in the trail. Idempotent.
 */
export const keepActOfJob = <C extends UndoableChange>(
  job: JobItem,
  { acts, change, what, ...inTrail }: InTrail & { acts: UndoableActions<C>; change: C; what: string },
): Promise<ActOutcome> => {
  const caller = authorOfJob(job);
  const request = { now: new Date(job.startedAt), idempotencyKey: job.key };
  return commit({
    by: { caller, request: { ...request, now: new Date() } },
    changes: [acts.create({ change, what, by: { caller, request } })],
    ...inTrail,
  });
};

interface Undone extends InTrail {
  acts: Pick<UndoableActions<UndoableChange>, 'undone' | 'undoneByJob'>;
  /** What it came to, where the job counts. */
  outcome?: UndoOutcome;
}

/**
 * Marks it as undone, by the job of the same key that undid it, with a line in the trail. Where that left everything,
 * nothing is undone: the act says why, and can be undone later. Idempotent.
 */
export async function markActOfJobUndone(undoing: JobItem, { acts, outcome, ...inTrail }: Undone): Promise<void> {
  const request = { now: new Date(), idempotencyKey: undoing.run };
  const act = { key: undoing.key };
  if (outcome && isNothingUndone(outcome)) await executeActionIf(acts.undoneByJob(act, request, outcome));
  else
    await commit({
      by: { caller: authorOfJob(undoing), request },
      changes: [outcome ? acts.undoneByJob(act, request, outcome) : acts.undone(act, request)],
      ...inTrail,
    });
}
