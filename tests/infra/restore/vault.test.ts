import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptFoldersOfOptions } from '#options/tests';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { addSchoolStacks } from '../../../infra/formroom-app.ts';
import { VaultStack } from '../../../infra/stacks/vault.ts';
import {
  loadDemoSchool,
  placeholderParts,
  type Resource,
  resourcesOfType,
  type Template,
  testApp,
} from '../stacks/templates.ts';

const vault = { account: '444455556666', region: 'eu-central-1' };
let copies: Template;
let data: Template;
let findings: unknown[];

beforeAll(() => {
  // With every rule of the real app: a finding ends the synthesis.
  const app = testApp();
  const stack = new VaultStack(app, 'formroom-demo-vault', {
    env: vault,
    name: 'formroom-demo',
    school: loadDemoSchool().aws,
    vault,
  });
  const stacks = addSchoolStacks(app, { ...loadDemoSchool(), vault }, placeholderParts());
  const assembly = app.synth();
  copies = assembly.getStackByName(stack.stackName).template as Template;
  data = assembly.getStackByName(stacks.data.stackName).template as Template;
  findings = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8')).pluginReports;
});

const policyOf = (template: Template, id: string): Resource['Properties'][] =>
  resourcesOfType(template, 'AWS::S3::BucketPolicy')
    .map(({ Properties }) => Properties)
    .filter(({ Bucket }) => Bucket.Ref?.startsWith(id))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

describe('the vault', () => {
  it('passes the rules, with the school beside it', () => {
    expect(findings).toEqual([]);
  });

  it('locks each copy for 90 days against everybody, the root of its own account included', () => {
    const [bucket] = resourcesOfType(copies, 'AWS::S3::Bucket').filter(({ Properties }) => Properties.BucketName);
    expect(bucket?.Properties).toMatchObject({
      BucketName: 'formroom-demo-vault-444455556666-eu-central-1',
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 90 } },
      },
      VersioningConfiguration: { Status: 'Enabled' },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
    });
    expect(bucket?.DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  it('keeps for 90 days what the school has deleted or replaced, and exports as long', () => {
    const [bucket] = resourcesOfType(copies, 'AWS::S3::Bucket').filter(({ Properties }) => Properties.BucketName);
    const rules: Resource['Properties'][] = bucket?.Properties.LifecycleConfiguration.Rules;
    expect(rules.find(({ Id }) => Id === 'old-versions')?.NoncurrentVersionExpiration).toEqual({ NoncurrentDays: 90 });
    expect(rules.find(({ Id }) => Id === 'table-exports')).toMatchObject({
      Prefix: 'table-exports/',
      ExpirationInDays: 90,
    });
    // Nothing but exports, and what ends by its age at the school, whose lifecycle deletes nothing here.
    expect(rules.flatMap(({ Prefix, ExpirationInDays: days }) => (days ? [[Prefix, days]] : []))).toEqual([
      ...keptFoldersOfOptions,
      ['table-exports/', 90],
    ]);
  });

  it('lets the school’s account add by one role and read, and nothing else', () => {
    const allowed = policyOf(copies, 'Copies').filter(({ Effect }) => Effect === 'Allow');
    const root = { AWS: 'arn:aws:iam::111122223333:root' };
    const arn = { 'Fn::GetAtt': [expect.stringMatching(/^Copies/), 'Arn'] };
    const objects = { 'Fn::Join': ['', [arn, '/*']] };
    expect(allowed).toEqual([
      {
        Sid: 'TheCopyingRoleAdds',
        Effect: 'Allow',
        Principal: root,
        Resource: objects,
        Action: ['s3:ObjectOwnerOverrideToBucketOwner', 's3:ReplicateDelete', 's3:ReplicateObject', 's3:ReplicateTags'],
        Condition: {
          ArnEquals: { 'aws:PrincipalArn': 'arn:aws:iam::111122223333:role/formroom-demo-replication-us-east-1' },
        },
      },
      {
        Sid: 'WhoRestoresReads',
        Effect: 'Allow',
        Principal: root,
        Resource: [arn, objects],
        Action: ['s3:GetObject', 's3:GetObjectVersion', 's3:ListBucket', 's3:ListBucketVersions'],
      },
    ]);
  });

  it('refuses deletion, and changes of its rules, to everybody of the school’s account, whatever is allowed elsewhere', () => {
    const denials = policyOf(copies, 'Copies').filter(({ Sid }) => Sid === 'NobodyOfTheSchoolDeletes');
    expect(denials).toMatchObject([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['s3:BypassGovernanceRetention', 's3:DeleteBucket*', 's3:DeleteObject*', 's3:Put*'],
        Condition: { StringEquals: { 'aws:PrincipalAccount': '111122223333' } },
      },
    ]);
  });
});

