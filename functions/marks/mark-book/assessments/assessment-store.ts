import {
  type Attempt,
  AuditRow,
  type Author,
  auditRow,
  type Outcome,
  writeAudited,
} from '../../../platform/table/audit.ts';
import { stillAs } from '../../../platform/table/expression.ts';
import { Assessment, type AssessmentItem, pageSubject, RemovedMark } from '../../records/course-work.ts';

/** What a teacher writes of an assessment. */
export const assessmentFields = ['topic', 'date', 'total', 'weighting'] as const;

/**
 * Stores an assessment's details on the condition that it still is as it was read: not there at all without `before`.
 * `refused`: it is not.
 */
export function writeAssessment({
  assessment,
  before,
  caller,
  request,
}: {
  assessment: AssessmentItem;
  before: AssessmentItem | undefined;
  caller: Author;
  request: Attempt;
}): Promise<Outcome> {
  const { page, number } = assessment;
  const row = auditRow({
    subject: pageSubject(page),
    changes: [{ field: `assessment ${number}`, before, after: assessment }],
    caller,
    request,
  });
  const stamped = { ...assessment, by: caller.name, at: request.now.toISOString() };
  return writeAudited([
    Assessment.put(stamped, {
      ...stillAs(before, assessmentFields),
      ...(before ? { deletedAt: null } : { number: null }),
    }),
    AuditRow.create(row),
  ]);
}

/** The number of the assessment that was saved under this idempotency key before. */
export async function assessmentSavedUnder(page: string, idempotencyKey: string): Promise<number | undefined> {
  const data = await AuditRow.get({ subject: pageSubject(page), idempotencyKey });
  const [change] = data?.changes ?? [];
  return (change?.after as AssessmentItem | undefined)?.number;
}

/**
 * Marks an assessment as deleted, or with null takes that back; its marks are another's business. `refused`: it was, or was
 * not, by then.
 */
export function writeDeletion({
  assessment,
  deletion,
  caller,
  request,
}: {
  assessment: AssessmentItem;
  deletion: { deletedAt: string; expires: number } | null;
  caller: Author;
  request: Attempt;
}): Promise<Outcome> {
  const { page, number, deletedAt = '' } = assessment;
  const [before, after] = deletion ? [assessment, null] : [null, assessment];
  const row = auditRow({
    subject: pageSubject(page),
    changes: [{ field: `assessment ${number}`, before, after }],
    caller,
    request,
  });
  return writeAudited([
    deletion
      ? Assessment.update({ page, number }, { set: deletion, where: { deletedAt: null } })
      : Assessment.update({ page, number }, { remove: ['deletedAt', 'expires'], where: { deletedAt } }),
    AuditRow.create(row),
  ]);
}

/** The marks that a deletion took away. One query. */
export async function removedMarks(page: string, number: number, deletedAt: string) {
  const data = await RemovedMark.queryBy('ofPage', { page, number });
  return data.filter((removed) => removed.number === number && removed.deletedAt === deletedAt);
}
