import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type Fingerprint, HashSum } from '../../infra/exports/fingerprint.ts';

const lanes = 8;

async function keysIn(s3: S3Client, bucket: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket })) {
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return keys;
}

async function forEach(keys: readonly string[], act: (key: string) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) await act(key);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const folderOf = (key: string): string => key.split('/')[0] ?? '';

/** Every object of some folders, under the same key: what S3 does as objects come. */
export async function copyFolders(
  s3: S3Client,
  { from, to, folders }: { from: string; to: string; folders: readonly string[] },
): Promise<void> {
  const keys = (await keysIn(s3, from)).filter((key) => folders.includes(folderOf(key)));
  await forEach(keys, (key) =>
    s3.send(new CopyObjectCommand({ Bucket: to, Key: key, CopySource: `${from}/${encodeURI(key)}` })),
  );
}

/**
 * Somebody damages every second file of a school's bucket, in its size, and deletes all of them; S3 passes both on to
 * the copies.
 */
export async function damageAndDelete(
  s3: S3Client,
  { bucket, copies, folders }: { bucket: string; copies: string; folders: readonly string[] },
): Promise<void> {
  const keys = await keysIn(s3, bucket);
  const copied = keys.filter((key) => folders.includes(folderOf(key)));
  await forEach(
    copied.filter((_, index) => index % 2 === 0),
    async (Key) => {
      const { ContentLength = 0 } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key }));
      for (const Bucket of [bucket, copies])
        await s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(ContentLength, 'damage') }));
    },
  );
  await forEach(keys, (Key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key })));
  await forEach(copied, (Key) => s3.send(new DeleteObjectCommand({ Bucket: copies, Key })));
}

/** As all buckets of a school are on AWS. */
export const keepVersions = (s3: S3Client, Bucket: string) =>
  s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));

/** Every named object of some folders that is there, by its key and its bytes. */
export async function computeBucketFingerprint(
  { s3, named }: { s3: S3Client; named: readonly string[] },
  bucket: string,
  folders: readonly string[],
): Promise<Fingerprint> {
  const summed = new HashSum();
  const names = new Set(named);
  const keys = (await keysIn(s3, bucket)).filter((key) => folders.includes(folderOf(key)) && names.has(key));
  await forEach(keys, async (Key) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    summed.add(`files in ${folderOf(Key)}`, Buffer.concat([Buffer.from(`${Key}\n`), bytes]));
  });
  return summed.read();
}
