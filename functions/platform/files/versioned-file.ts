import { documentsBucket, loadFileStorage } from './file-storage.ts';

/** A file of the documents bucket, and what says whether it is still the same. */
export interface VersionedFile {
  bytes: Uint8Array;
  etag: string;
}

/** What was read: null where there is no such file, `same` where it is the one of the known ETag. One request. */
export async function readUnlessKnown(key: string, known?: string): Promise<VersionedFile | 'same' | null> {
  const { s3, client } = await loadFileStorage();
  try {
    const { Body, ETag: etag = '' } = await client.send(
      new s3.GetObjectCommand({ Bucket: documentsBucket(), Key: key, IfNoneMatch: known }),
    );
    return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), etag };
  } catch (error) {
    if (statusOf(error) === 304) return 'same';
    if ((error as Error).name === 'NoSuchKey') return null;
    throw error;
  }
}

/** A condition that did not hold; another writer at the same time; a file that was to be replaced and has gone. */
const lost = new Set([412, 409, 404]);

/**
 * Writes a file where it is still the one of the known ETag, or where there is none and none is known.
 * @returns its new ETag; null where another was first
 */
export async function writeIfKnown(
  key: string,
  { bytes, type, known }: { bytes: Uint8Array; type: string; known: string | null },
): Promise<string | null> {
  const { s3, client } = await loadFileStorage();
  try {
    const { ETag = '' } = await client.send(
      new s3.PutObjectCommand({
        Bucket: documentsBucket(),
        Key: key,
        Body: bytes,
        ContentType: type,
        ...(known === null ? { IfNoneMatch: '*' } : { IfMatch: known }),
      }),
    );
    return ETag;
  } catch (error) {
    if (lost.has(statusOf(error))) return null;
    throw error;
  }
}

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
