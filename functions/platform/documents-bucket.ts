import type { S3Client } from '@aws-sdk/client-s3';

let made: S3Client | undefined;

/**
 * The bucket of documents: its name, its client, and the library. Loaded when first asked for: of a domain's calls one or
 * two keep documents (ADR 0011).
 */
export async function documentsBucket() {
  const s3 = await import('@aws-sdk/client-s3');
  made ??= new s3.S3Client({
    // The stand-in has no name for each bucket.
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
  return { s3, client: made, bucket: process.env.DOCUMENTS_BUCKET };
}
