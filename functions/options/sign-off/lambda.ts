import { openFindingParts } from '#options/functions/open-findings';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';
import { openFindings } from '../../term-reports/report-cards/open-findings.ts';

openFindings.fill(openFindingParts);

export const handler = apiHandler(
  signOffContract,
  {
    countSignatures: () => import('./board/count-signatures.ts'),
    listSignatures: () => import('./board/list-signatures.ts'),
    signReports: () => import('./signing/sign-reports.ts'),
    readClassCouncil: () => import('./council/read-council.ts'),
    saveClassCouncil: () => import('./council/save-council.ts'),
    takeBackSignatures: () => import('./signing/sign-reports.ts'),
  },
  authenticator,
);
