import { forgetOwnCopies, keyOfTold } from '#functions/options/oneroster/told/keep-told.ts';
import { documentsBucket, loadFileStorage } from '#functions/platform/files/file-storage.ts';

const parts = ['people', 'marks'] as const;

/** As if nothing had been told to other systems yet: the bucket's files of it have ended. */
export async function forgetWhatIsTold(): Promise<void> {
  const { s3, client } = await loadFileStorage();
  for (const part of parts)
    await client.send(new s3.DeleteObjectCommand({ Bucket: documentsBucket(), Key: keyOfTold(part) }));
  forgetOwnCopies();
}

/** Puts something else in its place. */
export async function spoilWhatIsTold(part: (typeof parts)[number]): Promise<void> {
  const { s3, client } = await loadFileStorage();
  await client.send(new s3.PutObjectCommand({ Bucket: documentsBucket(), Key: keyOfTold(part), Body: 'no gzip' }));
}
