import { countOf } from '../count-of.ts';
import { academicYearTitle } from '../terms/academic-year.ts';

/** Wordings of product §2 "Post Term Reports"; years are shown year-year+1. */
export const postingMessages = {
  question: (year: number, term: number) => `Post ${academicYearTitle(year)} Term ${term} reports?`,
  posting: 'Posting reports please stand by',
  removing: 'Removing reports please stand by',
  posted: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports posted`,
  removed: (year: number, term: number) => `${academicYearTitle(year)} Term ${term} reports removed`,
  stopped: (failed: number, total: number) =>
    `Nothing is posted: of ${failed} of ${countOf(total, 'report')} no copy could be made. Correct the records below and post again; if they are right, ask who runs the system for help.`,
} as const;
