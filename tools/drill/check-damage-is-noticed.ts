import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { tableExportPrefix } from '../../infra/exports/export-prefixes.ts';
import { readExportedRecords } from '../../infra/exports/exported-records.ts';
import { type ExportLocation, listDataFiles, listFinishedExports } from '../../infra/exports/finished-exports.ts';
import { OperatorError } from '../../infra/operators/operator-error.ts';

/**
 * Damages the copy of an export, checks that a restore refuses it, and repairs it: a changed byte, a truncated file, a
 * missing file.
 * @throws {OperatorError} when a damage is not noticed
 */
export async function checkDamageIsNoticed(s3: S3Client, bucket: string): Promise<void> {
  const shelf: ExportLocation = { s3, bucket, prefix: tableExportPrefix };
  for (const one of await listFinishedExports(shelf)) {
    const [file] = await listDataFiles(shelf, one.id);
    if (!file) continue;
    const at = { Bucket: bucket, Key: file.dataFileS3Key };
    const { Body } = await s3.send(new GetObjectCommand(at));
    const whole = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const other = Buffer.from(whole);
    other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1;
    const damages = {
      'another byte': () => s3.send(new PutObjectCommand({ ...at, Body: other })),
      'an end that is cut off': () => s3.send(new PutObjectCommand({ ...at, Body: whole.subarray(0, -20) })),
      'no file': () => s3.send(new DeleteObjectCommand(at)),
    };
    for (const [damage, damaging] of Object.entries(damages)) {
      await damaging();
      const isNoticed = await readAll(readExportedRecords(shelf, one)).then(
        () => false,
        (error: unknown) => error instanceof OperatorError && error.message.startsWith('The export is damaged'),
      );
      if (!isNoticed) throw new OperatorError(`A copy with ${damage} was not noticed: the drill has failed.`);
    }
    await s3.send(new PutObjectCommand({ ...at, Body: whole }));
  }
}

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}
