import type { Usage } from './prices.ts';

/**
 * Acts of a school and month that CloudTrail counts as management: sign-ins, runs of jobs, new processes of functions,
 * the canary. An estimate, taken large: nobody has counted them on AWS.
 */
const managementEvents = 120_000;

/** Status lists that a posting signs again with each of its batches, taken large. */
const listsOfPosting = 60;

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
    ['firewall', { Firewalls: 1, 'Firewall requests': month['CloudFront requests'] ?? 0 }],
  ];
}
