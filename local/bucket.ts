import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** Makes a bucket, unless the data folder has it from an earlier start. */
export async function createBucket(name: string): Promise<void> {
  const client = new S3Client({ forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: name })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
  });
  client.destroy();
}
