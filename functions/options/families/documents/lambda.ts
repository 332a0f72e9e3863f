import { familiesContract } from '#shared/options/families/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { fillCardProof } from '../../fill-card-proof.ts';
import { familyAuthenticator, onlyWithFamilyEntrance } from '../records/family-authenticator.ts';

fillCardProof();

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
