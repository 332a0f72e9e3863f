import { schoolTime } from '#shared/school/school-time.ts';
import type { PostingItem } from '../report-cards/posting/posting-record.ts';

/** `posted` and `date_posted` of a term (product §4 "Term posting"). */
export const toPosted = (posting: PostingItem | undefined, timeZone: string) =>
  posting?.isPosted
    ? { posted: 1 as const, date_posted: schoolTime(new Date(posting.postedAt), timeZone) }
    : { posted: 0 as const, date_posted: null };
