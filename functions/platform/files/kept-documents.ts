import { attachment } from './attachment.ts';
import { documentsBucket, fileStorage } from './file-storage.ts';

/** Seconds that a link holds (rule 20). */
const linkSeconds = 300;

/** Keeps a PDF under a key of the documents bucket; what is there is replaced. */
export const keepPdf = (key: string, bytes: Uint8Array): Promise<void> => keepDocument(key, bytes, 'application/pdf');

/** Keeps a document of a media type under a key of the documents bucket; what is there is replaced. */
export async function keepDocument(key: string, bytes: Uint8Array, type: string): Promise<void> {
  const { s3, client } = await fileStorage();
  await client.send(new s3.PutObjectCommand({ Bucket: documentsBucket(), Key: key, Body: bytes, ContentType: type }));
}

export async function deleteDocument(key: string): Promise<void> {
  const { s3, client } = await fileStorage();
  await client.send(new s3.DeleteObjectCommand({ Bucket: documentsBucket(), Key: key }));
}

/** A link to a kept document, for five minutes, for everybody who has it; it is saved under the name. */
export async function documentLink(key: string, fileName: string): Promise<string> {
  const [{ getSignedUrl }, { s3, client }] = await Promise.all([
    import('@aws-sdk/s3-request-presigner'),
    fileStorage(),
  ]);
  const get = new s3.GetObjectCommand({
    Bucket: documentsBucket(),
    Key: key,
    ResponseContentDisposition: attachment(fileName),
  });
  return getSignedUrl(client, get, { expiresIn: linkSeconds });
}
