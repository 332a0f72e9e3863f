import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';

/** What was stored under a key at a moment. */
export interface StoredVersion {
  id: string;
  /** MD5 of the bytes in quotes: nothing is sent in parts, and nothing is encrypted by another key than S3's. */
  etag: string;
  /** In bytes. */
  size: number;
}

/**
 * What a bucket had below a prefix at a moment, by key: of each key the last version that was there then, and none
 * where that was a mark of deletion. A request for each thousand versions.
 */
export async function readVersionsAt(
  s3: S3Client,
  { bucket, prefix, moment }: { bucket: string; prefix: string; moment: Date },
): Promise<Map<string, StoredVersion>> {
  const latest = new Map<string, { at: Date; version: StoredVersion | undefined }>();
  const note = (key = '', at = new Date(0), version?: StoredVersion) => {
    // In a page of S3 versions and marks are in two lists, each with the latest first.
    if (at <= moment && (latest.get(key)?.at ?? new Date(0)) < at) latest.set(key, { at, version });
  };
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (from) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...from }),
    );
    // Of one second the mark counts: who deletes a file right after it was stored means it.
    for (const { Key, LastModified } of page.DeleteMarkers ?? []) note(Key, LastModified);
    for (const { Key, LastModified, VersionId: id = 'null', ETag: etag = '', Size: size = 0 } of page.Versions ?? [])
      note(Key, LastModified, { id, etag, size });
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
  }
  return new Map([...latest].flatMap(([key, { version }]) => (version ? [[key, version] as const] : [])));
}

/** What a bucket has below a prefix now: the ETag of each key. A request for each thousand. */
export async function readEtagsNow(
  s3: S3Client,
  { bucket, prefix }: { bucket: string; prefix: string },
): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key = '', ETag = '' } of Contents) etags.set(Key, ETag);
  return etags;
}
