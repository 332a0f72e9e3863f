import { contract } from '../http/contract.ts';
import { absenceCalls } from './absence-calls.ts';
import { accountCalls } from './account-calls.ts';
import { linkCalls } from './link-calls.ts';
import { registrationCalls } from './registration-calls.ts';
import { reportCalls } from './report-calls.ts';

/** The families' entrance: students' accounts for the office, what a student sees, sends and proposes, and links for parents (rules 39, 56, 58). */
export const familiesContract = contract({
  ...accountCalls,
  ...reportCalls,
  ...linkCalls,
  ...absenceCalls,
  ...registrationCalls,
});
