import type { JobDefinition, JobStep } from '../../jobs.ts';
import { acceptingFiles } from './registration-acceptance-calls.ts';

/** The durable jobs of families. */
export const familyJobs = {
  /** An account for each current student who has none (rule 56). */
  'make-family-accounts': {
    domain: 'families',
    needs: { table: 'write', writes: ['student accounts'], identity: 'manage' },
  },
  /** Removes those that nobody has used. */
  'undo-family-accounts': {
    domain: 'families',
    needs: { table: 'write', writes: ['student accounts'], identity: 'remove' },
  },
  /** E-mails to parents that are due (rule 56). */
  'send-family-mails': {
    domain: 'families',
    needs: { table: 'write', partitions: 'table', mail: 'send', signingKeys: 'report links' },
  },
  /** Everything in the registrations that families have handed in (rule 58). */
  'accept-registrations': { domain: 'families', needs: { table: 'write', files: acceptingFiles } },
  /** Takes that back where record and registration are as it left them. */
  'undo-accept-registrations': { domain: 'families', needs: { table: 'write', files: acceptingFiles } },
} as const satisfies Record<string, JobDefinition>;

/** One of them, to be begun. */
export const familyJob = (name: keyof typeof familyJobs) => ({ name, row: familyJobs[name] });

/**
 * What a rule of EventBridge starts when a parent's e-mail comes back or is complained about: one step, with the claim
 * and SES's type of event.
 */
export const failedMailStep = {
  name: 'note-failed-mail',
  key: 'event',
  run: 'event',
  attempt: 1,
  batch: 0,
  isDone: false,
} as const satisfies JobStep;
