import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { pascalCase } from '../names.ts';
import { type SharedPart, sharedPartParameter } from '../shared-parts.ts';

/**
 * The id or ARN of a part of a set of the account's stack; CloudFormation looks it up when it deploys, and refuses
 * where there is none.
 */
export const lookUpSharedPartId = (scope: Construct, part: SharedPart, set: number): string =>
  ssm.StringParameter.valueForStringParameter(scope, sharedPartParameter(scope, part, set));

export function findSharedFunction(
  scope: Construct,
  part: 'routes' | 'texts' | 'files',
  set: number,
): cloudfront.IFunctionRef {
  return cloudfront.Function.fromFunctionAttributes(scope, pascalCase(part), {
    functionName: part,
    functionArn: lookUpSharedPartId(scope, part, set),
    functionRuntime: cloudfront.FunctionRuntime.JS_2_0.value,
  });
}
