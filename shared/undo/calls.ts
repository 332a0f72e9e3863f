import * as z from 'zod/mini';
import type { CallRow } from '../http/contract.ts';
import { moment } from '../http/fields.ts';
import { jobProgress } from '../http/job-progress.ts';
import { requestWordings } from '../http/wordings.ts';

/** Names an act, for the call that undoes it: whose it was, and the key under which it was asked for. */
export const undoId = z.lazy(() =>
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}\/[A-Za-z0-9-]{8,64}$/, requestWordings.notValidId)),
);

/** An act that can be undone for 30 days, as the place where it was done lists it (rule 46). */
const undoableActRow = () =>
  z.strictObject({
    undo: undoId,
    /** The act in a few words: "Biology deleted". */
    what: z.string(),
    at: moment,
    /** "First Last" of the account that did it. */
    name: z.string(),
    /** Null too where an undo left everything: it can be tried again. */
    undone_at: z.nullable(moment),
    /** What a job that undid it left: how many things went back, how many stay, and why some of them do. */
    left: z.optional(
      z.strictObject({ undone: z.int().check(z.gte(0)), stays: z.int().check(z.gte(0)), why: z.array(z.string()) }),
    ),
  });
export type UndoableActRow = z.output<ReturnType<typeof undoableActRow>>;

/** A list of acts, newest first, at most 50. */
export const undoableActList = () => z.array(undoableActRow());

/** How many things an undo lists at the most that it left as they are. */
export const maxLeftListed = 200;
/** How many of them a list of acts says of each act. */
export const leftOfListedAct = 3;

/**
 * What every undo answers. Most are finished at once; a durable job is followed by repeating the call under its key.
 * `left` says what stays as it is, and why, a sentence each, at most {@link maxLeftListed} of `left_count`. `undone` is
 * how many things went back, of a job that counts them and has ended.
 */
export const undoAnswer = () =>
  z.strictObject({
    ...jobProgress(),
    left: z.array(z.string()),
    left_count: z.int().check(z.gte(0)),
    undone: z.optional(z.int().check(z.gte(0))),
  });
export type UndoAnswer = z.output<ReturnType<typeof undoAnswer>>;

const undoInput = () => z.strictObject({ undo: undoId });

/** The call that undoes an act. */
export interface UndoRow extends CallRow {
  input: typeof undoInput;
  output: typeof undoAnswer;
}

/**
 * The call that undoes an act, whichever it is, and on its path the list of a screen's acts (rule 46). Who may list and
 * undo the acts of one name, these say themselves: `who` and `menu` are those of all. `lists` is the input that names a
 * list.
 */
export const undoCalls = <
  const R extends Pick<CallRow, 'path' | 'who' | 'menu' | 'needs'>,
  const L extends CallRow['input'],
>(
  row: R,
  lists: L,
) =>
  ({
    /** The acts of a list that can be undone, the latest first (rule 46). */
    listActs: { ...row, method: 'GET', input: lists, output: undoableActList, needs: { table: 'read' } },
    /** Undoes an act by its id, for those who could do it. */
    undoAct: { ...row, method: 'POST', input: undoInput, output: undoAnswer },
  }) as const;
