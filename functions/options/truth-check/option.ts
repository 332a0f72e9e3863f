import type { PostingGuard } from '../../term-reports/report-cards/posting-guards.ts';

/**
 * Figures are computed twice before they are posted, and read back off the page (rule 63). What reads PDFs is heavy,
 * and is loaded with the first card.
 */
export const guardPosting: PostingGuard = async (...posted) =>
  (await import('./certain/find-certain-faults.ts')).findCertainFaultsOfCards(...posted);
