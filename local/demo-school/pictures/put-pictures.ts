import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { fileKey } from '#shared/http/contract.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { localNames } from '../../environment.ts';
import { runConcurrently } from '../write-items.ts';
import { generateDemoPictures } from './student-pictures.ts';

/** Puts the picture of every student who has one into the bucket of files. */
export async function putPictures(
  options: { seed: string; school: SchoolFile; today: string },
  client: S3Client,
): Promise<void> {
  const pictures = generateDemoPictures(options);
  await runConcurrently(async () => {
    for (let next = pictures.next(); !next.done; next = pictures.next()) {
      const { picture, bytes } = next.value;
      await client.send(
        new PutObjectCommand({
          Bucket: localNames.files,
          Key: fileKey('pictures', picture),
          Body: bytes,
          ContentType: 'image/png',
        }),
      );
    }
  });
}
