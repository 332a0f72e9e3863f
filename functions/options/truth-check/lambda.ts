import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  truthCheckContract,
  {
    countFindings: () => import('./findings/count-findings.ts'),
    listFindings: () => import('./findings/list-findings.ts'),
    dismissFinding: () => import('./findings/dismiss-finding.ts'),
    restoreFinding: () => import('./findings/dismiss-finding.ts'),
    readPronouns: () => import('./read-pronouns.ts'),
  },
  authenticator,
);
