import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const client = new S3Client({
  // The stand-in has no name for each bucket.
  forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
});
const bucket = () => process.env.DOCUMENTS_BUCKET;

/** Seconds that a link holds (DECISIONS 20). */
const linkSeconds = 300;

/** Keeps a PDF under a key of the documents bucket; what stands there is replaced. */
export async function keepPdf(key: string, bytes: Uint8Array): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: bucket(), Key: key, Body: bytes, ContentType: 'application/pdf' }));
}

/** A link to a kept document, for five minutes and for whoever has it; it is saved under the name. */
export async function documentLink(key: string, fileName: string): Promise<string> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const get = new GetObjectCommand({
    Bucket: bucket(),
    Key: key,
    ResponseContentDisposition: `attachment; filename="${fileName.replaceAll(/[^\w .-]/g, '')}"`,
  });
  return getSignedUrl(client, get, { expiresIn: linkSeconds });
}
