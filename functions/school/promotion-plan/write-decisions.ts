import {
  type Attempt,
  type Author,
  auditRow,
  createAudit,
  type Outcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { type Action, directTransaction } from '../../platform/table/direct-write.ts';
import { inPieces } from '../../platform/table/table.ts';
import type { DecisionChange } from './plan-acts.ts';
import { changeDecision, type DecisionItem, openPlan, planSubject } from './plan-store.ts';

/** Decisions of a transaction: it takes a hundred actions, and three or four are for the plan, the act and the trail. */
const together = 96;

interface Writing {
  year: number;
  changes: readonly DecisionChange[];
  /** As they were read. */
  stored: ReadonlyMap<string, DecisionItem>;
  caller: Author;
  request: Attempt;
  /** What goes along with the first decisions, and with the last. */
  first?: Action[];
  last?: Action[];
}

/**
 * Writes decisions, as many in a transaction as fit, each on the condition that it still is what was read and that the promotion has not
 * begun. Those written before an interruption or a refusal stay: who reads again finds them done.
 */
export async function writeDecisions({
  year,
  changes,
  stored,
  caller,
  request,
  first = [],
  last = [],
}: Writing): Promise<Outcome> {
  const pieces = inPieces(changes, together);
  for (const [index, piece] of pieces.entries()) {
    const at = request.now.toISOString();
    const actions = piece.map(({ studentId, after }) =>
      changeDecision(stored.get(studentId), after && { year, studentId, ...after, by: caller.name, at }),
    );
    const row = auditRow({
      subject: planSubject(year),
      changes: piece.map(({ studentId, before, after }) => ({
        field: studentId,
        before: before?.to ?? null,
        after: after?.to ?? null,
      })),
      caller,
      // A line of the trail for each transaction: a save that goes on after an interruption begins with another student.
      request: { ...request, idempotencyKey: `${request.idempotencyKey}-${piece[0]?.studentId}` },
    });
    const outcome = await writeAudited(
      directTransaction([
        ...openPlan(year),
        ...actions,
        ...(index === 0 ? first : []),
        ...(index === pieces.length - 1 ? last : []),
        createAudit(row),
      ]),
    );
    if (outcome === 'refused') return outcome;
  }
  return 'written';
}
