import { guardPosting as ofTruthCheck } from './truth-check/option.ts';

/** What looks at report cards before they are posted. */
export const postingGuardParts = { 'truth-check': ofTruthCheck };
