import { cardProofParts } from '#options/functions/card-proof';
import { sectionParts } from '#options/functions/sections';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';
import { cardProofs } from '../../../term-reports/report-cards/card-proofs.ts';
import { sectionsOfEverything } from '../../records/sections-of-everything.ts';

cardProofs.fill(cardProofParts);
sectionsOfEverything.fill(sectionParts);

export const handler = documentHandler(
  studentRegisterContract,
  { exportEverythingAboutStudent: () => import('./export-everything-about-student.ts') },
  authenticator,
);
