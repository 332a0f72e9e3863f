import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { kindsOfOptions } from '#functions/school/whole-school/record-lines.ts';
import { recordKindParts } from '#options/functions/record-kinds.generated';
import { keptTables } from '../../../infra/table/kept-tables.ts';
import { tableParameters } from '../../../infra/table/table-parameters.ts';
import { type EmptySchool, importSchool } from '../../../infra/whole-school/import-school.ts';
import { openSchoolFile } from '../../../infra/whole-school/school-in-file.ts';
import { createS3Client } from '../../../local/bucket.ts';

kindsOfOptions.fill(recordKindParts);

let schools = 0;

/** An empty school beside the one of this process. */
export async function makeEmptySchool(): Promise<EmptySchool & { said: string[]; drop: () => Promise<void> }> {
  schools += 1;
  const name = `copy-${schools}`;
  const dynamoDb = new DynamoDBClient({});
  const s3 = createS3Client();
  for (const { name: table, definition } of keptTables(name)) {
    await dynamoDb.send(new CreateTableCommand(tableParameters(table, definition)));
  }
  const buckets = { files: `${name}-files`, documents: `${name}-documents` };
  for (const Bucket of Object.values(buckets)) await s3.send(new CreateBucketCommand({ Bucket }));
  const said: string[] = [];
  return {
    dynamoDb,
    s3,
    tables: { records: name, trail: `${name}-trail` },
    buckets,
    said,
    say: (line) => said.push(line),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    drop: async () => {
      for (const { name: TableName } of keptTables(name)) await dynamoDb.send(new DeleteTableCommand({ TableName }));
    },
  };
}

/** A path for a file that is not there yet. */
export const newPath = (name = 'school.zip'): string => join(mkdtempSync(join(tmpdir(), 'school-in-file-')), name);

/** Opens a file, and fills an empty school with it. */
export async function importInto(school: EmptySchool, path: string): Promise<void> {
  const file = await openSchoolFile(path, { schoolId: 'demo' });
  try {
    await importSchool(file, school);
  } finally {
    file.close();
  }
}

/** The content and type of every file of a bucket, by key. */
export async function readBucket(Bucket: string): Promise<Map<string, { type: string; bytes: string }>> {
  const client = createS3Client();
  const found = new Map<string, { type: string; bytes: string }>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key = '' } of Contents) {
      const { Body, ContentType = '' } = await client.send(new GetObjectCommand({ Bucket, Key }));
      found.set(Key, { type: ContentType, bytes: (await Body?.transformToString('base64')) ?? '' });
    }
  }
  return found;
}
