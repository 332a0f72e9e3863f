import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';

let made: S3Client | undefined;

/** The S3 client and its library, loaded on first use: few calls of a domain keep files (ADR 0011). */
export async function loadFileStorage() {
  const s3 = await import('@aws-sdk/client-s3');
  made ??= new s3.S3Client({
    // The stand-in has no host name for each bucket.
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
  return { s3, client: made };
}

/** The bucket of documents that the school produces. */
export const documentsBucket = () => process.env.DOCUMENTS_BUCKET;
/** The bucket of files that students and staff upload. */
export const filesBucket = () => process.env.FILES_BUCKET;

/**
 * A file that may be missing: undefined then. S3 says so to functions that may list the bucket; “access denied” is a
 * fault of their rights.
 */
export async function openFile(bucket: string | undefined, key: string): Promise<GetObjectCommandOutput | undefined> {
  const { s3, client } = await loadFileStorage();
  try {
    return await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key }));
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** Size of the file in bytes; undefined when it does not exist. */
export async function readFileSize(bucket: string | undefined, key: string): Promise<number | undefined> {
  const { s3, client } = await loadFileStorage();
  try {
    const { ContentLength: bytes = 0 } = await client.send(new s3.HeadObjectCommand({ Bucket: bucket, Key: key }));
    return bytes;
  } catch (error) {
    if ((error as Error).name === 'NotFound') return undefined;
    throw error;
  }
}
