import { districtContract } from '#shared/options/district/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  districtContract,
  {
    listFigureTerms: () => import('./list-figure-terms.ts'),
    makeFigures: () => import('./make-figures.ts'),
  },
  authenticator,
);
