import { CustomResource, Duration, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { jobMachineName } from '#shared/jobs.ts';
import { machineArn } from '../../rights/function-rights.ts';
import type { MachinesOfStack } from './refuse-running.ts';

export interface LeavingWorkersProps {
  /** For example `formroom-demo`. */
  name: string;
  /** Folder of the built function. */
  bundle: string;
  /** The domains whose jobs the school has. */
  domains: readonly string[];
  logGroup: logs.ILogGroup;
}

/**
 * Refuses a deployment that takes a worker away while its job runs (ADR 0107). It has the list of the workers: where
 * that changes, CloudFormation updates it before it deletes what left the template, and rolls the stack back where it
 * fails.
 */
export class LeavingWorkers extends Construct {
  constructor(scope: Construct, id: string, { name, bundle, domains, logGroup }: LeavingWorkersProps) {
    super(scope, id);
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const machines = machineArn(this, jobMachineName(name, '*'));
    role.addToPolicy(
      new iam.PolicyStatement({
        sid: 'SeeRuns',
        actions: ['states:DescribeStateMachine', 'states:ListExecutions'],
        resources: [machines],
      }),
    );
    const { partition, region, account } = Stack.of(this);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${partition}:states:${region}:${account}:stateMachine:${jobMachineName(name, '*')}]`,
      reason: 'A worker that leaves is in no list any more; the name of every machine begins with the school’s.',
    });
    const asking = new lambda.Function(this, 'Function', {
      functionName: `${name}-leaving-workers`,
      description: 'Refuses a deployment that takes a worker away while its job runs',
      code: lambda.Code.fromAsset(bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: 256,
      // The questions, and the answer.
      timeout: Duration.seconds(45),
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
    });
    const properties: MachinesOfStack = {
      Machines: domains.map((domain) => machineArn(this, jobMachineName(name, domain))),
    };
    new CustomResource(this, 'List', {
      serviceToken: asking.functionArn,
      resourceType: 'Custom::LeavingWorkers',
      // Lambda tries three times, with three minutes between them.
      serviceTimeout: Duration.minutes(6),
      properties: { ...properties },
    });
  }
}
