import { academicYearTitle } from '#shared/school/academic-year.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { JobEntity, readJob } from '../../platform/jobs/store.ts';
import { type Action, notStoredCheck, storedValuesCheck } from '../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { readItems, readMany, splitIntoPieces } from '../../platform/table/table.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';

/**
 * Counts the saves of a year's plan: a promotion begins on the condition that the plan is as it was read (ADR 0082).
 */
interface PromotionPlanItem {
  /** Start year of the academic year that ends. */
  year: number;
  saves: number;
}

const PromotionPlanEntity = entity<PromotionPlanItem>()({
  name: 'promotion-plan',
  pk: 'promotion-plan#${year}',
  sk: 'plan',
});

/** The decision about a student at the end of a year; an undecided student has no record. */
export interface DecisionItem {
  year: number;
  studentId: string;
  /** A class, the student's own to repeat it, or `leavesSchool`. */
  to: string;
  /** The class that the student was in when it was decided. */
  fromClass: string;
  by: string;
  at: string;
}

export const PromotionDecisionEntity = entity<DecisionItem>()({
  name: 'promotion-decision',
  pk: 'promotion-plan#${year}',
  sk: 'student#${studentId}',
});

const decisionKey = (year: number, studentId: string) => PromotionDecisionEntity.key({ year, studentId });
const planKey = (year: number) => PromotionPlanEntity.key({ year });
const promotionKey = (year: number) => JobEntity.key({ name: 'promote-students', key: String(year) });

/** Names the plan of a year in the audit trail. */
const planAuditSubject = (year: number): string => `promotion-plan#${year}`;

/** Every decision of a year, by student. One query. */
export async function readAllDecisions(year: number): Promise<ReadonlyMap<string, DecisionItem>> {
  const data = await PromotionDecisionEntity.query({ year });
  return new Map(data.map((one) => [one.studentId, one]));
}

/** The decisions of some students, by student. One request for each hundred. */
export async function readDecisions(
  year: number,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, DecisionItem>> {
  const found = await readMany(studentIds.map((studentId) => decisionKey(year, studentId)));
  return new Map(found.map((one) => [one.studentId, one]));
}

/**
 * Why the plan can no longer be changed, or null. The run of a promotion reads the plan in batches, so it is closed
 * once the run has begun.
 */
export async function whyPlanClosed(year: number): Promise<string | null> {
  const promotion = await readJob('promote-students', String(year));
  if (!promotion) return null;
  const title = academicYearTitle(year);
  return promotion.state === 'finished'
    ? promotionWordings.undoFirst(title, promotion.startedByName)
    : promotionWordings.planFixed(title, promotion.startedByName);
}

/** The plan as it is now, as a condition for a transaction: no decision is saved in between. */
export async function planUnchangedCheck(year: number): Promise<Action> {
  const { plan } = await readItems({ plan: planKey(year) });
  return storedValuesCheck(planKey(year), { saves: plan?.saves ?? null });
}

/** Changes or deletes a student's decision, on the condition that it is as it was read. */
function changeDecisionAction(before: DecisionItem | undefined, after: DecisionItem | null): Action {
  if (!before && after) return PromotionDecisionEntity.create(after);
  if (!before) throw new Error('There is no decision to delete');
  const { to, fromClass, by, at } = after ?? {};
  return after === null
    ? PromotionDecisionEntity.deleted(before, ofDecision)
    : PromotionDecisionEntity.change(before, {
        set: { to, fromClass, by, at },
        where: whereUnchanged(before, ofDecision),
      });
}

/** What is decided; the rest tells by whom. */
export const ofDecision = ['to', 'fromClass'] as const;

/** A student's decision, and what it was; null where nothing is decided. */
export interface DecisionChange {
  studentId: string;
  before: { to: string; fromClass: string } | null;
  after: { to: string; fromClass: string } | null;
}

interface PlanChange {
  kind: 'students decided';
  details: { year: number };
}

/** Saves of decisions, listed by their year. */
export const undoablePlanSaves = undoableActions<PlanChange>('promotion-plan');

/**
 * A transaction takes a hundred actions, of which seven are for the plan, the promotion, the right, the undoable action
 * and its records, the trail and the key.
 */
const decisionsPerTransaction = 93;

interface Writing {
  year: number;
  changes: readonly DecisionChange[];
  /** As they were read. */
  stored: ReadonlyMap<string, DecisionItem>;
  by: Authorship;
  /** That who decides may do so: one condition at most. */
  right: readonly Action[];
  /** For the list of what can be undone. */
  what: string;
  /** An earlier attempt has begun to write them. */
  isBegun: boolean;
}

/**
 * Writes decisions as an act that can be undone, as many in a transaction as fit, each on the condition that it is as
 * it was read and that the promotion has not begun. Those written before an interruption or a refusal stay: the next
 * attempt reads them as done.
 */
export async function writeDecisions({
  year,
  changes,
  stored,
  by,
  right,
  what,
  isBegun,
}: Writing): Promise<ActOutcome> {
  const kept = { key: by.request.idempotencyKey, of: [PromotionDecisionEntity] };
  for (const [index, piece] of splitIntoPieces(changes, decisionsPerTransaction).entries()) {
    const at = by.request.now.toISOString();
    const actions = piece.map(({ studentId, after }) =>
      changeDecisionAction(stored.get(studentId), after && { year, studentId, ...after, by: by.caller.name, at }),
    );
    const outcome = await commit({
      by: {
        caller: by.caller,
        // An audit row for each transaction: a save that resumes after an interruption begins with another student.
        request: { ...by.request, idempotencyKey: `${by.request.idempotencyKey}-${piece[0]?.studentId}` },
      },
      undo:
        index === 0 && !isBegun
          ? undoablePlanSaves.keep({
              change: { kind: 'students decided', details: { year } },
              what,
              place: String(year),
              ...kept,
            })
          : undoablePlanSaves.keepMore(kept),
      ...planAct(year, { changes: actions, rows: piece, right }),
    });
    if (isRefused(outcome)) return outcome;
  }
  return 'written';
}

/** What every transaction of decisions has: each is counted, and refused once a promotion has begun. */
export const planAct = (
  year: number,
  {
    changes = [],
    rows,
    right = [],
  }: { changes?: readonly Action[]; rows: readonly DecisionChange[]; right?: readonly Action[] },
) => ({
  changes: [PromotionPlanEntity.upsert({ year }, { add: { saves: 1 } }), ...changes],
  guards: { promotion: [notStoredCheck(promotionKey(year))], right },
  trail: {
    subject: planAuditSubject(year),
    changes: rows.map(({ studentId, before, after }) => ({
      field: studentId,
      before: before?.to ?? null,
      after: after?.to ?? null,
    })),
  },
});
