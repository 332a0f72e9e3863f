import { authorOfJob, type JobItem } from '../jobs/store.ts';
import type { ActOutcome } from '../table/acts/carry-out-act.ts';
import type { AuditedAct } from '../table/acts/commit.ts';
import { commit, type TrailEntry } from '../table/acts/commit.ts';
import type { UndoableActions, UndoableChange } from './undoable-actions.ts';

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

/** Marks it as undone, by the job of the same key that undid it, with a line in the trail. Idempotent. */
export const markActOfJobUndone = (
  undoing: JobItem,
  { acts, ...inTrail }: InTrail & { acts: Pick<UndoableActions<UndoableChange>, 'undone'> },
): Promise<ActOutcome> => {
  const request = { now: new Date(), idempotencyKey: undoing.run };
  return commit({
    by: { caller: authorOfJob(undoing), request },
    changes: [acts.undone({ key: undoing.key }, request)],
    ...inTrail,
  });
};
