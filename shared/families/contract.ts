import { contract } from '../http/contract.ts';
import { accountCalls } from './account-calls.ts';
import { reportCalls } from './report-calls.ts';

/** The families' entrance: students' accounts for the office, and what a student sees (rules 39, 56). */
export const familiesContract = contract({
  ...accountCalls,
  ...reportCalls,
});
