import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { unmetPasswordRequirements } from '#shared/accounts/auth/password.ts';
import { type KeptTableDefinition, tableDefinition, trailDefinition } from '../../../infra/table/table-definition.ts';
import {
  demoTemplates,
  onlyResource,
  type Resource,
  resourcesOfType,
  stackNames,
  type Template,
  type Templates,
} from './templates.ts';

let templates: Templates;
let data: Template;
beforeAll(() => {
  templates = demoTemplates();
  data = templates.data;
});

const isKept = ({ DeletionPolicy, UpdateReplacePolicy }: Resource) =>
  DeletionPolicy === 'RetainExceptOnCreate' && UpdateReplacePolicy === 'Retain';

describe('a first deployment that fails', () => {
  const dependsOn = ({ DependsOn = [] }: Resource) => [DependsOn].flat();

  it('leaves nothing behind whose name the next one would find taken', () => {
    const resources = stackNames.flatMap((part) => Object.values(templates[part].Resources));
    const policies = resources.map(({ DeletionPolicy }) => DeletionPolicy);
    expect(policies).toContain('RetainExceptOnCreate');
    expect(policies).not.toContain('Retain');
  });

  it('has not come to what is protected from deletion: the pool is made after the buckets, the tables after the pool', () => {
    const idsOf = (type: string) => Object.keys(data.Resources).filter((id) => data.Resources[id]?.Type === type);
    const pool = onlyResource(data, 'AWS::Cognito::UserPool');
    expect(dependsOn(pool)).toEqual(expect.arrayContaining(idsOf('AWS::S3::Bucket')));
    for (const table of resourcesOfType(data, 'AWS::DynamoDB::GlobalTable'))
      expect(dependsOn(table)).toEqual(idsOf('AWS::Cognito::UserPool'));
    const tableIds = idsOf('AWS::DynamoDB::GlobalTable');
    expect(tableIds).toHaveLength(3);
    for (const id of tableIds) expect(Object.values(data.Resources).flatMap(dependsOn)).not.toContain(id);
  });
});

describe('a school that was taken down', () => {
  it('is imported by what was kept: no kept resource refers to one that is gone', () => {
    const kept = Object.entries(data.Resources).filter(([, resource]) => isKept(resource));
    expect(kept.map(([, { Type }]) => Type).toSorted()).toEqual([
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::GlobalTable',
      'AWS::DynamoDB::GlobalTable',
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::S3::Bucket',
      'AWS::S3::Bucket',
    ]);
    const ids = new Set(kept.map(([id]) => id));
    const gone = Object.keys(data.Resources).filter((id) => !ids.has(id));
    expect(gone.length).toBeGreaterThan(0);
    for (const [id, resource] of kept) {
      const text = JSON.stringify(resource);
      expect(
        gone.filter((other) => text.includes(`"${other}"`)),
        id,
      ).toEqual([]);
    }
  });
});

describe.each([
  ['records', 'formroom-demo', tableDefinition],
  ['what is written once', 'formroom-demo-trail', trailDefinition],
] as const)('the table of %s', (_, name, definition: KeptTableDefinition) => {
  const tableOf = () => {
    const [table, ...others] = resourcesOfType(data, 'AWS::DynamoDB::GlobalTable').filter(
      ({ Properties }) => Properties.TableName === name,
    );
    if (!table || others.length > 0) throw new Error(`There is not one ${name}`);
    return table;
  };

  it('is on demand, recoverable for 35 days, protected from deletion and kept', () => {
    const table = tableOf();
    expect(table.Properties.BillingMode).toBe('PAY_PER_REQUEST');
    expect(table.Properties.Replicas).toHaveLength(1);
    expect(table.Properties.Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    });
    expect(isKept(table)).toBe(true);
  });

  it('is the table that the local server makes', () => {
    const { Properties } = tableOf();
    const keys = (partitionKey: string, sortKey: string) => [
      { AttributeName: partitionKey, KeyType: 'HASH' },
      { AttributeName: sortKey, KeyType: 'RANGE' },
    ];
    expect(Properties.KeySchema).toEqual(keys(definition.partitionKey, definition.sortKey));
    expect(Properties.TimeToLiveSpecification).toEqual({
      AttributeName: definition.timeToLiveAttribute,
      Enabled: true,
    });
    expect(Properties.GlobalSecondaryIndexes).toEqual(
      definition.indexes.map(({ name, partitionKey, sortKey, projects }) => ({
        IndexName: name,
        KeySchema: keys(partitionKey, sortKey),
        Projection: projects ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projects } : { ProjectionType: 'ALL' },
      })),
    );
    for (const { AttributeType } of Properties.AttributeDefinitions) expect(AttributeType).toBe('S');
  });
});

