import { attachment } from './attachment.ts';
import { documentsBucket, fileStorage } from './file-storage.ts';
import { type Linked, signedLink } from './signed-link.ts';

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

/** A link to a kept document, for five minutes of this session; it is saved under the name. */
export const documentLink = (
  key: string,
  { name, type, session }: { name: string; type: string; session: Linked['session'] },
): Promise<string> => signedLink({ bucket: 'documents', key, type, disposition: attachment(name), session });
