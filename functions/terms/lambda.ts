import { termsContract } from '#shared/terms/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { academicTermDetails } from './academic-term-details.ts';
import { academicTerms } from './academic-terms.ts';
import { academicYears } from './academic-years.ts';
import { clearFlags } from './clear-flags.ts';
import { currentPeriod } from './current-period.ts';
import { promote } from './promote.ts';
import { promotionStatus } from './promotion-status.ts';
import { registerStudents } from './register-students.ts';
import { registrationPreview } from './registration-preview.ts';
import { registrationRuns } from './registration-runs.ts';
import { registrationWindows } from './registration-windows.ts';
import { saveAcademicTermDetails } from './save-academic-term-details.ts';
import { saveRegistrationWindow } from './save-registration-window.ts';
import { setCurrentPeriod } from './set-current-period.ts';
import { studentsRegistered } from './students-registered.ts';
import { undoPromotion } from './undo-promotion.ts';
import { undoRegistration } from './undo-registration.ts';

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
