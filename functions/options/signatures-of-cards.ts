import type { FindSignatures } from '../term-reports/report-cards/layouts/signed-layout.ts';

/** Who has signed cards that are about to be posted. */
export const cardSignatureParts: Readonly<Record<string, FindSignatures>> = {
  'sign-off': async (...of) => (await import('./sign-off/find-signatures.ts')).findSignatures(...of),
};
