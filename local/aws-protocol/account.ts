/**
 * The AWS account that every stand-in plays: the region and the one key pair it accepts. Account number as in the
 * emulators' ARNs. Nothing secret: all of it listens on 127.0.0.1 and guards a demonstration school.
 */
export const account = {
  id: '000000000000',
  region: 'eu-west-1',
  accessKeyId: 'FORMROOMLOCAL0000000',
  secretAccessKey: 'local-stand-ins-only-not-a-secret-0000000',
} as const;
