import type { S3Client } from '@aws-sdk/client-s3';

let made: S3Client | undefined;

/** The client, loaded when first asked for: of a domain's calls one or two keep documents (ADR 0011). */
async function storage() {
  const { GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  made ??= new S3Client({
    // The stand-in has no name for each bucket.
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
  return { client: made, GetObjectCommand, PutObjectCommand };
}
const bucket = () => process.env.DOCUMENTS_BUCKET;

/** Seconds that a link holds (DECISIONS 20). */
const linkSeconds = 300;

/** Keeps a PDF under a key of the documents bucket; what stands there is replaced. */
export async function keepPdf(key: string, bytes: Uint8Array): Promise<void> {
  const { client, PutObjectCommand } = await storage();
  await client.send(new PutObjectCommand({ Bucket: bucket(), Key: key, Body: bytes, ContentType: 'application/pdf' }));
}

/** A link to a kept document, for five minutes and for whoever has it; it is saved under the name. */
export async function documentLink(key: string, fileName: string): Promise<string> {
  const [{ getSignedUrl }, { client, GetObjectCommand }] = await Promise.all([
    import('@aws-sdk/s3-request-presigner'),
    storage(),
  ]);
  const get = new GetObjectCommand({
    Bucket: bucket(),
    Key: key,
    ResponseContentDisposition: `attachment; filename="${fileName.replaceAll(/[^\w .-]/g, '')}"`,
  });
  return getSignedUrl(client, get, { expiresIn: linkSeconds });
}
