import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type AttributeValue, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { canonicalText } from '../../infra/exports/fingerprint.ts';
import { tableDefinition } from '../../infra/table/table-definition.ts';

type Item = Record<string, AttributeValue>;

interface Exporting {
  dynamoDb: DynamoDBClient;
  s3: S3Client;
  table: string;
  bucket: string;
  /** Folder in the bucket. */
  prefix: string;
}

/** Lines of a file: small enough that a school makes several. */
const linesOfFile = 20_000;

/** Every record of a table by its key. */
export async function readAllRecords({
  dynamoDb,
  table,
}: Pick<Exporting, 'dynamoDb' | 'table'>): Promise<Map<string, Item>> {
  const records = new Map<string, Item>();
  for await (const { Items = [] } of paginateScan({ client: dynamoDb }, { TableName: table, ConsistentRead: true })) {
    for (const item of Items) records.set(canonicalText(keysOf(item)), item);
  }
  return records;
}

const keysOf = (item: Item): Item =>
  Object.fromEntries(
    [tableDefinition.partitionKey, tableDefinition.sortKey].map((name) => [name, item[name] as AttributeValue]),
  );

/** Files of a full `ExportTableToPointInTime`. */
export async function writeFullExport(
  exporting: Exporting,
  { records, at }: { records: Map<string, Item>; at: Date },
): Promise<void> {
  const lines = [...records.values()].map((Item) => JSON.stringify({ Item }));
  await putExport(exporting, { lines, at, about: { exportType: 'FULL_EXPORT', exportTime: at.toISOString() } });
}

/** Files of an export of changes between two moments, each record once. */
export async function writeChangesExport(
  exporting: Exporting,
  { before, after, from, to }: { before: Map<string, Item>; after: Map<string, Item>; from: Date; to: Date },
): Promise<void> {
  const Metadata = { WriteTimestampMicros: { N: String(to.getTime() * 1000 - 1) } };
  const lines: string[] = [];
  for (const [key, NewImage] of after) {
    const OldImage = before.get(key);
    if (OldImage && canonicalText(OldImage) === canonicalText(NewImage)) continue;
    lines.push(JSON.stringify({ Metadata, Keys: keysOf(NewImage), ...(OldImage && { OldImage }), NewImage }));
  }
  for (const [key, OldImage] of before) {
    if (!after.has(key)) lines.push(JSON.stringify({ Metadata, Keys: keysOf(OldImage), OldImage }));
  }
  const span = { exportFromTime: from.toISOString(), exportToTime: to.toISOString() };
  await putExport(exporting, { lines, at: to, about: { exportType: 'INCREMENTAL_EXPORT', ...span } });
}

async function putExport(
  { s3, table, bucket, prefix }: Exporting,
  { lines, at, about }: { lines: readonly string[]; at: Date; about: object },
): Promise<void> {
  const id = `${at.getTime()}-${createHash('sha256')
    .update(JSON.stringify({ table, ...about }))
    .digest('hex')
    .slice(0, 8)}`;
  const folder = `${prefix}/AWSDynamoDB/${id}`;
  const put = (Key: string, Body: string | Buffer) => s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  const manifest: string[] = [];
  for (let first = 0; first < lines.length; first += linesOfFile) {
    const part = lines.slice(first, first + linesOfFile);
    const packed = gzipSync(part.map((line) => `${line}\n`).join(''));
    const dataFileS3Key = `${folder}/data/${String(first / linesOfFile).padStart(4, '0')}.json.gz`;
    await put(dataFileS3Key, packed);
    const md5Checksum = createHash('md5').update(packed).digest('base64');
    manifest.push(JSON.stringify({ itemCount: part.length, md5Checksum, dataFileS3Key }));
  }
  await put(`${folder}/manifest-files.json`, manifest.map((line) => `${line}\n`).join(''));
  const tableArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`;
  await put(`${folder}/manifest-summary.json`, JSON.stringify({ ...about, tableArn, itemCount: lines.length }));
}
