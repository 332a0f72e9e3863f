import { schoolName } from '../../names.ts';
import { OperatorError } from '../operator-error.ts';
import type { AskAws } from './ask-aws.ts';

/** What of a school is deployed. */
export interface DeployedVersion {
  /** False also where no first deployment has succeeded: there is nothing to upgrade, and nothing to go back to. */
  isThere: boolean;
  /** The commit; absent where its deployment named none. */
  version?: string;
}

/** The answer of `describe-stacks` that means that a stack is not there; every other fault is one. */
const doesNotExist = /\(ValidationError\).* does not exist/;

/** States of a stack whose creation has not succeeded. */
const neverCreated = ['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'DELETE_COMPLETE'];

/**
 * The version of a school, which its last stack tells.
 * @throws {OperatorError} where AWS does not answer, or the stack is in a state from which nothing is deployed
 */
export async function readDeployedVersion(schoolId: string, ask: AskAws): Promise<DeployedVersion> {
  const stackName = `${schoolName(schoolId)}-operations`;
  const stack = await describe(stackName, ask);
  if (stack === undefined || neverCreated.includes(stack.StackStatus)) return { isThere: false };
  if (stack.StackStatus.endsWith('_IN_PROGRESS'))
    throw new OperatorError(`${stackName} is ${stack.StackStatus}: somebody deploys it; wait until that has ended.`);
  if (stack.StackStatus.endsWith('_FAILED'))
    throw new OperatorError(`${stackName} is ${stack.StackStatus}: see docs/operations/something-is-wrong.md.`);
  const version = stack.Outputs?.find(({ OutputKey }) => OutputKey === 'Version')?.OutputValue;
  return version === undefined ? { isThere: true } : { isThere: true, version };
}

interface DescribedStack {
  StackStatus: string;
  Outputs?: { OutputKey: string; OutputValue: string }[];
}

async function describe(stackName: string, ask: AskAws): Promise<DescribedStack | undefined> {
  try {
    return (await ask(
      'cloudformation',
      'describe-stacks',
      '--stack-name',
      stackName,
      '--query',
      'Stacks[0]',
    )) as DescribedStack;
  } catch (error) {
    if (error instanceof OperatorError && doesNotExist.test(error.message)) return undefined;
    throw error;
  }
}