describe('a bucket', () => {
  const buckets = () => [data, templates.web].flatMap((template) => resourcesOfType(template, 'AWS::S3::Bucket'));

  it('is private, versioned, encrypted and kept', () => {
    expect(buckets()).toHaveLength(4);
    for (const bucket of buckets()) {
      expect(bucket.Properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        VersioningConfiguration: { Status: 'Enabled' },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      });
      expect(isKept(bucket)).toBe(true);
    }
  });

  it('refuses plain http and TLS below 1.2', () => {
    const policies = [data, templates.web].flatMap((template) => resourcesOfType(template, 'AWS::S3::BucketPolicy'));
    expect(policies).toHaveLength(4);
    for (const { Properties } of policies) {
      const denials = Properties.PolicyDocument.Statement.filter(
        ({ Effect, Action }: { Effect: string; Action: string }) => Effect === 'Deny' && Action === 's3:*',
      ).map(({ Condition }: { Condition: unknown }) => Condition);
      expect(denials).toEqual([
        { Bool: { 'aws:SecureTransport': 'false' } },
        { NumericLessThan: { 's3:TlsVersion': 1.2 } },
      ]);
    }
  });

  it('forgets old versions and broken uploads', () => {
    for (const { Properties } of buckets()) {
      expect(Properties.LifecycleConfiguration.Rules).toContainEqual(
        expect.objectContaining({
          Status: 'Enabled',
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          NoncurrentVersionExpiration: { NoncurrentDays: expect.any(Number) },
        }),
      );
    }
  });
});

describe('the user pool', () => {
  it('lets nobody sign up, knows no capitals in user names, and is protected and kept', () => {
    const pool = onlyResource(data, 'AWS::Cognito::UserPool');
    expect(pool.Properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameConfiguration: { CaseSensitive: false },
      DeletionProtection: 'ACTIVE',
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
    });
    expect(isKept(pool)).toBe(true);
  });

  it('accepts codes of authenticator apps from users who have one, and sends no messages; a sign-in waits five minutes for a code', () => {
    const { Properties } = onlyResource(data, 'AWS::Cognito::UserPool');
    expect(Properties).toMatchObject({ MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(Properties.SmsConfiguration).toBeUndefined();
    expect(onlyResource(data, 'AWS::Cognito::UserPoolClient').Properties.AuthSessionValidity).toBe(5);
  });

  it('has the three groups', () => {
    const groups = resourcesOfType(data, 'AWS::Cognito::UserPoolGroup').map(({ Properties }) => Properties.GroupName);
    expect(groups.toSorted()).toEqual(['Admin', 'PTA', 'student', 'teacher']);
  });

  it('is referred to weakly: one that is made again has another id, which no import may hold', () => {
    expect(Object.values(data.Outputs ?? {}).filter(({ Export }) => Export)).not.toEqual([]);
    const exported = Object.entries(data.Outputs ?? {}).filter(([, { Export }]) => Export);
    expect(exported.map(([name]) => name).filter((name) => name.includes('Staff'))).toEqual([]);
    for (const part of ['api', 'workflows'] as const) {
      expect(JSON.stringify(templates[part])).toMatch(/"Fn::GetStackOutput":\{"StackName":"formroom-demo-data"/);
    }
  });

  it('serves one client without a secret, which only the functions can use, and hides who exists', () => {
    const { Properties } = onlyResource(data, 'AWS::Cognito::UserPoolClient');
    expect(Properties.ExplicitAuthFlows).toEqual(['ALLOW_ADMIN_USER_PASSWORD_AUTH']);
    expect(Properties).toMatchObject({ GenerateSecret: false, PreventUserExistenceErrors: 'ENABLED' });
    expect(Properties.AllowedOAuthFlowsUserPoolClient).not.toBe(true);
  });

  it('accepts the passwords that the rule of a teacher accepts by length, and asks for no kind of character', () => {
    const policy = onlyResource(data, 'AWS::Cognito::UserPool').Properties.Policies.PasswordPolicy;
    const character = fc.constantFrom(...'abzABZ0189!?# '.split(''));
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 6, maxLength: 14 }), (password) => {
        // Cognito refuses a space at either end, whatever the policy.
        fc.pre(password.trim() === password);
        const owner = { area: 'staff', userName: 'mona', schoolName: 'Demo' } as const;
        expect(unmetPasswordRequirements(password, owner).length === 0).toBe(isAcceptedBy(policy, password));
      }),
      { numRuns: 2000 },
    );
  });
});

interface PasswordPolicy {
  MinimumLength: number;
  RequireLowercase: boolean;
  RequireUppercase: boolean;
  RequireNumbers: boolean;
  RequireSymbols: boolean;
}

/** Cognito's rule, in its own terms. */
function isAcceptedBy(policy: PasswordPolicy, password: string): boolean {
  return (
    password.length >= policy.MinimumLength &&
    (!policy.RequireLowercase || /[a-z]/.test(password)) &&
    (!policy.RequireUppercase || /[A-Z]/.test(password)) &&
    (!policy.RequireNumbers || /[0-9]/.test(password)) &&
    (!policy.RequireSymbols || /[^A-Za-z0-9]/.test(password))
  );
}
