import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { OperatorError, sentenceFor } from '../../../infra/operators/operator-error.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const named = (name: string, message = 'User: arn:aws:iam::1:user/x is not authorized to perform: dynamodb:Scan') =>
  Object.assign(new Error(message), { name });

describe('the message of an operator’s error', () => {
  it.each([
    [new OperatorError('There is no school x.'), 'There is no school x.'],
    [
      named('CredentialsProviderError', 'Could not load credentials from any providers'),
      'You are not signed in to AWS. Sign in (aws sso login, or set AWS_PROFILE), and run the same command again.',
    ],
    [
      named('ExpiredTokenException', 'The security token included in the request is expired'),
      'AWS does not accept your sign-in any more (ExpiredTokenException). Sign in again, and run the same command again.',
    ],
    [
      named('AccessDeniedException'),
      'AWS does not let you do this: User: arn:aws:iam::1:user/x is not authorized to perform: dynamodb:Scan',
    ],
    [named('Error', 'Region is missing'), 'No region is set: set AWS_REGION to the region of the school’s file.'],
    [
      Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }),
      'AWS cannot be reached (ENOTFOUND). Look at the network, and at the region of the school’s file.',
    ],
  ])('%s', (error, sentence) => {
    expect(sentenceFor(error)).toBe(sentence);
  });

  it('of a fault of the program is its stack trace', () => {
    expect(sentenceFor(new TypeError('x is not a function'))).toBeUndefined();
    expect(sentenceFor('x')).toBeUndefined();
  });
});

describe('an option that a command does not have', () => {
  const run = (script: string, ...given: string[]) =>
    spawnSync(process.execPath, [fileURLToPath(new URL(`../../../${script}`, import.meta.url)), ...given], {
      encoding: 'utf8',
      // Without credentials: what is not refused reaches nothing.
      env: {
        PATH: process.env.PATH,
        HOME: temporaryFolder(),
        AWS_EC2_METADATA_DISABLED: 'true',
        NODE_OPTIONS: process.env.NODE_OPTIONS,
      },
    });

  it('ends it: what should only be listed would be done', () => {
    const { status, stderr } = run(
      'infra/operators/restore.ts',
      ...['--school', 'demo', '--at', '2026-03-01T06:00:00Z', '--onlylist'],
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Unknown option '--onlylist'\. Usage: npm run restore -- --school <id> .*\n$/);
  });

  it('ends it as well where it lacks its value, and where a word belongs to no option', () => {
    expect(run('infra/operators/check-accounts.ts', '--school').stderr).toMatch(
      /^Option '--school <value>' argument missing\. Usage: .*\n$/,
    );
    expect(run('infra/operators/check-summaries.ts', '--school', 'demo', '--year').stderr).toMatch(
      /^Option '--year <value>' argument missing\. Usage: npm run check-summaries -- .*\n$/,
    );
    expect(run('tools/drill/run.ts', 'staging-demo').stderr).toMatch(
      /^Unexpected argument 'staging-demo'\. .*Usage: .*\n$/,
    );
  });
});
