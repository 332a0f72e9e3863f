import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  signOffContract,
  { printCouncilMinutes: () => import('../council/print-minutes.ts') },
  authenticator,
);
