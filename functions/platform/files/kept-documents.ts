import { attachmentHeader } from './content-disposition.ts';
import { documentsBucket, loadFileStorage } from './file-storage.ts';
import { type SignedLinkTarget, signLink } from './signed-link.ts';

/** Stores a PDF under a key of the documents bucket and replaces an earlier one. */
export const keepPdf = (key: string, bytes: Uint8Array): Promise<void> => keepDocument(key, bytes, 'application/pdf');

/** Stores a document under a key of the documents bucket and replaces an earlier one. */
export async function keepDocument(key: string, bytes: Uint8Array, type: string): Promise<void> {
  const { s3, client } = await loadFileStorage();
  await client.send(new s3.PutObjectCommand({ Bucket: documentsBucket(), Key: key, Body: bytes, ContentType: type }));
}

export async function deleteDocument(key: string): Promise<void> {
  const { s3, client } = await loadFileStorage();
  await client.send(new s3.DeleteObjectCommand({ Bucket: documentsBucket(), Key: key }));
}

/** A link to a stored document, valid for five minutes in this session; the browser saves it under the name. */
export const signDocumentLink = (
  key: string,
  { name, type, session }: { name: string; type: string; session: SignedLinkTarget['session'] },
): Promise<string> => signLink({ bucket: 'documents', key, type, disposition: attachmentHeader(name), session });
