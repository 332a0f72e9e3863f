import { familiesContract } from '#shared/families/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { familyAuthenticator, whereFamiliesEnter } from '../records/family-authenticator.ts';

export const handler = whereFamiliesEnter(
  documentHandler(
    familiesContract,
    {
      printFamilyLetters: () => import('./family-letters.ts'),
      printMyReport: () => import('./print-my-report.ts'),
    },
    familyAuthenticator,
  ),
);
