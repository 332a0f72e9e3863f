import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  verificationContract,
  {
    findCard: () => import('./find-card.ts'),
    readCardStatusList: () => import('./read-card-status-list.ts'),
    readDidDocument: () => import('./read-did-document.ts'),
  },
  authenticator,
);
