import { CfnCondition, CfnParameter, Duration, Fn, Validations } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { BuildEntry } from '../build/entries.ts';
import { alarmName } from '../watching/alarm-definitions.ts';
import { savingCalls } from '../watching/log-metrics.ts';

/** Says, at each deployment, how a new version gets its calls; CloudFormation would keep what was said last. */
export const newVersionsParameter = 'NewVersions';
export type NewVersions = 'gradually' | 'at once';

/** Whether a function answers any of the calls that save what was typed: marks, remarks and attendance. */
export const savesTypedText = ({ calls }: Pick<BuildEntry, 'calls'>): boolean =>
  calls.some((call) => savingCalls.some(({ method, path }) => method === call.method && path === call.path));

/**
 * Gives a new version of a function a tenth of its calls for ten minutes, and all of them where nothing failed; back to
 * the version before at the first alarm (ADR 0109). CloudFormation waits for it. On the way back from a broken version
 * it shifts at once and asks no alarm: the one that is red is why one goes back.
 */
export class GradualTraffic extends Construct {
  private readonly application: codedeploy.CfnApplication;
  private readonly role: iam.Role;
  private readonly alarm: cloudwatch.Alarm;
  private readonly isGradual: CfnCondition;

  /** @param name for example `formroom-demo`: the name of the API and of the application of CodeDeploy */
  constructor(scope: Construct, id: string, { name, stageName }: { name: string; stageName: string }) {
    super(scope, id);
    const parameter = new CfnParameter(this, newVersionsParameter, {
      default: 'gradually' satisfies NewVersions,
      allowedValues: ['gradually', 'at once'] satisfies NewVersions[],
      description: 'How new versions of the functions that save get their calls',
    });
    parameter.overrideLogicalId(newVersionsParameter);
    this.isGradual = new CfnCondition(this, 'IsGradual', {
      expression: Fn.conditionEquals(parameter.valueAsString, 'gradually' satisfies NewVersions),
    });
    this.application = new codedeploy.CfnApplication(this, 'Application', {
      applicationName: name,
      computePlatform: 'Lambda',
    });
    this.role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com') });
    this.role.addToPolicy(new iam.PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Reading the state of alarms takes no resource.',
    });
    // It mails nobody: it says what five calls in five minutes, of which mail is sent, would say of the other nine
    // tenths.
    this.alarm = new cloudwatch.Alarm(this, 'Fails', {
      alarmName: alarmName(name, 'new version fails'),
      alarmDescription:
        'Two calls in five minutes were answered with a server error: CodeDeploy takes a new version back.',
      metric: new cloudwatch.Metric({
        namespace: 'AWS/ApiGateway',
        metricName: '5XXError',
        dimensionsMap: { ApiName: name, Stage: stageName },
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 2,
      evaluationPeriods: 1,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
  }

  /** @param part the function within the school, for example `attendance` */
  shift(part: string, { alias, of }: { alias: lambda.Alias; of: lambda.Function }): void {
    this.role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
        // By its name: the alias waits for the group, and the group for the role.
        resources: [of.functionArn, `${of.functionArn}:${alias.aliasName}`],
      }),
    );
    const group = new codedeploy.CfnDeploymentGroup(this, part, {
      applicationName: this.application.ref,
      deploymentGroupName: part,
      serviceRoleArn: this.role.roleArn,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      deploymentConfigName: this.choose(
        'CodeDeployDefault.LambdaCanary10Percent10Minutes',
        'CodeDeployDefault.LambdaAllAtOnce',
      ).toString(),
      alarmConfiguration: {
        alarms: [{ name: this.alarm.alarmName }],
        enabled: this.choose(true, false),
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    group.node.addDependency(this.role);
    const resource = alias.node.defaultChild as lambda.CfnAlias;
    resource.addDependency(group);
    resource.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName: this.application.ref, deploymentGroupName: group.ref },
    };
  }

  private choose(gradually: string | boolean, atOnce: string | boolean) {
    return Fn.conditionIf(this.isGradual.logicalId, gradually, atOnce);
  }
}
