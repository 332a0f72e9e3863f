import type { ActOutcome } from './acts/carry-out-act.ts';
import { isChangeDone, type WriteAttempt } from './audit.ts';
import {
  decideAndWrite,
  decideChangesUnlessConflict,
  type FieldSave,
  type StoredFields,
  type TrailOfFields,
  type ValueChange,
} from './field-changes.ts';

/**
 * The changes to what is stored. `meant`: the fields that the user means, where they are others than
 * `fieldsMeantToChange`.
 */
type ChangesTo<F extends string> = (
  stored: StoredFields<F> & { meant?: readonly F[] | undefined },
) => Promise<ValueChange<F>[]>;

interface DecidedWrite<R> {
  /** On the condition of what was read. */
  write: () => Promise<ActOutcome | 'refused'>;
  /** What was read, as it is afterwards; read again without it. */
  after?: R | undefined;
}

/**
 * The one way to save what somebody types (rules 8 to 10): reads, decides by field, writes on the condition of what was
 * read, and answers conflicts.
 * - Only fields that differ from what the user saw are saved; a value that is stored already is not written.
 * - A field that somebody else changed since is refused with both values, who and when.
 * - A refused write is read and decided again, rights included.
 * - A request that was carried out before is answered with what is stored, also where a colleague's change since would
 *   refuse its values. Costs the write alone after a `found` that was read with the session.
 * @returns what was read, as it is afterwards
 * @throws ConflictError, what `decide` throws, and ClosedTermError by the guard of what is written
 */
export function saveTyped<R extends object, F extends string>({
  found,
  read,
  save,
  trail,
  request,
  isDone = () => isChangeDone(trail.subject, request.idempotencyKey),
  decide,
  what,
}: {
  /** What was read already. */
  found?: R | undefined;
  /** Reads all that is decided on. */
  read: () => Promise<R>;
  save: FieldSave<F>;
  /**
   * Where the change is written down: proof of a repeated request, and who wrote a field where the record keeps no
   * stamps.
   */
  trail: TrailOfFields<F>;
  request: WriteAttempt;
  /** Whether this request was carried out before, where that is not in its row of the trail alone. */
  isDone?: () => Promise<boolean>;
  /** Authorizes, takes the changes, judges them by throwing, and says what is written: null for nothing. */
  decide: (stored: R, changesTo: ChangesTo<F>) => Promise<DecidedWrite<R> | null>;
  /** What the others are changing, for the message. */
  what?: string;
}): Promise<R> {
  return decideAndWrite<R, DecidedWrite<R>>({
    record: found,
    read,
    decide: (stored) => decide(stored, (fields) => decideChangesUnlessConflict({ ...fields, save, trail })),
    write: ({ write }) => write(),
    applied: ({ after }) => after,
    isDone,
    what,
  });
}
