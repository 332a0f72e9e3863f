import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { Term } from './term-locks.ts';

/** The term was deleted; or its details were set, or it was made the current one. */
interface TermWritten {
  kind: 'term deleted' | 'term set';
  details: Term & {
    /** Nothing but the first or last day of a term was changed. */
    areDates?: true;
  };
}

/** Undone by its opposite. */
export interface TermClosed {
  kind: 'term closed' | 'term opened' | 'attendance closed' | 'attendance opened';
  details: Term;
}

export type TermChange = TermWritten | TermClosed;

/** The acts of Current Term that can be undone. */
export const undoableTermChanges = undoableActions<TermChange>('terms');
