import type { SignInRecords } from '#shared/http/contract.ts';

/**
 * The partitions of the tables by the functions that may write them (ADR 0034): patterns of their keys, as in IAM policies. A new kind
 * of record must be listed here, or no function may write it.
 */

const audit = 'audit#*';
const access = 'access#*';
const posted = 'posted#*';

/** Partitions of the trail table, which is written once (ADR 0034): audit rows (rule 11), access log (rule 48), posted reports (rule 28). */
export const writtenOnce = [audit, access, posted] as const;
/** Written by every function: refused calls and opened documents. */
export const eventsOfAccess = [access] as const;
/** Deleted with an erased student, by that worker alone (ADR 0060). */
export const erasable = ['audit#student#*', posted] as const;
/** Written by every call: the session was used. */
export const sessions = ['session#*'] as const;

/** Written by the functions whose rows name it. */
export const signInPartitions: Readonly<Record<SignInRecords, readonly string[]>> = {
  accounts: ['account#*'],
  'user names': ['user-name#*', 'teacher-number#*'],
  sessions,
  'second factors': ['second-factor#*'],
  steps: ['attempts#*', 'challenge#*', 'devices#*', 'second-factor-step#*'],
};

/** Records of students, classes and teachers: written by every function that writes. */
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

/** The key that checks CSRF tokens: read by every function that changes something. */
export const csrfKey = 'signing-key#csrf';
