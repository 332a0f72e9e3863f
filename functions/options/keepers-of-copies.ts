import type { KeepWithCopies } from '../term-reports/report-cards/kept-with-copies.ts';

/** What is kept with the copies of a posting, in their transaction. */
export const keeperParts: Readonly<Record<string, KeepWithCopies>> = {
  'truth-check': async (...of) => (await import('./truth-check/certificate/keep-check.ts')).keepCheckOfCopies(...of),
};
