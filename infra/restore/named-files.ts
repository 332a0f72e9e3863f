import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { ArchivedAttendanceEntity, archiveFileKey } from '#functions/attendance/records/archived-attendance.ts';
import { type FilesByKind, filesNamedBy } from '#functions/platform/files/named-files.ts';
import { kindAttribute } from '#functions/platform/table/table.ts';
import { findKeptFile } from '#functions/students/records/files/file-keys.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import {
  CardLayoutEntity,
  crestKey,
  PublishedLayoutEntity,
} from '#functions/term-reports/report-cards/layouts/card-layouts.ts';
import { recordsPlace } from '#shared/place.ts';
import { fileKinds } from '#shared/students/files/file-kinds.ts';
import { picturesOf } from '#shared/term-reports/layouts/card-layout.ts';

/**
 * What records of options name: files come back with the records that name them, whether their option is on or off.
 */
export const filesOfOptionRecords = recordsPlace<FilesByKind>('files that records name');

/** What records name, of the folders that are copied to the vault. */
const ofCore: FilesByKind = {
  ...filesNamedBy(StudentEntity, (student) => fileKinds.map((kind) => findKeptFile(student, kind)?.key)),
  ...filesNamedBy(ArchivedAttendanceEntity, (archived) => [archived.isWritten ? archiveFileKey(archived) : undefined]),
  // Every posted copy has the pictures of a layout that was published, and versions are never deleted.
  ...filesNamedBy(CardLayoutEntity, ({ draft }) => picturesOf(draft).map(crestKey)),
  ...filesNamedBy(PublishedLayoutEntity, ({ layout }) => picturesOf(layout).map(crestKey)),
};

/**
 * Keys of all files that the records of a table name, each once. Scans the table. An erased student has no record, and
 * so no file.
 */
export async function readNamedFiles({ dynamoDb, table }: { dynamoDb: DynamoDBClient; table: string }) {
  const filesOf: FilesByKind = Object.assign({}, ofCore, ...filesOfOptionRecords.all());
  const kinds = Object.keys(filesOf);
  const values = kinds.map((_, index) => `:kind${index}`);
  const named = new Set<string>();
  const scan = {
    TableName: table,
    ConsistentRead: true,
    FilterExpression: `#kind IN (${values.join(', ')})`,
    ExpressionAttributeNames: { '#kind': kindAttribute },
    ExpressionAttributeValues: Object.fromEntries(kinds.map((kind, index) => [values[index], kind])),
  };
  for await (const { Items = [] } of paginateScan({ client: DynamoDBDocumentClient.from(dynamoDb) }, scan))
    for (const item of Items) for (const key of filesOf[String(item[kindAttribute])]?.(item) ?? []) named.add(key);
  return [...named].sort();
}
