import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { loadFileStorage } from '#functions/platform/files/file-storage.ts';
import { kindsOfOptions } from '#functions/school/whole-school/record-lines.ts';
import { recordKindParts } from '#options/functions/record-kinds.generated';
import { bucketNameIn, schoolName } from '../names.ts';
import { loadSchool } from '../school.ts';
import { importSchool } from '../whole-school/import-school.ts';
import { openSchoolFile } from '../whole-school/school-in-file.ts';
import { setSchoolEnvironment } from './accounts/deployed-school.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run import-school -- --school <id> --from <file> [--signed-by <fingerprint>] [--only-check]';

/** Fills an empty deployed school from a file that export-school or an administrator has made. */
await runApp(async () => {
  const text = { type: 'string' } as const;
  const options = { school: text, from: text, 'signed-by': text, 'only-check': { type: 'boolean' } } as const;
  const { school, from, 'signed-by': signedBy, 'only-check': onlyCheck } = parseCommandOptions(usage, options);
  if (school === undefined || from === undefined) throw new OperatorError(usage);
  kindsOfOptions.fill(recordKindParts);
  const { aws } = loadSchool(school);
  const file = await openSchoolFile(from, { schoolId: school, signedBy });
  try {
    const { records, entries, madeAt } = file.manifest;
    const count = records.reduce((sum, one) => sum + one.count, 0);
    console.log(`${from}: ${count} records and ${file.files.length} files of ${madeAt}, ${entries.length} parts.`);
    console.log(`Signed by the key ${file.fingerprint}. It is the school's own if that is what was noted.`);
    if (onlyCheck) return;
    await setSchoolEnvironment(school);
    const name = schoolName(school);
    await importSchool(file, {
      dynamoDb: new DynamoDBClient({}),
      s3: (await loadFileStorage()).client,
      tables: { records: process.env.TABLE_NAME ?? '', trail: process.env.TRAIL_TABLE_NAME ?? '' },
      buckets: { files: bucketNameIn(aws, name, 'files'), documents: bucketNameIn(aws, name, 'documents') },
      say: (line) => console.log(line),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    });
    console.log(`Now the accounts: npm run restore-users -- --school ${school}`);
  } finally {
    file.close();
  }
});
