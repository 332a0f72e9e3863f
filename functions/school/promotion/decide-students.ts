import { authRefusals } from '#shared/accounts/wordings.ts';
import type { Conflict } from '#shared/http/error-body.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { decisionText, leavesSchool } from '#shared/school/promotion.ts';
import type { SavedDecision } from '#shared/school/promotion-calls.ts';
import { promotionWordings, studentTwice } from '#shared/school/wordings.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../platform/errors.ts';
import type { Action } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { readStudents } from '../../students/records/store.ts';
import { requireFormLevel } from '../records/school.ts';
import {
  type DecisionChange,
  type DecisionItem,
  readDecisions,
  undoablePlanSaves,
  whyPlanClosed,
  writeDecisions,
} from './plan-store.ts';
import { readYearToPromote } from './promotion-status.ts';

export type Decisions = ReadonlyMap<string, DecisionItem>;

interface Deciding {
  /** The academic year that ends. */
  year: number;
  decisions: readonly SavedDecision[];
  by: Authorship;
  /** That the caller may decide, while it is written. */
  right?: readonly Action[];
  /** What the caller's screen calls the field and the values of a decision that somebody else has made otherwise. */
  toConflict?: (one: SavedDecision, now: DecisionItem | undefined) => Pick<Conflict, 'field' | 'yours' | 'theirs'>;
}

/**
 * Decides of students for the coming year, all of them or none (ADR 0082).
 * @returns what is decided of them then, and the id for the undo; null where nothing was changed
 * @throws ConflictError where somebody else has decided otherwise, the promotion has begun, a student is in another
 * class, or it is not the current year; ForbiddenError where the right was lost meanwhile; ValidationError for unknown
 * classes
 */
export async function decideStudents({
  year,
  decisions,
  by,
  right = [],
  toConflict = inWords,
}: Deciding): Promise<{ stored: Decisions; undo: string | null }> {
  refuseUnknown(decisions);
  const { year: current } = await readYearToPromote();
  if (year !== current) throw new ConflictError(promotionWordings.currentYear(academicYearTitle(current)));
  const ids = decisions.map(({ student_id }) => student_id);
  const key = by.request.idempotencyKey;
  return retryRefused({
    read: async () => ({
      closed: await whyPlanClosed(year),
      students: await readStudents(ids, ['studentId', 'firstName', 'lastName', 'classId', 'status']),
      stored: await readDecisions(year, ids),
      ...(await readItems({ act: undoablePlanSaves.key(key) })),
    }),
    attempt: async ({ closed, students, stored, act }) => {
      const changes = changesOf(decisions, stored);
      if (changes.length === 0) return { stored, undo: act ? key : null };
      try {
        if (closed !== null) throw new ConflictError(closed);
        refuseMoved(decisions, students);
        refuseConflicts(decisions, { changes, stored, toConflict });
      } catch (error) {
        // A retry of a request that was carried out; others have changed something since.
        if (act) return { stored, undo: key };
        throw error;
      }
      const what = whatOf(changes);
      const outcome = await writeDecisions({ year, changes, stored, by, right, what, isBegun: act !== undefined });
      if (typeof outcome === 'object' && outcome.refused === 'right') throw new ForbiddenError(authRefusals.forbidden);
      if (isRefused(outcome)) return 'refused' as const;
      return { stored: await readDecisions(year, ids), undo: key };
    },
    what: 'the plan',
  });
}

const inWords: NonNullable<Deciding['toConflict']> = ({ student_id, class_id, to }, now) => ({
  field: student_id,
  yours: decisionText(to, class_id),
  theirs: decisionText(now?.to ?? null, class_id),
});

/** @throws ValidationError where a student is named twice, or a class that the school does not have */
function refuseUnknown(decisions: readonly SavedDecision[]): void {
  if (new Set(decisions.map(({ student_id }) => student_id)).size < decisions.length)
    throw new ValidationError({ decisions: [studentTwice] });
  for (const { to } of decisions) if (to !== null && to !== leavesSchool) requireFormLevel(to, 'decisions');
}

/**
 * The decisions that differ from what is stored. The class counts too: a decision about an earlier class is made again.
 */
function changesOf(decisions: readonly SavedDecision[], stored: Decisions): DecisionChange[] {
  return decisions.flatMap(({ student_id: studentId, class_id: fromClass, to }) => {
    const now = stored.get(studentId);
    const before = now ? { to: now.to, fromClass: now.fromClass } : null;
    const after = to === null ? null : { to, fromClass };
    const isSame = before?.to === after?.to && (before === null || before.fromClass === (after?.fromClass ?? null));
    return isSame ? [] : [{ studentId, before, after }];
  });
}

type Students = Awaited<ReturnType<typeof readStudents<'studentId' | 'firstName' | 'lastName' | 'classId' | 'status'>>>;

/** @throws ConflictError for the first student who is not in the class that the caller saw */
function refuseMoved(decisions: readonly SavedDecision[], students: Students): void {
  const byId = new Map(students.map((student) => [student.studentId, student]));
  for (const { student_id, class_id } of decisions) {
    const student = byId.get(student_id);
    if (!student) throw new ConflictError(studentWordings.noSuch(student_id));
    const name = `${student.lastName}, ${student.firstName}`;
    if (student.status !== 'current') throw new ConflictError(promotionWordings.leftSchool(name));
    if (student.classId !== class_id)
      throw new ConflictError(promotionWordings.inOtherClass(name, student.classId, class_id));
  }
}

/** @throws ConflictError for the first student that somebody else has decided about since (rule 9) */
function refuseConflicts(
  decisions: readonly SavedDecision[],
  {
    changes,
    stored,
    toConflict,
  }: Required<Pick<Deciding, 'toConflict'>> & {
    changes: readonly DecisionChange[];
    stored: Decisions;
  },
): void {
  const changed = new Set(changes.map(({ studentId }) => studentId));
  for (const one of decisions) {
    const { student_id, was } = one;
    const now = stored.get(student_id);
    if (was === undefined || was === (now?.to ?? null) || !changed.has(student_id)) continue;
    throw new ConflictError(promotionWordings.decidedByOther, {
      ...toConflict(one, now),
      by: now?.by ?? null,
      at: now?.at ?? null,
    });
  }
}

/** "3 students of 3A, 3B: repeat", without names, as an undoable action outlives the erasure of a student. */
function whatOf(changes: readonly DecisionChange[]): string {
  const of = [...new Set(changes.map(({ before, after }) => (after ?? before)?.fromClass ?? ''))].sort();
  const classes = of.length > 4 ? `${of.length} classes` : of.join(', ');
  const decided = [...new Set(changes.map(({ after }) => decisionText(after?.to ?? null, after?.fromClass ?? '')))];
  const what = decided.length === 1 ? `: ${decided[0]}` : ' decided';
  return `${pluralize(changes.length, 'student')} of ${classes}${what}`;
}
