import type { SignInRecords } from '#shared/http/contract.ts';

/**
 * The partitions of the tables by who may write them (ADR 0034): patterns of their keys, as IAM policies spell them. A new kind of
 * record takes its place here, or nobody may write it.
 */

const audit = 'audit#*';
const access = 'access#*';
const posted = 'posted#*';

/** What is written once, in a table of its own (ADR 0034): the trail of changes (rule 11), what happened at the door (rule 48), posted reports (rule 28). */
export const writtenOnce = [audit, access, posted] as const;
/** Of that, what every function adds: that its caller was refused or opened a document. */
export const eventsOfAccess = [access] as const;
/** Of that, what goes with a student who is erased, by that worker alone (ADR 0060). */
export const erasable = ['audit#student#*', posted] as const;
/** That its caller's session was used, is noted by every call. */
export const sessions = ['session#*'] as const;

/** What few functions write: those whose rows name it. */
export const signInPartitions: Readonly<Record<SignInRecords, readonly string[]>> = {
  accounts: ['account#*'],
  'user names': ['user-name#*', 'teacher-number#*'],
  sessions,
  'second factors': ['second-factor#*'],
  steps: ['attempts#*', 'challenge#*', 'devices#*', 'second-factor-step#*'],
};

/** What a school keeps of its students, classes and teachers: every function that writes. */
export const schoolPartitions: readonly string[] = [
  'act#*',
  'approvals',
  'attendance#*',
  'attendance-archive#*',
  'attendance-days#*',
  'attendance-settings#*',
  'class#*',
  'column-presets#*',
  'comments#*',
  'employee#*',
  'form-teachers#*',
  'hand-over#*',
  'job#*',
  'page#*',
  'paper-given#*',
  'postings',
  'promotion#*',
  'promotion-plan#*',
  'refused-scans',
  'request#*',
  'scans-import#*',
  'stations',
  'student#*',
  'student-ids',
  'student-sign-ins',
  'subject-use#*',
  'subjects',
  'take-over#*',
  'term-register',
  'term-reports-update#*',
  'terms',
  'told#*',
  'upload#*',
  'weekly#*',
];

/** Of the keys that sign cookies, the one that checks CSRF tokens: read wherever something is changed. */
export const csrfKey = 'signing-key#csrf';
