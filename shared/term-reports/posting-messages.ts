import { countOf } from '../count-of.ts';
import { academicYearTitle } from '../school/academic-year.ts';
import { displayDate } from '../school/display-date.ts';

/** Wordings of product §2 "Post Term Reports"; years are shown year-year+1. */
export const postingMessages = {
  question: (year: number, term: number) => `Post ${academicYearTitle(year)} Term ${term} reports?`,
  posting: 'Posting reports please stand by',
  removing: 'Removing reports please stand by',
  posted: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports posted`,
  removed: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports removed`,
  stopped: (failed: number, total: number) =>
    `Nothing is posted: of ${failed} of ${countOf(total, 'report')} no copy could be made. Correct the records below and post again; if they are right, ask who runs the system for help.`,
  unconfirmed: (count: number) =>
    `Nothing is posted: ${countOf(count, 'report')} ${count === 1 ? 'lacks' : 'lack'} marks or remarks, which was not confirmed. Look at the check again.`,
  confirmRemoval: (count: number) =>
    `${countOf(count, 'report')} ${count === 1 ? 'is' : 'are'} posted. Type ${count} to remove the posting.`,
  removeThere:
    'Undoing this removes the posting, which is confirmed by its number: press Edit beside the term, then No.',
  overtaken: 'The posting of this term was changed meanwhile. Please look again.',
  notPosted: 'The reports of this term are not posted.',
  /** `at` in the school's time, yyyy-MM-dd HH:mm:ss. */
  postedMeanwhile: (by: string, at: string) => `${by} posted these reports meanwhile, ${when(at)}. Please look again.`,
  removedMeanwhile: (by: string, at: string) => `${by} removed this posting meanwhile, ${when(at)}. Please look again.`,
  running: 'The reports of this term are being posted.',
  issuedMeanwhile: 'Somebody else has issued this report again meanwhile. Please look again.',
  reportUnchanged: 'Nothing has changed since this report was posted.',
  issued: 'Report issued again. The earlier copy is kept.',
  unchanged: 'Nothing has changed since these reports were posted: none was posted again.',
  renewed: (count: number, year: number, term: number) =>
    `${countOf(count, 'report')} of ${academicYearTitle(year)} Term ${term} posted again`,
} as const;

/** "12-Dec-2025 14:05". */
const when = (at: string): string => `${displayDate(at.slice(0, 10))} ${at.slice(11, 16)}`;
