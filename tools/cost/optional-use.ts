import type { Usage } from './prices.ts';

/**
 * Acts of a school and month that CloudTrail counts as management: sign-ins, runs of jobs, new processes of functions,
 * the canary. An estimate, taken large: nobody has counted them on AWS.
 */
const managementEvents = 120_000;

/** Status lists that a posting signs again with each of its batches, taken large. */
const listsOfPosting = 60;

/**
 * A night's files of OneRoster and the snapshot that they are made of, of 1,000 students at the end of a year: three
 * times what the demo school takes with the marks of one term, which the test of its file compares. Seconds of a worker
 * are taken large; its files stay for two weeks.
 */
export const nightOfRosterFiles = {
  readUnits: 3600,
  writeUnits: 6,
  /** Snapshots of people and of marks; each file begins, has its parts and ends. */
  filesWritten: 12,
  filesRead: 4,
  seconds: 30,
  keptGigabytes: 14 * 0.003,
} as const;

const nights = 31;

/** Gigabytes of memory of a worker (infra/constructs/domain-function.ts). */
const workerMemory = 1769 / 1024;

/** The same in a month. */
function nightlyRosterUse(): Usage {
  const { readUnits, writeUnits, filesWritten, filesRead, seconds, keptGigabytes } = nightOfRosterFiles;
  return {
    'Lambda calls': nights,
    'Lambda time': nights * seconds * workerMemory,
    'DynamoDB reads': nights * readUnits,
    'DynamoDB writes': nights * writeUnits,
    'S3 writes and lists': nights * filesWritten,
    'S3 reads': nights * filesRead,
    'S3 storage': keptGigabytes,
  };
}

/**
 * What a school uses besides where its file, or that of its account, asks for it, in a month like `month`.
 * @param students of whom each has a card that is posted twice and opened once
 */
export function listOptionalUse(month: Usage, students: number): [what: string, use: Usage][] {
  const files = (month['S3 reads'] ?? 0) + (month['S3 writes and lists'] ?? 0);
  const postings = 2;
  return [
    [
      'trail and GuardDuty',
      { 'Trail records': files, 'Guarded file events': files, 'Guarded events': managementEvents },
    ],
    ['gradual traffic', { 'Alarm metrics': 1 }],
    ['card key', { 'Customer keys': 1, 'Key requests': postings * (students + listsOfPosting) + 2 * students }],
    ['OneRoster each night', nightlyRosterUse()],
    ['firewall', { Firewalls: 1, 'Firewall requests': month['CloudFront requests'] ?? 0 }],
  ];
}
