import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { OperatorError } from '../operators/operator-error.ts';

/** Where exports of a table are: the school's own bucket, or the vault's copy. */
export interface ExportLocation {
  s3: S3Client;
  bucket: string;
  /** Folder in the bucket, without slashes at its ends. */
  prefix: string;
}

/** One export that DynamoDB finished, as its summary tells. */
export interface FinishedExport {
  id: string;
  tableName: string;
  /** All records as they were at `to`, or what was changed from `from` until `to`. */
  from: Date | null;
  to: Date;
  itemCount: number;
}

/** Content of `manifest-summary.json` (DynamoDB developer guide, "Table export output format"). */
interface Summary {
  tableArn: string;
  exportType?: 'FULL_EXPORT' | 'INCREMENTAL_EXPORT';
  exportTime?: string;
  exportFromTime?: string;
  exportToTime?: string;
  itemCount: number;
}

const folderOf = ({ prefix }: ExportLocation, id: string): string => `${prefix}/AWSDynamoDB/${id}`;

/** Every finished export of a shelf. One without a summary is still being made. */
export async function listFinishedExports(shelf: ExportLocation): Promise<FinishedExport[]> {
  const { s3, bucket, prefix } = shelf;
  const ids: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket: bucket, Prefix: `${prefix}/AWSDynamoDB/` },
  )) {
    for (const { Key = '' } of Contents) {
      const [, id] = /\/AWSDynamoDB\/([^/]+)\/manifest-summary\.json$/.exec(Key) ?? [];
      if (id) ids.push(id);
    }
  }
  return Promise.all(ids.map((id) => summaryOf(shelf, id)));
}

async function summaryOf(shelf: ExportLocation, id: string): Promise<FinishedExport> {
  const summary: Summary = JSON.parse(
    (await readBytes(shelf, `${folderOf(shelf, id)}/manifest-summary.json`)).toString(),
  );
  const isPart = summary.exportType === 'INCREMENTAL_EXPORT';
  return {
    id,
    tableName: summary.tableArn.split('/').at(-1) ?? '',
    from: isPart ? new Date(summary.exportFromTime ?? '') : null,
    to: new Date((isPart ? summary.exportToTime : summary.exportTime) ?? ''),
    itemCount: summary.itemCount,
  };
}

/**
 * What leads to the records of a moment: the last export of all of them before it, then those of changes, each from
 * where the one before ends. The last one ends at the moment or, as far as they reach, before it.
 * @throws {OperatorError} where no export of all records is old enough
 */
export function findExportsLeadingTo(
  moment: Date,
  tableName: string,
  exports: readonly FinishedExport[],
): FinishedExport[] {
  const ofTable = exports.filter((one) => one.tableName === tableName && one.to <= moment);
  const [whole] = ofTable.filter(({ from }) => from === null).sort((a, b) => b.to.getTime() - a.to.getTime());
  if (!whole) throw new OperatorError(`No export of ${tableName} is from before ${moment.toISOString()}.`);
  const chain = [whole];
  for (let end = whole.to; ; ) {
    // One that begins earlier repeats what is known: its changes are the newer ones all the same.
    const [next] = ofTable
      .filter(({ from, to }) => from !== null && from <= end && to > end)
      .sort((a, b) => b.to.getTime() - a.to.getTime());
    if (!next) return chain;
    chain.push(next);
    end = next.to;
  }
}

/** A file of records, as `manifest-files.json` lists it, a line each. */
export interface ExportDataFile {
  dataFileS3Key: string;
  /** In base64, of the file as it is kept. */
  md5Checksum: string;
  itemCount: number;
}

export async function listDataFiles(shelf: ExportLocation, id: string): Promise<ExportDataFile[]> {
  const text = (await readBytes(shelf, `${folderOf(shelf, id)}/manifest-files.json`)).toString();
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** @throws {OperatorError} where there is no such object */
export async function readBytes({ s3, bucket }: ExportLocation, key: string): Promise<Buffer> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') {
      throw new OperatorError(`The export is damaged: ${bucket} has no ${key}.`);
    }
    throw error;
  }
}
