import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { AuditRowEntity, type Authorship } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import {
  AssessmentEntity,
  type AssessmentItem,
  pageAuditSubject,
  RemovedMarkEntity,
} from '../../records/course-work.ts';

/** What a teacher writes of an assessment. */
export const storedAssessmentFields = ['topic', 'date', 'total', 'weighting'] as const;

/**
 * Stores an assessment's details if it still is as it was read; without `before`, if there is none. `refused`: it has
 * changed.
 */
export function writeAssessment({
  assessment,
  before,
  by,
}: {
  assessment: AssessmentItem;
  before: AssessmentItem | undefined;
  by: Authorship;
}): Promise<ActOutcome> {
  const { page, number } = assessment;
  const stamped = { ...assessment, by: by.caller.name, at: by.request.now.toISOString() };
  return commit({
    by,
    changes: [
      AssessmentEntity.put(stamped, {
        ...whereUnchanged(before, storedAssessmentFields),
        ...(before ? { deletedAt: null } : { number: null }),
      }),
    ],
    trail: { subject: pageAuditSubject(page), changes: [{ field: `assessment ${number}`, before, after: assessment }] },
  });
}

/** The number of the assessment that was saved under this idempotency key before. */
export async function findNumberSavedUnderKey(page: string, idempotencyKey: string): Promise<number | undefined> {
  const data = await AuditRowEntity.get({ subject: pageAuditSubject(page), idempotencyKey });
  const [change] = data?.changes ?? [];
  return (change?.after as AssessmentItem | undefined)?.number;
}

/**
 * Marks an assessment as deleted, or with null restores it. Its marks stay as they are. `refused`: somebody else did so
 * first.
 */
export function writeAssessmentDeletion({
  assessment,
  deletion,
  by,
}: {
  assessment: AssessmentItem;
  deletion: { deletedAt: string; expires: number } | null;
  by: Authorship;
}): Promise<ActOutcome> {
  const { page, number, deletedAt = '' } = assessment;
  const [before, after] = deletion ? [assessment, null] : [null, assessment];
  return commit({
    by,
    changes: [
      deletion
        ? AssessmentEntity.update({ page, number }, { set: deletion, where: { deletedAt: null } })
        : AssessmentEntity.update({ page, number }, { remove: ['deletedAt', 'expires'], where: { deletedAt } }),
    ],
    trail: { subject: pageAuditSubject(page), changes: [{ field: `assessment ${number}`, before, after }] },
  });
}

/** The marks that were removed with a deleted assessment. One query. */
export async function listRemovedMarksOfAssessment(page: string, number: number, deletedAt: string) {
  const data = await RemovedMarkEntity.queryBy('ofPage', { page, number });
  return data.filter((removed) => removed.number === number && removed.deletedAt === deletedAt);
}
