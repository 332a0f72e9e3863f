import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { tableExportPrefix } from '../../infra/exports/export-prefixes.ts';
import {
  computeTableFingerprint,
  describeDifferences,
  type Fingerprint,
  sumFingerprint,
} from '../../infra/exports/fingerprint.ts';
import { OperatorError } from '../../infra/operators/operator-error.ts';
import { readNamedFiles } from '../../infra/restore/named-files.ts';
import { replayExportsStep } from '../../infra/restore/replay-exports.ts';
import { restoreFiles } from '../../infra/restore/restore-files.ts';
import { keptTables, trailTableName } from '../../infra/table/kept-tables.ts';
import { tableParameters } from '../../infra/table/table-parameters.ts';
import { foldersCopiedToVault } from '../../infra/vault/vault-folders.ts';
import { createLocalBucket, createS3Client } from '../../local/bucket.ts';
import { createPool } from '../../local/user-pool.ts';
import { computeBucketFingerprint, copyFolders, damageAndDelete, keepVersions } from './bucket-copy.ts';
import { computePoolFingerprint } from './pool-accounts.ts';
import { readAllRecords, writeChangesExport, writeFullExport } from './write-exports.ts';

/** A school on the stand-ins of this machine. */
export interface LocalSchool {
  /** Name of the records table; the trail table's name follows from it. */
  table: string;
  files: string;
  documents: string;
  userPool: string;
}

interface Told {
  say: (line: string) => void;
  /** After the copies were made, before anything is lost. */
  afterCopy?: (s3: S3Client, vault: string) => Promise<unknown>;
}

const folders = { files: foldersCopiedToVault('files'), documents: foldersCopiedToVault('documents') };

/**
 * Loses a school of this machine and makes it again from the copies in its vault: by an export of all records, one of
 * the changes since, the files that are copied as they come, and the accounts of the table. Compares every record, file
 * and user with what was there.
 * @throws {OperatorError} where anything is not as it was
 */
export async function runLocalDrill(place: LocalSchool, { say, afterCopy }: Told): Promise<void> {
  const dynamoDb = new DynamoDBClient({});
  const s3 = createS3Client();
  const vault = `${place.files}-vault`;
  await createLocalBucket(vault, s3);
  await keepVersions(s3, vault);
  const [from, to] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
  for (const { name: table } of keptTables(place.table)) {
    const exporting = { dynamoDb, s3, table, bucket: place.documents, prefix: tableExportPrefix };
    const atFirst = await readAllRecords(exporting);
    await writeFullExport(exporting, { records: atFirst, at: from });
    await workADay(dynamoDb, table, atFirst);
    await writeChangesExport(exporting, { before: atFirst, after: await readAllRecords(exporting), from, to });
    say(`Exported: ${atFirst.size} records of ${table}, and the changes after that`);
  }

  await copyFolders(s3, { from: place.documents, to: vault, folders: [tableExportPrefix, ...folders.documents] });
  await copyFolders(s3, { from: place.files, to: vault, folders: folders.files });
  const before = await fingerprints(place, { dynamoDb, s3 });
  if (before.named.length === 0) throw new OperatorError('No record names a file: there is nothing to lose.');
  say(`Copied: ${described(before.files)} to ${vault}`);
  await afterCopy?.(s3, vault);

  const moment = new Date();
  // S3 says of each version when it was stored, to the second.
  await sleep(1000);
  for (const { name } of keptTables(place.table)) await dynamoDb.send(new DeleteTableCommand({ TableName: name }));
  for (const bucket of ['files', 'documents'] as const)
    await damageAndDelete(s3, { bucket: place[bucket], copies: vault, folders: folders[bucket] });
  const { userPoolId: userPool } = await createPool(`${place.table}-again`);
  say('Lost: both tables, all files and documents, all users');

  const again = { ...place, table: `${place.table}-again`, userPool };
  const shelf = { bucket: vault, prefix: tableExportPrefix };
  const sources = keptTables(place.table);
  for (const [index, { name: target, definition }] of keptTables(again.table).entries()) {
    await dynamoDb.send(new CreateTableCommand(tableParameters(target, definition)));
    const replaying = { source: sources[index]?.name ?? '', target, moment: new Date(), shelf };
    await replayExportsStep(replaying, { dynamoDb, s3, say, sleep }).act();
  }
  const named = await readNamedFiles({ dynamoDb, table: again.table });
  await restoreFiles({ named, own: place, from: vault, moment }, { s3, say, onlyList: false });
  const [records, files] = await Promise.all([
    recordPrints(again, { dynamoDb, until: before.until }),
    filesOf(again, { s3, named: before.named }),
  ]);
  for (const [index, what] of ['records', 'rows of the trail'].entries())
    expectSame(what, before.records[index] ?? {}, records[index] ?? {}, say);
  expectSame('files', before.files, files, say);

  await usersAgain(again);
  expectSame('users', before.users, await computePoolFingerprint(userPool), say);
}

