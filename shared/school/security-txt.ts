import type { SchoolFile } from './school-file.ts';

/** Where a finder looks for it (RFC 9116). */
export const securityTxtPath = '/.well-known/security.txt';

/** Months for which a copy holds; the standard advises less than a year. */
const months = 11;

/**
 * Where to report a fault of a school's site (RFC 9116). The end is the first of a month: deployments of one month
 * write the same file, and the update rule (docs/security.md) deploys long before it comes.
 */
export function securityTxt({ securityEmail, operatorEmail }: SecurityContacts, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString();
  return [
    '# Please report what you find here, and nowhere else until it is fixed. Do not read or change records of students.',
    `Contact: mailto:${securityEmail ?? operatorEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

export type SecurityContacts = Pick<SchoolFile, 'securityEmail' | 'operatorEmail'>;
