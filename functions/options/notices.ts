import { noticesOfNotes } from './families/notices-of-notes.ts';

/** What absence notices come of. */
export const noticeParts = { families: noticesOfNotes };
