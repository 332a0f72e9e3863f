import { undoableActions } from '../../platform/undo/undoable-actions.ts';

/** A student's decision, and what it was; null where nothing is decided. */
export interface DecisionChange {
  studentId: string;
  before: { to: string; fromClass: string } | null;
  after: { to: string; fromClass: string } | null;
}

interface PlanChange {
  kind: 'students decided';
  details: { year: number; changes: DecisionChange[] };
}

/** Saves of decisions, listed by their year. */
export const planActs = undoableActions<PlanChange>('promotion-plan');
