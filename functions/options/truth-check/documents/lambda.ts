import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = documentHandler(
  truthCheckContract,
  { printCertificate: () => import('../certificate/print-certificate.ts') },
  authenticator,
);
