import type { PostingGuard } from '../../term-reports/report-cards/posting-guards.ts';

/** Figures alone are computed twice when the office asks what reports lack (rule 63): no page is printed for it. */
export const checkFigures: PostingGuard = async (...cards) =>
  (await import('./certain/find-figure-faults.ts')).findFigureFaults(...cards);
