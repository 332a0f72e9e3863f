import { DefaultStackSynthesizer, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { applicationName, stageNameStart } from '../names.ts';
import { smokeRights } from '../rights/smoke-rights.ts';
import { type IamRight, stagesBootstrapQualifier } from '../rights/stage-limits.ts';

const issuer = 'token.actions.githubusercontent.com';

/** A repository on GitHub. Its ids stay as they are when it is renamed or moved, and are never given to another. */
export interface Repository {
  owner: string;
  name: string;
  ownerId: string;
  id: string;
}

export interface GitHubRolesStackProps extends StackProps {
  repository: Repository;
  /** The account trusts GitHub's tokens already; it can do so once. */
  isProviderThere: boolean;
}

/**
 * Whom an environment deploys: how the roles of `cdk bootstrap` for them are called, what their names begin with, and
 * their tags.
 */
interface Deployed {
  qualifier: string;
  named: string;
  tagged: string;
}

const schools = { qualifier: DefaultStackSynthesizer.DEFAULT_QUALIFIER, named: `${applicationName}-`, tagged: '*' };
const stages = {
  qualifier: stagesBootstrapQualifier,
  named: stageNameStart,
  tagged: `${stageNameStart.slice(applicationName.length + 1)}*`,
};

/**
 * What the workflows of `.github/` may do in an account, by tokens that GitHub signs for one job and no key that is
 * kept anywhere. A role for each environment of the repository: who may start a job there is set in GitHub, and no
 * other branch, fork or job gets in; what deploys, only from the workflows that ask the gate first. The subject of a
 * token has names alone, or, in repositories that were made, renamed or moved since July 2026, names with ids.
 */
export class GitHubRolesStack extends Stack {
  constructor(scope: Construct, id: string, { repository, isProviderThere, ...props }: GitHubRolesStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const provider = isProviderThere
      ? `arn:aws:iam::${this.account}:oidc-provider/${issuer}`
      : new iam.CfnOIDCProvider(this, 'GitHub', { url: `https://${issuer}`, clientIdList: ['sts.amazonaws.com'] })
          .attrArn;
    const role = (
      name: string,
      { environment, rights, workflows }: { environment: string; rights: readonly IamRight[]; workflows?: string[] },
    ) => {
      const made = new iam.Role(this, name, {
        roleName: `${applicationName}-${name}`,
        // A school both ways: to the new version and back.
        maxSessionDuration: Duration.hours(3),
        assumedBy: new iam.WebIdentityPrincipal(provider, {
          StringEquals: {
            [`${issuer}:aud`]: 'sts.amazonaws.com',
            [`${issuer}:sub`]: subjects(repository, environment),
            [`${issuer}:repository_id`]: repository.id,
            [`${issuer}:environment`]: environment,
            [`${issuer}:ref`]: 'refs/heads/main',
          },
          ...(workflows && {
            StringLike: {
              [`${issuer}:job_workflow_ref`]: workflows.map((file) => `*/.github/workflows/${file}@refs/heads/main`),
            },
          }),
        }),
      });
      for (const right of rights) this.grant(made, right);
      return made;
    };
    const { account } = this;
    const deploying = (whom: Deployed) => [
      becoming(account, whom, ['deploy', 'file-publishing', 'lookup']),
      readingStacks(account, whom),
      readingShared(account, whom),
      readingShifts(account, whom),
      ...smokeRights(account, whom),
    ];
    // Those alone ask whether a release is approved and none of its schools has failed.
    const workflows = ['deploy-account.yml', 'deploy-school.yml'];
    role('deploy-staging', { environment: 'staging', rights: deploying(stages), workflows });
    role('deploy-schools', {
      environment: 'schools',
      rights: [...deploying(schools), settingContacts(account)],
      workflows,
    });
    const drift = role('drift', {
      environment: 'drift',
      rights: [
        ...[schools, stages].map((whom) => becoming(account, whom, ['lookup'])),
        readingStacks(account, schools),
      ],
    });
    // To compare a resource, CloudFormation reads it with the rights of the caller. Settings alone: no record and no
    // file.
    drift.addManagedPolicy(iam.ManagedPolicy.fromAwsManagedPolicyName('SecurityAudit'));
    Validations.of(drift).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/SecurityAudit]',
      reason:
        'AWS’s own list of what tells settings and no contents; a list of ours would miss each new kind of resource.',
    });
  }

  private grant(role: iam.Role, { actions, resources, ...more }: IamRight): void {
    role.addToPolicy(new iam.PolicyStatement({ actions: [...actions], resources: [...resources], ...more }));
    for (const resource of resources.filter((each) => each.includes('*'))) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${resource}]`,
        reason: 'The schools of this account, whose names all begin so, or what takes no resource.',
      });
    }
  }
}

const subjects = ({ owner, name, ownerId, id }: Repository, environment: string): string[] =>
  [`${owner}/${name}`, `${owner}@${ownerId}/${name}@${id}`].map((of) => `repo:${of}:environment:${environment}`);

/** Lets `cdk` assume the roles that `cdk bootstrap` made, in any region. */
const becoming = (account: string, { qualifier }: Deployed, roles: readonly string[]): IamRight => ({
  actions: ['sts:AssumeRole'],
  resources: roles.map((role) => `arn:aws:iam::${account}:role/cdk-${qualifier}-${role}-role-${account}-*`),
});

const readingStacks = (account: string, { named }: Deployed): IamRight => ({
  actions: [
    'cloudformation:DescribeStackDriftDetectionStatus',
    'cloudformation:DescribeStackResourceDrifts',
    'cloudformation:DescribeStacks',
    'cloudformation:DetectStackDrift',
    'cloudformation:DetectStackResourceDrift',
    'cloudformation:ListStackResources',
  ],
  resources: [`arn:aws:cloudformation:*:${account}:stack/${named}*`],
});

/** Whom AWS writes to about this account, which is no resource of CloudFormation. */
const settingContacts = (account: string): IamRight => ({
  actions: ['account:PutAlternateContact'],
  resources: [`arn:aws:account::${account}:account`],
});

/** Why CodeDeploy has ended the shift to a new version. */
const readingShifts = (account: string, { named }: Deployed): IamRight => ({
  actions: ['codedeploy:GetDeployment', 'codedeploy:ListDeployments'],
  resources: [`arn:aws:codedeploy:*:${account}:deploymentgroup:${named}*`],
});

/** What earlier versions left for schools to share. */
const readingShared = (account: string, { named }: Deployed): IamRight => ({
  actions: ['ssm:GetParametersByPath'],
  resources: [`arn:aws:ssm:*:${account}:parameter/${named.slice(0, -1)}/shared*`],
});
