import { describe, expect, it } from 'vitest';
import { readDeployedVersion } from '../../../infra/operators/deployment/deployed-version.ts';
import { OperatorError } from '../../../infra/operators/operator-error.ts';

const fault = (message: string) => new OperatorError(`An error occurred ${message}`);
const version = { OutputKey: 'Version', OutputValue: 'abc' };

describe('the version that a school has', () => {
  it.each<[string, unknown, object]>([
    [
      'a stack that tells it',
      { StackStatus: 'UPDATE_COMPLETE', Outputs: [version] },
      { isThere: true, version: 'abc' },
    ],
    [
      'one that was taken back',
      { StackStatus: 'UPDATE_ROLLBACK_COMPLETE', Outputs: [version] },
      { isThere: true, version: 'abc' },
    ],
    ['one whose deployment named none', { StackStatus: 'CREATE_COMPLETE' }, { isThere: true }],
    [
      'no stack',
      fault(
        '(ValidationError) when calling the DescribeStacks operation: Stack with id formroom-demo-operations does not exist',
      ),
      { isThere: false },
    ],
    ['a first deployment that failed', { StackStatus: 'ROLLBACK_COMPLETE' }, { isThere: false }],
  ])('is known of %s', async (_, answer, found) => {
    expect(await readDeployedVersion('demo', asking(answer))).toEqual(found);
  });

  it.each<[string, unknown, string]>([
    [
      'rights are missing',
      fault('(AccessDenied) when calling the DescribeStacks operation: not authorized'),
      'AccessDenied',
    ],
    ['AWS is busy', fault('(Throttling) when calling the DescribeStacks operation: Rate exceeded'), 'Throttling'],
    ['nobody is signed in', new OperatorError('Unable to locate credentials.'), 'Unable to locate credentials'],
    // Words of another fault.
    ['the role is gone', fault('(AccessDenied) when calling AssumeRole: role does not exist'), 'AccessDenied'],
    ['somebody deploys it', { StackStatus: 'UPDATE_IN_PROGRESS' }, 'wait until that has ended'],
    ['it cannot be taken back', { StackStatus: 'UPDATE_ROLLBACK_FAILED' }, 'docs/operations/something-is-wrong.md'],
  ])('is no first deployment where %s', async (_, answer, said) => {
    await expect(readDeployedVersion('demo', asking(answer))).rejects.toThrow(said);
  });
});

const asking = (answer: unknown) => async () => {
  if (answer instanceof Error) throw answer;
  return answer;
};
