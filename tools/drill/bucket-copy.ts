import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
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

/** Every object of some folders, under the same key. */
export async function copyFolders(
  s3: S3Client,
  { from, to, folders }: { from: string; to: string; folders: readonly string[] },
): Promise<void> {
  const keys = (await keysIn(s3, from)).filter((key) => folders.includes(folderOf(key)));
  await forEach(keys, (key) =>
    s3.send(new CopyObjectCommand({ Bucket: to, Key: key, CopySource: `${from}/${encodeURI(key)}` })),
  );
}

export async function emptyBucket(s3: S3Client, bucket: string): Promise<void> {
  await forEach(await keysIn(s3, bucket), (Key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key })));
}

/** Every object of some folders, by its key and its bytes. */
export async function computeBucketFingerprint(
  s3: S3Client,
  bucket: string,
  folders: readonly string[],
): Promise<Fingerprint> {
  const summed = new HashSum();
  const keys = (await keysIn(s3, bucket)).filter((key) => folders.includes(folderOf(key)));
  await forEach(keys, async (Key) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    summed.add(`files in ${folderOf(Key)}`, Buffer.concat([Buffer.from(`${Key}\n`), bytes]));
  });
  return summed.read();
}
