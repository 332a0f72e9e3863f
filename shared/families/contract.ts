import { contract } from '../http/contract.ts';
import { myAbsenceCalls } from './absence-calls.ts';
import { familyAccountCalls } from './account-calls.ts';
import { reportLinkCalls } from './link-calls.ts';
import { familyMailCalls } from './mail-calls.ts';
import { registrationAcceptanceCalls } from './registration-acceptance-calls.ts';
import { familyRegistrationCalls } from './registration-calls.ts';
import { registrationFileCalls } from './registration-file-calls.ts';
import { familyReportCalls } from './report-calls.ts';

/** The families' entrance: students' accounts for the office, what a student sees, sends and proposes, and links for parents (rules 39, 56, 58). */
export const familiesContract = contract({
  ...familyAccountCalls,
  ...familyReportCalls,
  ...reportLinkCalls,
  ...myAbsenceCalls,
  ...familyRegistrationCalls,
  ...familyMailCalls,
  ...registrationFileCalls,
  ...registrationAcceptanceCalls,
});
