import { forgetOwnCopies, keyOfSnapshot } from '#functions/options/oneroster/snapshots/keep-snapshots.ts';
import { documentsBucket, loadFileStorage } from '#functions/platform/files/file-storage.ts';

const parts = ['people', 'marks'] as const;

/** As if none had been taken yet, or they had ended. */
export async function deleteSnapshots(): Promise<void> {
  const { s3, client } = await loadFileStorage();
  for (const part of parts)
    await client.send(new s3.DeleteObjectCommand({ Bucket: documentsBucket(), Key: keyOfSnapshot(part) }));
  forgetOwnCopies();
}

/** Puts something else in its place. */
export async function spoilSnapshot(part: (typeof parts)[number]): Promise<void> {
  const { s3, client } = await loadFileStorage();
  await client.send(new s3.PutObjectCommand({ Bucket: documentsBucket(), Key: keyOfSnapshot(part), Body: 'no gzip' }));
}
