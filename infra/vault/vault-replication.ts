import { type CfnElement, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { tableExportPrefix } from '../exports/export-prefixes.ts';
import { replicationRoleName, vaultBucketName } from '../names.ts';
import { foldersCopiedToVault } from './vault-folders.ts';

export interface VaultReplicationProps {
  /** For example `formroom-demo`. */
  name: string;
  vault: { account: string; region: string };
  files: s3.IBucket;
  documents: s3.IBucket;
}

/** A folder of a bucket that S3 copies as its objects come. */
interface Copied {
  prefix: string;
  /** Deletions are replicated after their retention: an erased student does not stay in the vault. */
  followsDeletion: boolean;
}

/**
 * S3 copies what cannot be made again to the vault, another account's bucket (ADR 0006), in the name of a role that can
 * do there nothing but add. A deletion is passed on as a mark that hides an object; what it hides stays.
 */
export class VaultReplication extends Construct {
  constructor(scope: Construct, id: string, { name, vault, files, documents }: VaultReplicationProps) {
    super(scope, id);
    const destination = `arn:${Stack.of(this).partition}:s3:::${vaultBucketName(name, vault)}`;
    const role = new iam.Role(this, 'Role', {
      roleName: replicationRoleName(name, Stack.of(this).region),
      assumedBy: new iam.ServicePrincipal('s3.amazonaws.com'),
    });
    const copied = new Map<s3.IBucket, Copied[]>([
      [files, foldersCopiedToVault('files').map((folder) => ({ prefix: `${folder}/`, followsDeletion: true }))],
      [
        documents,
        [
          ...foldersCopiedToVault('documents').map((folder) => ({ prefix: `${folder}/`, followsDeletion: true })),
          { prefix: `${tableExportPrefix}/`, followsDeletion: false },
        ],
      ],
    ]);
    for (const [bucket, folders] of copied) this.copy(bucket, { folders, role, destination, account: vault.account });
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['s3:GetReplicationConfiguration', 's3:ListBucket'],
        resources: [...copied.keys()].map(({ bucketArn }) => bucketArn),
      }),
    );
    const objects = [...copied.keys()].map((bucket) => bucket.arnForObjects('*'));
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: [
          ...['s3:GetObjectVersionForReplication', 's3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'],
          ...['s3:GetObjectRetention', 's3:GetObjectLegalHold'],
        ],
        resources: objects,
      }),
    );
    role.addToPolicy(new iam.PolicyStatement({ actions: [...replicationActions], resources: [`${destination}/*`] }));
    Validations.of(role).acknowledge(
      ...[destination, ...[...copied.keys()].map((bucket) => `<${logicalIdOf(bucket)}.Arn>`)].map((resource) => ({
        id: `AwsSolutions-IAM5[Resource::${resource}/*]`,
        reason: 'Every object of these folders is copied, whatever its name; and nothing else can be done there.',
      })),
    );
  }

  private copy(
    bucket: s3.IBucket,
    {
      folders,
      role,
      destination,
      account,
    }: { folders: Copied[]; role: iam.IRole; destination: string; account: string },
  ): void {
    (bucket.node.defaultChild as s3.CfnBucket).replicationConfiguration = {
      role: role.roleArn,
      rules: folders.map(({ prefix, followsDeletion }, priority) => ({
        id: prefix.slice(0, -1),
        status: 'Enabled',
        priority,
        filter: { prefix },
        deleteMarkerReplication: { status: followsDeletion ? 'Enabled' : 'Disabled' },
        destination: { bucket: destination, account, accessControlTranslation: { owner: 'Destination' } },
      })),
    };
  }
}

const logicalIdOf = (bucket: s3.IBucket): string =>
  Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement);

/**
 * S3's rights in the vault's bucket through the role. `ReplicateDelete` adds a delete marker; it never deletes
 * versions.
 */
export const replicationActions = [
  's3:ReplicateObject',
  's3:ReplicateDelete',
  's3:ReplicateTags',
  's3:ObjectOwnerOverrideToBucketOwner',
] as const;
