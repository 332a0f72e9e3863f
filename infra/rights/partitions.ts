import type { SignInRecordKind } from '#shared/http/contract.ts';
import { partitionsOfOptions } from '#shared/product.ts';

/**
 * The partitions of the tables and indexes by the functions that may write or read them (ADR 0034): patterns of their
 * keys, as in IAM policies. A new kind of record must be listed here, or no function may write or read it.
 */

const audit = 'audit#*';
const access = 'access#*';
const posted = 'posted#*';

/**
 * Partitions of the trail table, which is written once (ADR 0034): audit rows (rule 11), access log (rule 48), posted
 * reports (rule 28).
 */
export const trailPartitions = [audit, access, posted] as const;
/** Written by every function: refused calls and opened documents. */
export const accessEventPartitions = [access] as const;
/** Deleted with an erased student, by that worker alone (ADR 0060). */
export const erasablePartitions = ['audit#student#*', posted] as const;
/** Kept by the functions that read them, which may write nothing else (ADR 0040). */
export const summaries = ['class-summary#*'] as const;
/** Written by every call: the session was used. */
export const sessionPartitions = ['session#*'] as const;

/** Written by the functions whose rows name it. */
export const signInPartitions: Readonly<Record<SignInRecordKind, readonly string[]>> = {
  accounts: ['account#*'],
  'student accounts': ['account#student.*', 'user-name#student:*'],
  'user names': ['user-name#*', 'teacher-number#*'],
  sessions: sessionPartitions,
  'second factors': ['second-factor#*'],
  steps: ['attempts#*', 'challenge#*', 'devices#*', 'second-factor-step#*'],
};

/** Their partitions in the indexes, read by the same functions; of the access log nothing else is read. */
const signInIndexes: Readonly<Partial<Record<SignInRecordKind | 'access events', readonly string[]>>> = {
  accounts: ['accounts'],
  steps: ['sign-ins-*'],
  'access events': ['access-list#*'],
};

/** Everything that a function reads of some sign-in records. */
export const partitionsOfSignInRecords = (records: SignInRecordKind | 'access events'): readonly string[] => [
  ...(records === 'access events' ? [] : signInPartitions[records]),
  ...(signInIndexes[records] ?? []),
];

/** Records of students, classes and teachers: written by every function that writes. */
export const recordPartitions: readonly string[] = [
  'act#*',
  'attendance#*',
  'attendance-archive#*',
  'attendance-days#*',
  'attendance-kept#*',
  'attendance-settings#*',
  'card-layouts',
  'class#*',
  'class-changes#*',
  'class-leavers',
  'class-rosters',
  'class-summary#*',
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
  'report-openings',
  'request#*',
  'scans-import#*',
  'student#*',
  'student-ids',
  'student-sign-ins',
  'subject-use#*',
  'subjects',
  'take-over#*',
  'term-register',
  'term-people',
  'terms',
  'term-reports-update#*',
  'told#*',
  'upload#*',
  'weekly#*',
  ...partitionsOfOptions.table,
];

/** Partitions of the indexes that no table has: of the same records, and of audit rows. */
const schoolIndexes: readonly string[] = [
  'absent#*',
  'acts#*',
  'changes#*',
  'employees',
  'entered#*',
  'late#*',
  'log#*',
  'posts#*',
  'removed#*',
  'roster#*',
  'sheet#*',
  'students#*',
  'taken#*',
  'taking#*',
  'taught#*',
  'tests#*',
  ...partitionsOfOptions.indexes,
];

/** Read by every function that reads. */
export const readablePartitions: readonly string[] = [...recordPartitions, ...schoolIndexes, audit, posted];

/** Gathered by one statement (ADR 0040, 0058), by what the rows say they need. */
export const partitionsReadTogether = {
  table: ['attendance#*', 'told#*', ...partitionsOfOptions.together],
  index: ['entered#*', 'taking#*'],
  summaries: ['entered#*'],
  indexes: ['employees', 'posts#*', 'taking#*', 'taught#*'],
} as const;

/** The keys that sign cookies. */
export const signingKeyPartition = 'signing-key#*';
/** The key that checks CSRF tokens: read by every function that changes something. */
export const csrfKeyPartition = 'signing-key#csrf';

/**
 * A key that functions beside sign-in's make and read: of the links for parents, of what browsers keep of typing, of
 * files that leave the school.
 */
export const namedKeyPartition = (purpose: 'report links' | 'outbox' | 'exports'): string => `signing-key#${purpose}`;
