import type { PostingItem } from '../../report-cards/posting/posting.ts';

/** A moment as postings show it: yyyy-MM-dd HH:mm:ss, the school's own time (product §9). */
export function schoolTime(moment: Date, timeZone: string): string {
  // Swedish writes dates and times so.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
}

/** `posted` and `date_posted` of a term (product §4 "Term posting"). */
export const toPosted = (posting: PostingItem | undefined, timeZone: string) =>
  posting?.isPosted
    ? { posted: 1 as const, date_posted: schoolTime(new Date(posting.postedAt), timeZone) }
    : { posted: 0 as const, date_posted: null };
