import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * What an account has once per region, whichever school comes first: the role with which API Gateway writes its logs. In a
 * school's own stack, deleting that school would silence the logs of all others.
 */
export class AccountStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, { ...props, terminationProtection: true });
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
    new apigateway.CfnAccount(this, 'ApiGateway', { cloudWatchRoleArn: role.roleArn }).node.addDependency(role);
  }
}
