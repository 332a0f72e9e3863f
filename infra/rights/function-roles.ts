import { createHash } from 'node:crypto';
import { Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { fileFolders } from '#shared/http/contract.ts';
import { bucketName } from '../constructs/names-in-stack.ts';
import { type FunctionResources, policyStatementsOf } from './function-rights.ts';
import { requiredPrivileges } from './least-privilege.ts';

/**
 * The roles of a stack's functions: functions whose rights are the same to the letter have one together, for an account
 * holds 1,000 (ADR 0104). Two schools never do: each right names its school's own table.
 */
export class FunctionRoles extends Construct {
  private readonly props: { logGroup: logs.ILogGroup; isTraced: boolean };
  private readonly byRights = new Map<string, iam.Role>();

  constructor(scope: Construct, id: string, props: { logGroup: logs.ILogGroup; isTraced: boolean }) {
    super(scope, id);
    this.props = props;
  }

  /** The role that holds what these contract rows need, no more. */
  of(needs: FunctionResources): iam.Role {
    const statements = policyStatementsOf(needs);
    const rights = JSON.stringify(Stack.of(this).resolve(statements.map((statement) => statement.toStatementJson())));
    const role = this.byRights.get(rights) ?? this.role(statements, rights);
    this.byRights.set(rights, role);
    const { files } = requiredPrivileges(needs.entry);
    for (const { folder } of files) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:${Stack.of(this).partition}:s3:::${bucketName(this, needs.prefix, fileFolders[folder])}/${folder}/*]`,
        reason: 'Each file gets a name of its own when it is made, in this one folder.',
      });
    }
    return role;
  }

  private role(statements: readonly iam.PolicyStatement[], rights: string): iam.Role {
    const id = createHash('sha256').update(rights).digest('hex').slice(0, 8);
    const role = new iam.Role(this, id, { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    this.props.logGroup.grantWrite(role);
    if (this.props.isTraced)
      // CDK gives the right with a function's tracing.
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'The actions that send segments to X-Ray take no resource.',
      });
    for (const statement of statements) role.addToPolicy(statement);
    return role;
  }
}
