import { cardProofParts } from '#options/functions/card-proof';
import { noticeParts } from '#options/functions/notices';
import { undoContract } from '#shared/undo/contract.ts';
import { originsOfNotices } from '../attendance/records/origins-of-notices.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';
import { cardProofs } from '../term-reports/report-cards/card-proofs.ts';

cardProofs.fill(cardProofParts);
originsOfNotices.fill(noticeParts);

export const handler = apiHandler(
  undoContract,
  { listActs: () => import('./acts.ts'), undoAct: () => import('./acts.ts') },
  authenticator,
);
