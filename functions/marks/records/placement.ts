import type { Action } from '../../platform/table/action.ts';

/** The class that a student is in for a term, and its level. */
export interface Placement {
  classId: string;
  formLevel: number;
  /**
   * What must not have changed for that to be so, beside what is written. A transaction that puts something into the class
   * for the first time carries them; what is there already has its own class for a condition (ADR 0008).
   */
  checks: readonly Action[];
}
