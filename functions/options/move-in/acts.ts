import { createHash } from 'node:crypto';
import type { MoveInKind } from '#shared/options/move-in/kinds.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import type { ArchivedPlacement } from '../../students/records/placement/move-to-archive.ts';

/** A file that was moved in, or one kind of what it had. */
interface MovedIn {
  kind: 'moved in';
  details: {
    /** Key of the run. */
    run: string;
    /** What is taken back. */
    kinds: MoveInKind[];
    /** The name of the file. */
    file: string;
  };
}

/** Assignments of one batch of a run, which are kept for its undo and listed nowhere. */
interface BatchOfTakers {
  kind: 'takers of a batch';
  details: { subjectId: string };
}

/** Students of one batch of a run who lost a subject, which are kept for its undo and listed nowhere. */
interface BatchOfEnded {
  kind: 'subject of a batch taken away';
  details: { subjectId: string };
}

/** Where a student was whom a run archived, kept for its undo and listed nowhere. */
interface StudentOfFileArchived {
  kind: 'student of a file archived';
  details: { studentId: string; left: ArchivedPlacement };
}

export type MoveInChange = MovedIn | BatchOfTakers | BatchOfEnded | StudentOfFileArchived;
export const undoableMoves = undoableActions<MoveInChange>('move-in');

/** The place of acts that no list shows. */
export const hiddenPlace = 'batches';

/** The key of an act that belongs to another one, as long as keys of requests are. */
export const keyOfPart = (key: string, part: string): string =>
  `${key.slice(0, key.lastIndexOf('/'))}/${createHash('sha256').update(`${key}#${part}`).digest('hex').slice(0, 32)}`;

/** Names moves in the audit trail; in the office log they are among the changes of the register. */
export const moveInAuditSubject = 'move-in';

/** What the job that undoes a move knows of the run: its key, its number, and the year of its lessons. */
export interface UndoInput {
  key: string;
  run: string;
  /** The name of its file, and what of it is taken back. */
  file: string;
  kinds: MoveInKind[];
  year: number;
  /** How many rows of the file each batch takes back. */
  sizes: number[];
  /** All of the run is taken back, not one kind of it. */
  isWhole: boolean;
}