describe('a school with a vault', () => {
  const rulesOf = (part: string) => {
    const [bucket] = resourcesOfType(data, 'AWS::S3::Bucket').filter(({ Properties }) =>
      JSON.stringify(Properties.BucketName ?? '').includes(`formroom-demo-${part}`),
    );
    return bucket?.Properties.ReplicationConfiguration.Rules as Resource['Properties'][];
  };
  const told = (rules: Resource['Properties'][]) =>
    rules.map(({ Filter, DeleteMarkerReplication, Status }) => [Filter.Prefix, DeleteMarkerReplication.Status, Status]);

  it('has its files, its archive and its exports copied; a deletion of an export is not passed on', () => {
    expect(told(rulesOf('files'))).toEqual([
      ['crests/', 'Enabled', 'Enabled'],
      ['pictures/', 'Enabled', 'Enabled'],
      ['student-files/', 'Enabled', 'Enabled'],
      ['absence-notes/', 'Enabled', 'Enabled'],
      ['registration-files/', 'Enabled', 'Enabled'],
    ]);
    expect(told(rulesOf('documents'))).toEqual([
      ['attendance-archive/', 'Enabled', 'Enabled'],
      ['table-exports/', 'Disabled', 'Enabled'],
    ]);
    for (const { Destination } of [...rulesOf('files'), ...rulesOf('documents')]) {
      expect(Destination).toMatchObject({
        Account: '444455556666',
        AccessControlTranslation: { Owner: 'Destination' },
      });
      expect(JSON.stringify(Destination.Bucket)).toContain(':s3:::formroom-demo-vault-444455556666-eu-central-1');
    }
  });

  it('has one role for that, which S3 alone takes on, and which can do nothing in the vault but add', () => {
    const [role] = resourcesOfType(data, 'AWS::IAM::Role').filter(
      ({ Properties }) => Properties.RoleName === 'formroom-demo-replication-us-east-1',
    );
    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
      { Principal: { Service: 's3.amazonaws.com' }, Action: 'sts:AssumeRole' },
    ]);
    const statements = resourcesOfType(data, 'AWS::IAM::Policy')
      .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes('VaultReplication'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Resource['Properties'][]);
    const inVault = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('-vault-'));
    expect(inVault.map(({ Action }) => Action)).toEqual([
      ['s3:ObjectOwnerOverrideToBucketOwner', 's3:ReplicateDelete', 's3:ReplicateObject', 's3:ReplicateTags'],
    ]);
    expect(JSON.stringify(statements)).not.toMatch(/s3:(Delete|Put|Bypass|\*)/);
  });

  it('is refused where the vault is in the school’s own account or region', () => {
    const faults = (place: typeof vault) =>
      schoolFileSchema()
        .safeParse({ ...loadDemoSchool(), vault: place })
        .error?.issues.map(({ message }) => message);
    const message = 'The vault must be in another account and in another region than the school.';
    expect(faults({ ...vault, account: '111122223333' })).toEqual([message]);
    expect(faults({ ...vault, region: 'us-east-1' })).toEqual([message]);
    expect(faults(vault)).toBeUndefined();
  });
});

describe('a school without a vault', () => {
  it('copies nothing', () => {
    const app = testApp({ builtinCloudFormationValidation: false });
    const stacks = addSchoolStacks(app, loadDemoSchool(), placeholderParts());
    const template = app.synth().getStackByName(stacks.data.stackName).template as Template;
    expect(JSON.stringify(template)).not.toContain('Replication');
    const tables = resourcesOfType(template, 'AWS::DynamoDB::GlobalTable').map(
      ({ Properties }) => Properties.TableName,
    );
    expect(tables.toSorted()).toEqual(['formroom-demo', 'formroom-demo-keys', 'formroom-demo-trail']);
  });
});
