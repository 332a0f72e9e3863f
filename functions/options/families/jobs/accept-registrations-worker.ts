import type { RegistrationPart } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { studentFields } from '#shared/students/fields.ts';
import { AppError, ConflictError } from '../../../platform/errors.ts';
import { authorOfJob, type JobRemark, readJob } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { readItems } from '../../../platform/table/table.ts';
import { type KnownStudent, readAllIdentities } from '../../../students/records/duplicates.ts';
import { computeConflicts, computeProposedChanges } from '../records/registration-proposals.ts';
import { parsePlannedRegistration } from '../registration/accept-many.ts';
import { acceptProposal } from '../registration/accept-proposal.ts';
import {
  actOfRow,
  keepAcceptances,
  markAcceptancesUndone,
  undoableAcceptances,
} from '../registration/acceptance-acts.ts';
import { type AcceptedAct, undoAcceptance } from '../registration/undo-acceptance.ts';

/** "Town, Cell Phone". */
const labelsOf = (parts: readonly RegistrationPart[]): string =>
  parts.map((part) => studentFields[part].label).join(', ');

/** Why a registration was left: an expected refusal. Anything else fails the step, which is repeated. */
async function remarkUnlessDone(studentId: string, work: () => Promise<unknown>): Promise<JobRemark[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [{ row: studentId, text: error.message }];
    throw error;
  }
}

/**
 * Accepts everything in the registrations of a batch; one whose record has changed since the family typed is left for a
 * person to compare.
 */
export const acceptRegistrationsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    if (batch === 0) await keepAcceptances(job);
    let known: Promise<KnownStudent[]> | undefined;
    const remarks: JobRemark[] = [];
    for (const row of rows) {
      const { studentId, year, version } = parsePlannedRegistration(row);
      const accept = () =>
        acceptProposal(
          {
            studentId,
            year,
            version,
            place: `run ${job.run}`,
            partsOf: ({ student, proposal }) => {
              const changes = computeProposedChanges(proposal, student);
              const conflicts = computeConflicts(proposal, changes);
              if (conflicts.length > 0)
                throw new ConflictError(familyRegistrationWordings.registerChanged(labelsOf(conflicts)));
              return changes.map(({ part, registered: was }) => ({ part, was }));
            },
            identities: () => {
              known ??= readAllIdentities();
              return known;
            },
          },
          { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: actOfRow(job, studentId) } },
        );
      remarks.push(...(await remarkUnlessDone(studentId, accept)));
    }
    return { remarks };
  },
};

/** Undoes the acceptances of a run, as far as nobody has changed record or registration since. */
export const undoAcceptRegistrationsWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const made = await readJob('accept-registrations', job.key);
    const remarks: JobRemark[] = [];
    for (const row of rows) {
      const { studentId } = parsePlannedRegistration(row);
      const { act } = await readItems({ act: undoableAcceptances.key(made ? actOfRow(made, studentId) : '') });
      if (act?.change.kind !== 'registration accepted') continue;
      const request = { now: new Date(), idempotencyKey: actOfRow(job, studentId) };
      const undo = () =>
        undoAcceptance(act as AcceptedAct, { by: { caller: authorOfJob(job), request }, logKind: null });
      remarks.push(...(await remarkUnlessDone(studentId, undo)));
    }
    return { remarks };
  },
  finish: async (job) => {
    await markAcceptancesUndone(job);
  },
};
