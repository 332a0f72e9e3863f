import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { SharedParts } from '../constructs/shared-parts.ts';
import { applicationName, pascalCase } from '../names.ts';
import { peoplesPolicies, peoplesPolicyName, peoplesRights } from '../rights/people-rights.ts';
import { schoolLimits } from '../rights/school-limits.ts';
import { type IamRight, schoolLimitsName, stageLimits, stageLimitsName } from '../rights/stage-limits.ts';
import { accountAlarmDefinitions } from '../watching/alarm-definitions.ts';
import { addDistrictDashboard } from '../watching/district-dashboard.ts';
import { OperatorAlarms } from '../watching/operator-alarms.ts';
import { createDeadLetterQueue } from '../workflows/dead-letter-queue.ts';

export interface AccountStackProps extends StackProps {
  /** Mail address for alarms that concern all schools of the account. */
  operatorEmail: string;
  /** Sets of what its schools share of CloudFront (`countSharedSets`). */
  sharedSets: number;
}

/**
 * What an account has once per region, as its file in `infra/accounts` says: the role with which API Gateway writes its
 * logs, what all schools have the same of CloudFront, the queue of what could not be started, the alarms of what they
 * share, and the dashboard on which they are side by side. In a school's own stack, deleting that school would take it
 * from all others.
 */
export class AccountStack extends Stack {
  constructor(scope: Construct, id: string, { operatorEmail, sharedSets, ...props }: AccountStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    new SharedParts(this, 'Shared', { sets: sharedSets });
    const notices = new OperatorAlarms(this, 'Notices', { name: applicationName, operatorEmail });
    for (const definition of accountAlarmDefinitions(createDeadLetterQueue(this))) notices.alarm(definition);
    addDistrictDashboard(this);
    const role = new iam.Role(this, 'ApiGatewayLogs', {
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        iam.ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'API Gateway refuses the account setting without exactly this managed policy’s permissions on every log group.',
    });
    this.limit('StageLimits', stageLimitsName(this.region), {
      of: 'a stage: its deployment and each of its roles',
      limits: stageLimits(this.account, this.region),
    });
    this.limit('SchoolLimits', schoolLimitsName(this.region), {
      of: 'a role of a school',
      limits: schoolLimits(this.account),
    });
    const peoples = peoplesRights(this.account);
    for (const policy of peoplesPolicies)
      this.limit(`May${pascalCase(policy)}`, peoplesPolicyName(policy, this.region), {
        of: `a person who may ${policy}`,
        limits: peoples[policy],
      });
    new apigateway.CfnAccount(this, 'ApiGateway', { cloudWatchRoleArn: role.roleArn }).node.addDependency(role);
  }

  /** Named, for `cdk bootstrap` and each role of a stage or school: the policies are there before them. */
  private limit(id: string, name: string, { of, limits }: { of: string; limits: readonly IamRight[] }): void {
    const policy = new iam.ManagedPolicy(this, id, {
      managedPolicyName: name,
      description: `The most that ${of} may do`,
      statements: limits.map(
        ({ actions, resources, ...conditions }) =>
          new iam.PolicyStatement({ actions: [...actions], resources: [...resources], ...conditions }),
      ),
    });
    Validations.of(policy).acknowledge(
      ...wildcardsOf(limits).map((wildcard) => ({
        id: `AwsSolutions-IAM5[${wildcard}]`,
        reason:
          'A limit, within which a role’s own policy says what it may do, or the schools of an account, whose names all begin so.',
      })),
    );
  }
}

/** What stages share, apart from the schools: who deploys a stage may change nothing that a school uses. */
export class StagesStack extends Stack {
  constructor(scope: Construct, id: string, { sharedSets, ...props }: StackProps & { sharedSets: number }) {
    super(scope, id, { ...props, terminationProtection: true });
    new SharedParts(this, 'Shared', { sets: sharedSets });
    // Without an alarm: that of a stage's exports, which are what it starts, notices.
    createDeadLetterQueue(this);
  }
}

const wildcardsOf = (limits: readonly IamRight[]): string[] => {
  const findings = limits.flatMap(({ actions, resources }) => [
    ...actions.map((action) => `Action::${action}`),
    ...resources.map((resource) => `Resource::${resource}`),
  ]);
  return [...new Set(findings)].filter((finding) => finding.includes('*'));
};
