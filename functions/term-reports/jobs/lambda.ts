import { cardProofParts } from '#options/functions/card-proof';
import { keeperParts } from '#options/functions/keepers-of-copies';
import { postingGuardParts } from '#options/functions/posting-guards';
import { cardSignatureParts } from '#options/functions/signatures-of-cards';
import type { JobNameOf } from '#shared/jobs.ts';
import { type JobWorker, jobHandler } from '../../platform/jobs/worker.ts';
import { cardProofs } from '../report-cards/card-proofs.ts';
import { postingGuards } from '../report-cards/certain-faults.ts';
import { keepersOfCopies } from '../report-cards/kept-with-copies.ts';
import { signaturesOfCards } from '../report-cards/layouts/signed-layout.ts';
import { postReportsWorker } from './post-reports-worker.ts';
import { printCardsWorker } from './print-cards-worker.ts';

signaturesOfCards.fill(cardSignatureParts);
cardProofs.fill(cardProofParts);
keepersOfCopies.fill(keeperParts);
postingGuards.fill(postingGuardParts);

export const handler = jobHandler({
  'post-term-reports': postReportsWorker,
  'print-report-cards': printCardsWorker,
} satisfies Record<JobNameOf<'term-reports'>, JobWorker>);
