import type { RegistrationPart } from '#shared/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/families/wordings.ts';
import { authorOfJob, type JobItem } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import { UndoableActionEntity, undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { ProposalItem } from '../records/registration-proposals.ts';

/** One acceptance, with everything that its undo needs; or a run of many, whose own are listed under it. */
export type Acceptance =
  | { kind: 'registration accepted'; details: AcceptedRegistration }
  | { kind: 'registrations accepted'; details: { students: number } };

export interface AcceptedRegistration {
  studentId: string;
  year: number;
  /** The version of the proposal that the acceptance made. */
  version: number;
  /** What the register had and has; of a file, names. `sent` is the file's name in the registration. */
  parts: { part: RegistrationPart; before: string | null; after: string | null; sent?: string | undefined }[];
  /** The earlier decision, which the undo brings back. */
  earlier: Pick<ProposalItem, 'accepted' | 'decidedAt' | 'decidedBy'>;
}

/** Of one registration under the request's key; those of a run, under `actOfRow`, are listed nowhere. */
export const undoableAcceptances = undoableActions<Acceptance>('registrations');

/** The key of a student's acceptance in a run. */
export const actOfRow = ({ run }: Pick<JobItem, 'run'>, studentId: string): string => `${run}-${studentId}`;

/** Lists a run among what can be undone. Idempotent. */
export function recordUndoableAcceptances(job: JobItem): Promise<unknown> {
  const request = { now: new Date(job.startedAt), idempotencyKey: job.key };
  const act = undoableAcceptances.action({
    change: { kind: 'registrations accepted', details: { students: job.total } },
    what: familyRegistrationWordings.acceptedMany(job.total),
    caller: authorOfJob(job),
    request,
  });
  return inTrail(job, request.idempotencyKey, {
    action: UndoableActionEntity.create(act),
    change: { field: 'registrations accepted', before: null, after: job.total },
  });
}

/** Marks a run as undone. Idempotent. */
export function markAcceptancesUndone(undoing: JobItem): Promise<unknown> {
  const request = { now: new Date(), idempotencyKey: undoing.run };
  return inTrail(undoing, request.idempotencyKey, {
    action: undoableAcceptances.undone({ key: undoing.key }, request),
    change: { field: 'registrations accepted', before: undoing.total, after: null },
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
    trail: { subject: 'registrations-accepted', changes: [change] },
    logKind: 'students',
  });
};
