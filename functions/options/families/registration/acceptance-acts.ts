import type { RegistrationPart } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import type { JobItem } from '../../../platform/jobs/store.ts';
import { keepActOfJob, markActOfJobUndone } from '../../../platform/undo/job-acts.ts';
import { undoableActions } from '../../../platform/undo/undoable-actions.ts';
import { outcomeOfUndo } from '../accounts/account-acts.ts';
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

/** The line of a run in the trail and in the office log. */
const inTrail = (before: number | null, after: number | null) => ({
  trail: { subject: 'registrations-accepted', changes: [{ field: 'registrations accepted', before, after }] },
  logKind: 'students' as const,
});

/** Lists a run among what can be undone. Idempotent. */
export const keepAcceptances = (job: JobItem) =>
  keepActOfJob(job, {
    acts: undoableAcceptances,
    change: { kind: 'registrations accepted', details: { students: job.total } },
    what: familyRegistrationWordings.acceptedMany(job.total),
    ...inTrail(null, job.total),
  });

/** Marks a run as undone, as far as it was. Idempotent. */
export const markAcceptancesUndone = async (undoing: JobItem): Promise<void> =>
  markActOfJobUndone(undoing, {
    acts: undoableAcceptances,
    outcome: await outcomeOfUndo(undoing, 'accept-registrations'),
    ...inTrail(undoing.total, null),
  });
