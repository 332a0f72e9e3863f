import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { fillCardProof } from '../../../options/fill-card-proof.ts';
import { fillSections } from '../../../options/fill-sections.ts';
import { documentHandler } from '../../../platform/requests/pipeline.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

fillCardProof();
fillSections();

export const handler = documentHandler(
  studentRegisterContract,
  { exportEverythingAboutStudent: () => import('./export-everything-about-student.ts') },
  authenticator,
);
