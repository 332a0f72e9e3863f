import { randomBytes } from 'node:crypto';

/**
 * The AWS account that every stand-in plays: the region and the one key pair it accepts. Account number as in the
 * emulators' ARNs. The pair is another one at each start and known to this process alone: whoever reaches a stand-in's port, a web
 * page that is open on the same machine first of all, can do nothing there.
 */
export const account = {
  id: '000000000000',
  region: 'eu-west-1',
  accessKeyId: `FORMROOMLOCAL${randomBytes(4).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
} as const;
