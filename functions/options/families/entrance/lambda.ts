import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { apiHandler } from '../../../platform/requests/pipeline.ts';
import { familyAuthenticator, onlyWithFamilyEntrance } from '../records/family-authenticator.ts';

export const handler = onlyWithFamilyEntrance(
  apiHandler(
    entranceContract,
    {
      studentLogin: () => import('./student-sign-in.ts'),
      setStudentPasswordAtSignIn: () => import('./student-sign-in.ts'),
      openReportLink: () => import('./open-report-link.ts'),
    },
    familyAuthenticator,
  ),
);
