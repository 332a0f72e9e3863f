import type { Action } from '../../../platform/table/direct-write.ts';
import { type ActionOf, UndoableAction, undoableActions } from '../../../platform/undo/undoable-actions.ts';
import type { LeftBehind } from '../../records/placement/archive-student.ts';

/** What was done with a student of the register, with everything that undoing it needs. */
export type RegisterChange =
  | { kind: 'student added'; details: { studentId: string } }
  | {
      kind: 'class changed';
      details: {
        studentId: string;
        from: string;
        to: string;
        teachers: Record<string, string>;
        pages: Record<string, string>;
      };
    }
  | { kind: 'student archived'; details: { studentId: string; left: LeftBehind } }
  | {
      kind: 'student restored';
      /** `from`: the class of before the archive. */
      details: { studentId: string; from: string; classId: string; date: string | null; reason: string | null };
    };

/** The acts of the Students screen that can be undone. */
export const registerActs = undoableActions<RegisterChange>('student-register');
export type RegisterAct = ActionOf<RegisterChange>;

type Act = Parameters<typeof registerActs.action>[0];

/** The write that remembers an act: cancelled where the same attempt did it before. */
export const remember = (act: Act): Action => ({ Put: UndoableAction.create(registerActs.action(act)).params() });
