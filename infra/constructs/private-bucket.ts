import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export interface PrivateBucketOptions {
  /** Generated when absent. */
  name?: string;
  /** Where reads and writes of this bucket are recorded; absent only for the bucket of those records itself. */
  accessLogs?: { bucket: s3.IBucket; prefix: string };
  /** Rules besides the ones every bucket has. */
  lifecycleRules?: s3.LifecycleRule[];
  /** Days for which a deleted or overwritten object can still be brought back. */
  keepOldVersionsDays: number;
}

/**
 * A bucket nobody reaches without IAM: public access blocked, TLS 1.2 or newer only, encrypted with S3's own key (free,
 * and no less encrypted than with a customer key), versioned, and kept when its stack is deleted
 * (but not when the deployment that makes it fails: its name would be taken at the next try).
 */
export function createPrivateBucket(scope: Construct, id: string, options: PrivateBucketOptions): s3.IBucket {
  const bucket = new s3.Bucket(scope, id, {
    ...(options.name === undefined ? {} : { bucketName: options.name }),
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    ...(options.accessLogs
      ? { serverAccessLogsBucket: options.accessLogs.bucket, serverAccessLogsPrefix: options.accessLogs.prefix }
      : {}),
    lifecycleRules: [
      {
        id: 'old-versions',
        noncurrentVersionExpiration: Duration.days(options.keepOldVersionsDays),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
      { id: 'orphaned-delete-markers', expiredObjectDeleteMarker: true },
      ...(options.lifecycleRules ?? []),
    ],
  });
  // CDK's own classes do not fit its interfaces under exactOptionalPropertyTypes.
  return bucket as s3.IBucket;
}
