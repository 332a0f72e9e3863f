import { termsContract } from '#shared/school/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  termsContract,
  {
    downloadPromotionPlan: () => import('./promotion-plan-excel.ts'),
    previewPromotionPlanFile: () => import('./preview-plan-file.ts'),
  },
  authenticator,
);
