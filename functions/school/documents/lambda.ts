import { termsContract } from '#shared/school/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  termsContract,
  {
    downloadPromotionPlan: () => import('./download-promotion-plan.ts'),
    previewPromotionPlanFile: () => import('./preview-plan-file.ts'),
    readSchoolFile: () => import('./read-school-file.ts'),
  },
  authenticator,
);
