import { fileKey, filesPath } from '#shared/http/contract.ts';
import { attachmentHeader, inlineHeader } from './content-disposition.ts';
import { filesBucket, loadFileStorage, openFile } from './file-storage.ts';
import { type SignedLinkTarget, signLink } from './signed-link.ts';

/** Seconds for which an upload form is valid: a phone needs minutes for ten megabytes. */
const uploadSeconds = 600;

export const uploadKey = (name: string): string => fileKey('uploads', name);

/**
 * A form that lets a browser send one file of this type and length under this name, and nothing else (rule 20). It goes
 * to the site's own address, which passes it on to S3.
 */
export async function uploadForm({ name, type, bytes }: { name: string; type: string; bytes: number }) {
  const [{ createPresignedPost }, { client }] = await Promise.all([
    import('@aws-sdk/s3-presigned-post'),
    loadFileStorage(),
  ]);
  const { fields } = await createPresignedPost(client, {
    Bucket: filesBucket() ?? '',
    Key: uploadKey(name),
    Fields: { 'Content-Type': type },
    Conditions: [['content-length-range', bytes, bytes]],
    Expires: uploadSeconds,
  });
  return { url: filesPath, fields };
}

/** The uploaded file; undefined when there is none. */
export async function readUpload(name: string, most: number): Promise<Uint8Array | 'too large' | undefined> {
  const file = await openFile(filesBucket(), uploadKey(name));
  if (!file?.Body) return undefined;
  if ((file.ContentLength ?? 0) > most) return 'too large';
  return file.Body.transformToByteArray();
}

export async function storeFile(key: string, bytes: Uint8Array, type: string): Promise<void> {
  const { s3, client } = await loadFileStorage();
  await client.send(new s3.PutObjectCommand({ Bucket: filesBucket(), Key: key, Body: bytes, ContentType: type }));
}

/** @returns false when there is no such file */
export async function copyFile(from: string, to: string): Promise<boolean> {
  const { s3, client } = await loadFileStorage();
  const source = [filesBucket(), ...from.split('/')].map((part) => encodeURIComponent(part ?? '')).join('/');
  try {
    await client.send(new s3.CopyObjectCommand({ Bucket: filesBucket(), Key: to, CopySource: source }));
    return true;
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return false;
    throw error;
  }
}

export async function deleteFile(key: string): Promise<void> {
  const { s3, client } = await loadFileStorage();
  await client.send(new s3.DeleteObjectCommand({ Bucket: filesBucket(), Key: key }));
}

/** A link to an uploaded file, valid for five minutes in this session; `type` is the one that we detected. */
export const signFileLink = (
  key: string,
  {
    name,
    type,
    isSaved,
    session,
  }: { name: string; type: string; isSaved: boolean; session: SignedLinkTarget['session'] },
): Promise<string> =>
  signLink({
    bucket: 'files',
    key,
    type,
    disposition: isSaved ? attachmentHeader(name) : inlineHeader(name),
    session,
  });
