import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import { undoCalls } from '../../undo/calls.ts';
import { myAbsenceCalls } from './absence-calls.ts';
import { familyAccountCalls } from './account-calls.ts';
import { familyNoteCalls } from './family-note-calls.ts';
import { reportLinkCalls } from './link-calls.ts';
import { familyMailCalls } from './mail-calls.ts';
import { acceptingFiles, registrationAcceptanceCalls } from './registration-acceptance-calls.ts';
import { familyRegistrationCalls } from './registration-calls.ts';
import { registrationFileCalls } from './registration-file-calls.ts';
import { familyReportCalls } from './report-calls.ts';

/**
 * The families' entrance: students' accounts for the office, what a student sees, sends and proposes, and links for
 * parents (rules 39, 56, 58).
 */
export const familiesContract = contract({
  ...familyAccountCalls,
  ...familyReportCalls,
  ...reportLinkCalls,
  ...myAbsenceCalls,
  ...familyNoteCalls,
  ...familyRegistrationCalls,
  ...familyMailCalls,
  ...registrationFileCalls,
  ...registrationAcceptanceCalls,
  /**
   * Accounts that were made: the undo removes those that nobody has used. Acceptances of registrations: the undo turns
   * the record back and lets the registration wait again, where both are as the acceptance left them. Of a run of many,
   * either is a durable job.
   */
  ...undoCalls(
    {
      path: '/api/families-undo',
      who: ['Admin'],
      menu: ['students', 'registration'],
      needs: { table: 'write', jobs: 'start', files: acceptingFiles },
    },
    () => z.strictObject({ of: z.literal(['families', 'registrations']) }),
  ),
});
