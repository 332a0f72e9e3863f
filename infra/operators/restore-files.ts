import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { bucketNameIn, schoolName, vaultBucketName } from '../names.ts';
import { loadSchool } from '../school.ts';
import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { OperatorError, parseCommandOptions, parseMoment, runApp } from './operator-error.ts';

const usage =
  'Usage: npm run restore-files -- --school <id> --at 2026-03-01T06:00:00Z --from vault|own|<bucket> [--only-list]';

/**
 * Brings a deployed school's files back as they were at a moment: those that its records name, out of the vault or of
 * the old versions of its own buckets. Run again it copies what is missing.
 */
await runApp(async () => {
  const text = { type: 'string' } as const;
  const options = { school: text, at: text, from: text, 'only-list': { type: 'boolean' } } as const;
  const { school: id, at, from, 'only-list': onlyList = false } = parseCommandOptions(usage, options);
  if (id === undefined || at === undefined || from === undefined) throw new OperatorError(usage);
  const moment = parseMoment(at, usage);
  const { aws, vault } = loadSchool(id);
  if (from === 'vault' && !vault) throw new OperatorError(`The file of ${id} names no vault: --from own, or a bucket.`);
  await setSchoolEnvironment(id);
  const { filesOfOptionRecords, readNamedFiles } = await import('../restore/named-files.ts');
  const { namedFilesParts } = await import('#options/functions/named-files');
  filesOfOptionRecords.fill(namedFilesParts);
  const { restoreFiles } = await import('../restore/restore-files.ts');
  const name = schoolName(id);
  const named = await readNamedFiles({ dynamoDb: new DynamoDBClient({}), table: process.env.TABLE_NAME ?? '' });
  await restoreFiles(
    {
      named,
      own: { files: bucketNameIn(aws, name, 'files'), documents: bucketNameIn(aws, name, 'documents') },
      from: from === 'own' ? undefined : from === 'vault' && vault ? vaultBucketName(name, vault) : from,
      moment,
    },
    // The vault is in another region.
    { s3: new S3Client({ followRegionRedirects: true }), say: (line) => console.log(line), onlyList },
  );
});
