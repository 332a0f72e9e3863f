import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { namedFilesParts } from '#options/functions/named-files';
import { peopleThrottle } from '../../infra/api/api-stage.ts';
import { isStageId } from '../../infra/names.ts';
import { OperatorError, parseCommandOptions, runApp } from '../../infra/operators/operator-error.ts';
import { filesOfOptionRecords } from '../../infra/restore/named-files.ts';
import { thisMachine } from '../../infra/restore/restore-dependencies.ts';
import { loadSchool } from '../../infra/school.ts';
import { localNames } from '../../local/environment.ts';
import { startSchool } from '../../local/school.ts';
import { checkDamageIsNoticed } from './check-damage-is-noticed.ts';
import { runLocalDrill } from './local-drill.ts';
import { runStageDrill } from './stage-drill.ts';

const usage = 'Usage: npm run drill [-- --school <stage> [--at <the moment that the run before named>]]';

/**
 * `npm run drill`: loses the demo school, in memory, makes it again from its copies, and compares all of it. With
 * `--school`, turns over a stage that is deployed (docs/operations/every-week.md, Drill).
 */
await runApp(async () => {
  const text = { type: 'string' } as const;
  const { school, at } = parseCommandOptions(usage, { school: text, at: text });
  if (school === undefined) return onThisMachine();
  const moment = at === undefined ? undefined : new Date(at);
  if (Number.isNaN(moment?.getTime())) throw new OperatorError(usage);
  const file = loadSchool(school);
  const { aws } = file;
  process.env.AWS_REGION = aws.region;
  await runStageDrill(
    { schoolId: school, isStage: isStageId(school), aws, throttle: peopleThrottle(file), moment },
    { ...thisMachine, dynamoDb: new DynamoDBClient({}), stepFunctions: new SFNClient({}), s3: new S3Client({}) },
  );
});

/**
 * The demo school is made as it is, and nothing has been written of changes: somebody comes in, so that there is a
 * trail to lose.
 */
async function enterSomething(): Promise<void> {
  const { createFirstAdmin } = await import('../../infra/operators/accounts/first-admin.ts');
  for (const name of ['Ada Drill', 'Ben Drill', 'Cid Drill']) {
    await createFirstAdmin({ name, userName: name.toLowerCase().replace(' ', '.') });
  }
}

async function onThisMachine(): Promise<void> {
  process.env.LOG_LEVEL ??= 'error';
  const say = (line: string) => console.log(line);
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true });
  try {
    await enterSomething();
    filesOfOptionRecords.fill(namedFilesParts);
    const { table, files, documents } = localNames;
    await runLocalDrill(
      { table, files, documents, userPool: process.env.USER_POOL_ID ?? '' },
      {
        say,
        afterCopy: async (s3, vault) => {
          await checkDamageIsNoticed(s3, vault);
          say('Noticed: copies with another byte, with an end that is cut off, and that are gone');
        },
      },
    );
    say('The school is again what it was. Passwords are not: everybody would have been handed a slip.');
  } finally {
    await school.stop();
  }
}
