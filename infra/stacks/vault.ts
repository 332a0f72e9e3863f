import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { fileKey } from '#shared/http/contract.ts';
import { keptDaysOfOptions } from '#shared/product.ts';
import { createPrivateBucket } from '../constructs/private-bucket.ts';
import { tableExportPrefix } from '../exports/export-prefixes.ts';
import { replicationRoleName, vaultBucketName } from '../names.ts';
import { foldersCopiedToVault } from '../vault/vault-folders.ts';
import { replicationActions } from '../vault/vault-replication.ts';

export interface VaultStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  /** Where the school itself is. */
  school: { account: string; region: string };
  vault: { account: string; region: string };
}

/** Days for which nobody at all can delete a copy, and for which deleted or replaced ones are kept. */
export const lockedDays = 90;

/**
 * Copies of a school in an account that is not its own, in another region (ADR 0006). In the school's account, the
 * replication role may add and a restore may read; nobody of it may delete or change the bucket's rules. Nobody at all
 * can delete a locked copy.
 */
export class VaultStack extends Stack {
  constructor(scope: Construct, id: string, { name, school, vault, ...props }: VaultStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const accessLogs = createPrivateBucket(this, 'AccessLogs', {
      keepOldVersionsDays: 1,
      lifecycleRules: [{ id: 'records', expiration: Duration.days(lockedDays) }],
    });
    Validations.of(accessLogs).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'This bucket holds the access records of the other; recording its own accesses in itself would never end.',
    });
    const bucket = new s3.Bucket(this, 'Copies', {
      bucketName: vaultBucketName(name, vault),
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: s3.ObjectLockRetention.compliance(Duration.days(lockedDays)),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'copies/',
      lifecycleRules: [
        {
          id: 'old-versions',
          noncurrentVersionExpiration: Duration.days(lockedDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { id: 'orphaned-delete-markers', expiredObjectDeleteMarker: true },
        // S3 passes on no deletion by a lifecycle: the vault has the same.
        ...[...foldersCopiedToVault('files'), ...foldersCopiedToVault('documents')].flatMap((folder) => {
          const days = keptDaysOfOptions[folder];
          return days === undefined
            ? []
            : [{ id: folder, prefix: fileKey(folder, ''), expiration: Duration.days(Math.max(days, lockedDays)) }];
        }),
        {
          id: 'table-exports',
          prefix: `${tableExportPrefix}/`,
          expiration: Duration.days(lockedDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    const ofSchool = new iam.AccountPrincipal(school.account);
    const role = `arn:${this.partition}:iam::${school.account}:role/${replicationRoleName(name, school.region)}`;
    const [everything, itself] = [bucket.arnForObjects('*'), bucket.bucketArn];
    for (const statement of [
      // The role need not be there yet: S3 refuses a policy that names one that is not.
      new iam.PolicyStatement({
        sid: 'TheCopyingRoleAdds',
        principals: [ofSchool],
        actions: [...replicationActions],
        resources: [everything],
        conditions: { ArnEquals: { 'aws:PrincipalArn': role } },
      }),
      new iam.PolicyStatement({
        sid: 'WhoRestoresReads',
        principals: [ofSchool],
        actions: ['s3:GetObject', 's3:GetObjectVersion', 's3:ListBucket', 's3:ListBucketVersions'],
        resources: [itself, everything],
      }),
      new iam.PolicyStatement({
        sid: 'NobodyOfTheSchoolDeletes',
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: ['s3:DeleteObject*', 's3:DeleteBucket*', 's3:Put*', 's3:BypassGovernanceRetention'],
        resources: [itself, everything],
        conditions: { StringEquals: { 'aws:PrincipalAccount': school.account } },
      }),
    ]) {
      bucket.addToResourcePolicy(statement);
    }
  }
}
