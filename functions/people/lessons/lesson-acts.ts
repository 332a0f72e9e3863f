import type { Attempt, Author } from '../../platform/table/audit.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { type ActionOf, UndoableAction, undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { Taught } from '../records/write-lessons.ts';

/** What was taken from a teacher's lessons, and what was given in its place. */
interface LessonsChanged {
  kind: 'lessons changed';
  details: { employeeId: string; year: number; removed: Taught[]; added: Taught[] };
}

/** Lessons that were handed over, by the key of the job. */
interface LessonsHandedOver {
  kind: 'lessons handed over';
  details: { key: string };
}

export type LessonsChange = LessonsChanged | LessonsHandedOver;

/** The acts of the Lessons dialog that can be undone, listed by teacher and year. */
export const lessonActs = undoableActions<LessonsChange>('lessons');
export type LessonsAct = ActionOf<LessonsChanged>;

/** Where the acts of a teacher's dialog are listed. */
export const placeOfTeacher = (employeeId: string, year: number): string => `${year}#${employeeId}`;

/** The write that remembers an act. `what` is its line in the list: "Mathematics 1A deleted". */
export function rememberLessons(
  details: LessonsChanged['details'],
  { what, caller, request }: { what: string; caller: Author; request: Attempt },
): Action {
  const place = placeOfTeacher(details.employeeId, details.year);
  const change = { kind: 'lessons changed' as const, details };
  return { Put: UndoableAction.create(lessonActs.action({ change, what, place, caller, request })).params() };
}
