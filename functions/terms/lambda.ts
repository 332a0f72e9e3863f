import { termsContract } from '#shared/terms/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { academicTermDetails } from './academic-term-details.ts';
import { academicTerms } from './academic-terms.ts';
import { academicYears } from './academic-years.ts';
import { currentPeriod } from './current-period.ts';
import { saveAcademicTermDetails } from './save-academic-term-details.ts';
import { setCurrentPeriod } from './set-current-period.ts';

export const handler = apiHandler(
  termsContract,
  { academicTermDetails, academicTerms, academicYears, currentPeriod, saveAcademicTermDetails, setCurrentPeriod },
  doors,
);
