import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bucketNameIn } from '../names.ts';

// Apart from the other names: commands of operators need those, and CDK takes 50 MB of memory.

/**
 * `formroom-demo-files-<account>-<region>`. Where the school file says its account and region the template has the name
 * as it is, and CloudFormation can adopt a bucket that has it (ADR 0006).
 */
export const bucketName = (scope: Construct, name: string, part: 'files' | 'documents'): string =>
  bucketNameIn(Stack.of(scope), name, part);

/** `formroom-demo-us-east-1`: for what an account has once in all its regions (CloudFront, dashboards, budgets). */
export const nameWithRegion = (scope: Construct, name: string): string => `${name}-${Stack.of(scope).region}`;
