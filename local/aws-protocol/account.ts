import { randomBytes } from 'node:crypto';

/**
 * The AWS account that every stand-in plays: the region and the one key pair it accepts. Account number as in the
 * emulators' ARNs. The pair is made at each start and only this process knows it: others that reach a stand-in's port,
 * such as a web page that is open on the same machine, can do nothing there. The region can be set for the commands of
 * operators, which ask the one of their school's file.
 */
export const localAccount = {
  id: '000000000000',
  region: process.env.LOCAL_AWS_REGION ?? 'eu-west-1',
  accessKeyId: `FORMROOMLOCAL${randomBytes(4).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
} as const;
