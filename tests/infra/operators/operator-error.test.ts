import { describe, expect, it } from 'vitest';
import { OperatorError, sentenceFor } from '../../../infra/operators/operator-error.ts';

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
