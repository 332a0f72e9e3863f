import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { localAccount } from './aws-protocol/account.ts';

/** A client for S3: of the stand-in at `endpoint`; without one, of the S3 that the environment names. */
export const createS3Client = (endpoint?: string): S3Client =>
  new S3Client({
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint, region: localAccount.region, credentials: localAccount }),
  });

/** Makes a bucket, unless the data folder has it from an earlier start. */
export async function createLocalBucket(name: string, client: S3Client): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket: name })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
  });
}
