import type { CountOpenFindings } from '../term-reports/report-cards/open-findings.ts';

/** What is found on reports. */
export const openFindingParts: Readonly<Record<string, CountOpenFindings>> = {
  'truth-check': async (...of) =>
    (await import('./truth-check/findings/open-findings.ts')).countOpenFindingsOfClass(...of),
};
