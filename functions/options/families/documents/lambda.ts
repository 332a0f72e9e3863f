import { cardProofParts } from '#options/functions/card-proof';
import { familiesContract } from '#shared/options/families/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { cardProofs } from '../../../term-reports/report-cards/card-proofs.ts';
import { familyAuthenticator, onlyWithFamilyEntrance } from '../records/family-authenticator.ts';

cardProofs.fill(cardProofParts);

export const handler = onlyWithFamilyEntrance(
  documentHandler(
    familiesContract,
    {
      keepRegistrationFile: () => import('./keep-registration-file.ts'),
      printFamilyLetters: () => import('./family-letters.ts'),
      printMyReport: () => import('./print-my-report.ts'),
      printLinkedReport: () => import('./print-my-report.ts'),
      printLinkSlips: () => import('./link-slips.ts'),
    },
    familyAuthenticator,
  ),
);
