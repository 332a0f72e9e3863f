import { AdminDeleteUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { studentUserName } from '#shared/accounts/user-name.ts';
import {
  familyStudentOf,
  idempotencyKeyOf,
  requestIdOf,
  smokeTestPrefix,
  strangerRequests,
  uploadedFileKind,
  uploadRequests,
} from './visitor.ts';

/** Parts in which a table is read at the same time. */
const parts = 4;

/** Records that a smoke test made within the last hour may belong to a running test. */
const underWayMilliseconds = 3_600_000;

/** The marks of smoke tests that were stopped and could not tidy up. One read of the list of accounts. */
export async function findLeftovers(now: Date): Promise<string[]> {
  const { listStaffAccounts } = await import('#functions/sessions/accounts.ts');
  const begunAt = (mark: string) => Number.parseInt(mark.slice(smokeTestPrefix.length), 36);
  return (await listStaffAccounts())
    .map(({ accountId }) => accountId)
    .filter((id) => id.startsWith(smokeTestPrefix) && now.getTime() - begunAt(id) > underWayMilliseconds);
}

/**
 * Removes the users, every record and every file of a smoke test, old versions of files among them. Doing it again
 * finds nothing.
 */
export async function removeSmokeTest(mark: string): Promise<{ records: number; files: number }> {
  await Promise.all([mark, studentUserName(familyStudentOf(mark))].map(removeUser));
  // Files first: what the job of an erasure is called is in its records.
  const files = await removeFiles(mark);
  return { records: await removeRecords(mark), files };
}

async function removeUser(userName: string): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: process.env.USER_POOL_ID, Username: userName }));
  } catch (error) {
    if ((error as Error).name !== 'UserNotFoundException') throw error;
  } finally {
    client.destroy();
  }
}

/** Attributes in which a record that is not named after the test says whose it is. */
const says = ['pk', 'sk', 'accountId', 'studentId', 'employeeId', 'startedBy', 'gsi1sk', 'name'] as const;

/**
 * Reads both tables, and deletes what names the test: all of it does, but for the plans of its job, which the job
 * names.
 */
async function removeRecords(mark: string): Promise<number> {
  const { documentClient, tableNames } = await import('#functions/platform/table/table.ts');
  let count = 0;
  for (const TableName of [tableNames().records, tableNames().trail]) {
    const reading = Array.from({ length: parts }, (_, part) => recordsIn({ TableName, Segment: part }, mark));
    const found = (await Promise.all(reading)).flat();
    await Promise.all(
      found.map(({ pk, sk }) => documentClient.send(new DeleteCommand({ TableName, Key: { pk, sk } }))),
    );
    count += found.length;
  }
  return count;
}

interface Found {
  pk: string;
  sk: string;
  run?: string;
}

async function recordsIn(part: { TableName: string; Segment: number }, mark: string): Promise<Found[]> {
  const { documentClient } = await import('#functions/platform/table/table.ts');
  const requests = strangerRequests.map((request) => requestIdOf(mark, request));
  const pages = paginateScan(
    { client: documentClient },
    {
      ...part,
      ConsistentRead: true,
      TotalSegments: parts,
      // Keys alone: of other people's records no more is read than the names that the filter looks at.
      ProjectionExpression: 'pk, sk, #run',
      Select: 'SPECIFIC_ATTRIBUTES',
      FilterExpression: [
        ...says.map((_, index) => `contains(#a${index}, :mark)`),
        ...requests.map((_, index) => `#request = :request${index}`),
      ].join(' OR '),
      ExpressionAttributeNames: {
        '#request': 'requestId',
        '#run': 'run',
        ...Object.fromEntries(says.map((name, index) => [`#a${index}`, name])),
      },
      ExpressionAttributeValues: {
        ':mark': mark,
        ...Object.fromEntries(requests.map((id, index) => [`:request${index}`, id])),
      },
    },
  );
  const found: Found[] = [];
  for await (const { Items = [] } of pages) {
    for (const item of Items as Found[]) {
      found.push(item);
      if (item.pk.startsWith('job#') && item.run) found.push(...(await batchesOf(`${item.pk}#${item.run}`)));
    }
  }
  return found;
}

async function batchesOf(pk: string): Promise<Found[]> {
  const { documentClient, tableNames } = await import('#functions/platform/table/table.ts');
  const pages = paginateQuery(
    { client: documentClient },
    { TableName: tableNames().records, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } },
  );
  const found: Found[] = [];
  for await (const { Items = [] } of pages) found.push(...(Items as Found[]));
  return found;
}

async function removeFiles(mark: string): Promise<number> {
  const { hashSecret } = await import('#functions/platform/identity/secrets.ts');
  const { fileKey } = await import('#shared/http/contract.ts');
  const { FILES_BUCKET: files, DOCUMENTS_BUCKET: documents } = process.env;
  const hashed = (key: string) => hashSecret(`${mark}/${idempotencyKeyOf(mark, key)}`);
  const places = [
    [files, fileKey('student-files', `${uploadedFileKind}/${mark}`)],
    [files, fileKey('replaced-files', `student-files/${uploadedFileKind}/${mark}`)],
    ...uploadRequests.map((key) => [files, fileKey('uploads', hashed(key))]),
    [documents, fileKey('student-records', `${hashed('everything')}.zip`)],
    [documents, fileKey('spreadsheets', `${hashSecret(mark)}/`)],
  ] as const;
  const client = new S3Client({});
  const removed = await Promise.all(places.map(([bucket = '', prefix = '']) => removeBelow(client, bucket, prefix)));
  client.destroy();
  return removed.reduce((sum, count) => sum + count, 0);
}

async function removeBelow(client: S3Client, Bucket: string, Prefix: string): Promise<number> {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
  const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
  if (Objects.length === 0) return 0;
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  if (Errors.length > 0) throw new Error(`${Errors[0]?.Key} could not be removed: ${Errors[0]?.Message}`);
  return Objects.length;
}
