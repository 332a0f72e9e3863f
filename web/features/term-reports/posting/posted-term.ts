import type { Output } from '#shared/http/contract.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';

/** A term and whether its reports are posted. */
export type PostedTerm = Output<typeof termReportsContract.termReportsPosted>[number];

type Answer = Output<typeof termReportsContract.postTermReports>;
export type Left = Answer['left'][number];