async function fingerprints(place: LocalSchool, { dynamoDb, s3 }: { dynamoDb: DynamoDBClient; s3: S3Client }) {
  const until = new Date();
  const named = await readNamedFiles({ dynamoDb, table: place.table });
  const [records, files, users] = await Promise.all([
    recordPrints(place, { dynamoDb, until }),
    filesOf(place, { s3, named }),
    computePoolFingerprint(place.userPool),
  ]);
  return { until, named, records, files, users };
}

/** Fingerprints of the tables, in their order. */
const recordPrints = ({ table }: LocalSchool, { dynamoDb, until }: { dynamoDb: DynamoDBClient; until: Date }) =>
  Promise.all(keptTables(table).map(({ name }) => computeTableFingerprint({ dynamoDb, table: name }, until)));

/** The files that records name: others do not come back. */
const filesOf = async (place: LocalSchool, of: { s3: S3Client; named: readonly string[] }): Promise<Fingerprint> => ({
  ...(await computeBucketFingerprint(of, place.files, folders.files)),
  ...(await computeBucketFingerprint(of, place.documents, folders.documents)),
});

const described = (print: Fingerprint): string => {
  const { count, hash } = sumFingerprint(print);
  return `${count}, hash ${hash.slice(0, 16)}`;
};

function expectSame(what: string, before: Fingerprint, after: Fingerprint, say: Told['say']): void {
  const different = describeDifferences(before, after);
  for (const line of different) say(`  ${line}`);
  if (different.length > 0) throw new OperatorError(`The ${what} are not what they were: the drill has failed.`);
  say(`Equal: ${what} ${described(after)}`);
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Some records are changed, some removed and some added, as on any day. */
async function workADay(dynamoDb: DynamoDBClient, table: string, records: Awaited<ReturnType<typeof readAllRecords>>) {
  const some = [...records.values()].filter((item) => item.__edb_e__?.S === 'audit' || item.__edb_e__?.S === 'student');
  if (some.length === 0) return;
  const requests = some.slice(0, 24).map((item, index) => {
    if (index % 3 === 0) return { PutRequest: { Item: { ...item, drill: { S: 'changed' } } } };
    const key = { pk: item.pk ?? { S: '' }, sk: item.sk ?? { S: '' } };
    if (index % 3 === 1) return { DeleteRequest: { Key: key } };
    return { PutRequest: { Item: { ...item, sk: { S: `${item.sk?.S}#added` } } } };
  });
  await dynamoDb.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }));
}

async function usersAgain({ table, userPool }: LocalSchool): Promise<void> {
  const script = fileURLToPath(new URL('./users-again.ts', import.meta.url));
  const env = { ...process.env, TABLE_NAME: table, TRAIL_TABLE_NAME: trailTableName(table), USER_POOL_ID: userPool };
  await promisify(execFile)(process.execPath, [script], { env });
}
