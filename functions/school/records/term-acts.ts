import type { PeriodFieldChange } from '#shared/school/period-changes.ts';
import { type UndoableActionOf, undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { PeriodItem } from './periods.ts';
import type { Term } from './term-locks.ts';

interface TermDeleted {
  kind: 'term deleted';
  details: { period: PeriodItem };
}

/** Undone by its opposite. */
interface TermClosed {
  kind: 'term closed' | 'term opened' | 'attendance closed' | 'attendance opened';
  details: Term;
}

/** Details of a term were set, or it was made the current one. */
export interface TermSet {
  kind: 'term set';
  details: {
    period: Term;
    changes: readonly PeriodFieldChange[];
    /** The term was stored for the first time. */
    isNew: boolean;
    /** The term that was current before it; null where none was. Absent where it did not become the current one. */
    currentBefore?: Term | null;
  };
}

/** The acts of Current Term that can be undone. */
export const undoableTermChanges = undoableActions<TermDeleted | TermClosed | TermSet>('terms');
export type UndoableTermAct = UndoableActionOf<TermDeleted | TermClosed | TermSet>;
