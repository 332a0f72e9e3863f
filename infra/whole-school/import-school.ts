import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { kindAttribute } from '#functions/platform/table/table.ts';
import type { RecordKind } from '#functions/school/whole-school/record-kind.ts';
import type { StoredRecord } from '#functions/school/whole-school/record-lines.ts';
import { fileFolders } from '#shared/http/contract.ts';
import {
  canonicalText,
  computeTableFingerprint,
  describeDifferences,
  HashSum,
  sumFingerprint,
} from '../exports/fingerprint.ts';
import { writeChanges } from '../exports/write-changes.ts';
import { OperatorError } from '../operators/operator-error.ts';
import { tableDefinition } from '../table/table-definition.ts';
import type { SchoolInFile } from './school-in-file.ts';

/** The school that a file is to become. */
export interface EmptySchool {
  dynamoDb: DynamoDBClient;
  s3: S3Client;
  tables: Readonly<Record<RecordKind['table'], string>>;
  buckets: Readonly<Record<'files' | 'documents', string>>;
  say: (line: string) => void;
  sleep: (milliseconds: number) => Promise<void>;
}

/** The record that says, until the end, which file is being imported: a run that was cut off goes on. */
const underWay = { pk: { S: 'school-import' }, sk: { S: 'under way' } };
/** Records written in one go: eight requests of 25. */
const recordsAtOnce = 200;
/** What expires within a day is not compared: DynamoDB removes it when it comes to it. */
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Writes a file into an empty school, and compares the two record by record. Run again after a failure with the same
 * file it ends the same.
 * @throws {OperatorError} where the school has records that are not of this import, or ends otherwise than the file
 */
export async function importSchool(file: SchoolInFile, school: EmptySchool): Promise<void> {
  const { dynamoDb, tables, say } = school;
  await requireEmpty(file, school);
  const mark = { ...underWay, manifest: { S: file.hash } };
  await dynamoDb.send(new PutItemCommand({ TableName: tables.records, Item: mark }));
  const until = new Date(Date.now() + dayMilliseconds);
  const written = { records: new HashSum(), trail: new HashSum() };
  addTo(written.records, mark, until);
  for (const table of ['records', 'trail'] as const) {
    let count = 0;
    for await (const items of inPieces(file.records(table))) {
      for (const item of items) addTo(written[table], item, until);
      await writeChanges(
        items.map((put) => ({ put })),
        { dynamoDb, table: tables[table], sleep: school.sleep },
      );
      count += items.length;
    }
    say(`${count} records in ${tables[table]}`);
  }
  await writeFiles(file, school);
  for (const table of ['records', 'trail'] as const) {
    const found = await computeTableFingerprint({ dynamoDb, table: tables[table] }, until);
    const differences = describeDifferences(written[table].read(), found);
    for (const line of differences) say(line);
    if (differences.length > 0)
      throw new OperatorError(`${tables[table]} is not as the file: somebody has written into it meanwhile.`);
    const { hash } = sumFingerprint(found);
    say(`${tables[table]} is equal to the file, record by record: ${hash}`);
  }
  await dynamoDb.send(new DeleteItemCommand({ TableName: tables.records, Key: underWay }));
}

async function requireEmpty({ hash }: SchoolInFile, { dynamoDb, tables }: EmptySchool): Promise<void> {
  const read = { ConsistentRead: true, Limit: 1 };
  const { Items: marks = [] } = await dynamoDb.send(
    new QueryCommand({
      ...read,
      TableName: tables.records,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': underWay.pk },
    }),
  );
  const [mark] = marks;
  if (mark?.manifest?.S === hash) return;
  if (mark) throw new OperatorError('The import of another file was cut off here. Run that one again.');
  for (const table of Object.values(tables)) {
    const { Items = [] } = await dynamoDb.send(new ScanCommand({ ...read, TableName: table }));
    if (Items.length > 0) {
      throw new OperatorError(
        `${table} has records: a file is imported into an empty school, before its first administrator is made.`,
      );
    }
  }
}

async function* inPieces(records: AsyncIterable<StoredRecord>): AsyncGenerator<Record<string, AttributeValue>[]> {
  let piece: Record<string, AttributeValue>[] = [];
  for await (const record of records) {
    piece.push(typedRecord(record));
    if (piece.length < recordsAtOnce) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

function addTo(sum: HashSum, item: Record<string, AttributeValue>, until: Date): void {
  const expires = Number(item[tableDefinition.timeToLiveAttribute]?.N ?? Number.POSITIVE_INFINITY);
  if (expires * 1000 >= until.getTime()) sum.add(item[kindAttribute]?.S ?? 'other', canonicalText(item));
}

async function writeFiles(file: SchoolInFile, { s3, buckets, say }: EmptySchool): Promise<void> {
  for (const { folder, key, type, read } of file.files) {
    await s3.send(
      new PutObjectCommand({
        Bucket: buckets[fileFolders[folder]],
        Key: key,
        Body: await read(),
        ...(type === undefined ? {} : { ContentType: type }),
      }),
    );
  }
  say(`${file.files.length} files`);
}

const typedRecord = (record: StoredRecord): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typedValue(value)]));

function typedValue(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(typedValue) };
  if (value instanceof Uint8Array) return { B: value };
  if (!(value instanceof Set)) return { M: typedRecord(value as StoredRecord) };
  const members = [...value];
  return members.every((member) => typeof member === 'number') ? { NS: members.map(String) } : { SS: members };
}
