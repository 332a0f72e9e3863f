import * as z from 'zod/mini';
import { moment } from './http/fields.ts';
import { requestWordings } from './http/wordings.ts';

/** Names an act, for the call that undoes it: whose it was, and the key under which it was asked for. */
export const undoId = z.lazy(() =>
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}\/[A-Za-z0-9-]{8,64}$/, requestWordings.notValidId)),
);

/** An act that can be undone for 30 days, as the place where it was done lists it (rule 46). */
export const undoableActRow = () =>
  z.strictObject({
    undo: undoId,
    /** The act in a few words: "Biology deleted". */
    what: z.string(),
    at: moment,
    /** "First Last" of the account that did it. */
    name: z.string(),
    undone_at: z.nullable(moment),
  });
export type UndoableActRow = z.output<ReturnType<typeof undoableActRow>>;
