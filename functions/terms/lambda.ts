import { termsContract } from '#shared/terms/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { academicTermDetails } from './periods/academic-term-details.ts';
import { academicTerms } from './periods/academic-terms.ts';
import { academicYears } from './periods/academic-years.ts';
import { currentPeriod } from './periods/current-period.ts';
import { saveAcademicTermDetails } from './periods/save-academic-term-details.ts';
import { setCurrentPeriod } from './periods/set-current-period.ts';
import { promote } from './promotion/promote.ts';
import { promotionStatus } from './promotion/promotion-status.ts';
import { undoPromotion } from './promotion/undo-promotion.ts';
import { clearFlags } from './registration/clear-flags.ts';
import { registerStudents } from './registration/register-students.ts';
import { registrationPreview } from './registration/registration-preview.ts';
import { registrationRuns } from './registration/registration-runs.ts';
import { studentsRegistered } from './registration/students-registered.ts';
import { undoRegistration } from './registration/undo-registration.ts';
import { registrationWindows } from './windows/registration-windows.ts';
import { saveRegistrationWindow } from './windows/save-registration-window.ts';

export const handler = apiHandler(
  termsContract,
  {
    academicTermDetails,
    academicTerms,
    academicYears,
    currentPeriod,
    saveAcademicTermDetails,
    setCurrentPeriod,
    registerStudents,
    registrationRuns,
    registrationPreview,
    undoRegistration,
    clearFlags,
    studentsRegistered,
    promotionStatus,
    promote,
    undoPromotion,
    registrationWindows,
    saveRegistrationWindow,
  },
  doors,
);
