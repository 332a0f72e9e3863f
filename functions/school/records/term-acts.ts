import { type UndoableActionOf, undoableActions } from '../../platform/undo/undoable-actions.ts';
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
interface TermClosed {
  kind: 'term closed' | 'term opened' | 'attendance closed' | 'attendance opened';
  details: Term;
}

/** The acts of Current Term that can be undone. */
export const undoableTermChanges = undoableActions<TermWritten | TermClosed>('terms');
export type UndoableTermAct = UndoableActionOf<TermWritten | TermClosed>;
