import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { StudentEntity } from '#functions/students/records/store.ts';
import { executeActionOfTest } from './school/records.ts';

/** Name of the picture that {@link givePicture} gives a student. */
export const testPictureName = (studentId: string): string => `${studentId}-0123456789abcdef.png`;

/** The smallest PNG: one transparent pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Gives a student of the small school a picture: the name in the record, the bytes where pictures are. */
export async function givePicture(studentId: string, bytes: Uint8Array = onePixelPng): Promise<string> {
  const picture = testPictureName(studentId);
  await executeActionOfTest(StudentEntity.update({ studentId }, { set: { picture } }));
  await putPicture(picture, bytes);
  return picture;
}

/** Bytes under a picture's name, no matter whose it is. */
export async function putPicture(picture: string, bytes: Uint8Array): Promise<void> {
  const client = new S3Client({ forcePathStyle: true });
  // A wrong type: what a browser receives comes from the bytes.
  const object = {
    Bucket: process.env.FILES_BUCKET,
    Key: `pictures/${picture}`,
    Body: bytes,
    ContentType: 'text/html',
  };
  await client.send(new PutObjectCommand(object));
  client.destroy();
}
