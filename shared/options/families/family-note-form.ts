import * as z from 'zod/mini';
import { day } from '../../http/fields.ts';
import { noteReasons } from './family-note.ts';
import { familyNoteWordings as wordings } from './note-wordings.ts';

/** Words of a question or an answer. */
export const noteMessage = () =>
  z.string().check(z.trim(), z.minLength(1, wordings.writeSomething), z.maxLength(300, wordings.tooLong(300)));

/** A note as a form. */
export const familyNoteForm = () =>
  z
    .strictObject({
      from: day,
      to: day,
      why: z.literal(noteReasons, wordings.chooseReason),
      words: z.nullable(z.string().check(z.trim(), z.maxLength(160, wordings.tooLong(160)))),
    })
    .check(
      z.refine(({ from, to }) => from <= to, { error: wordings.firstAfterLast, path: ['to'] }),
      z.refine(({ why, words }) => why !== 'other' || (words ?? '') !== '', {
        error: wordings.sayWhy,
        path: ['words'],
      }),
    );
