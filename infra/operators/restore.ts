import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { peopleThrottle } from '../api/api-stage.ts';
import { bucketNameIn, schoolName } from '../names.ts';
import { planRestoreSteps } from '../restore/plan-restore.ts';
import { thisMachine } from '../restore/restore-dependencies.ts';
import { runSteps } from '../restore/steps.ts';
import { loadSchool } from '../school.ts';
import { OperatorError, parseCommandOptions, parseMoment, runApp } from './operator-error.ts';

const usage =
  'Usage: npm run restore -- --school <id> --at 2026-03-01T06:00:00Z [--from exports|<bucket>] [--only-list]';

/** Turns a deployed school to its records of a moment. Run again after a failure it goes on where it stopped. */
await runApp(async () => {
  const { schoolId, moment, from, onlyList } = parseArguments();
  const file = loadSchool(schoolId);
  const { aws } = file;
  const own = bucketNameIn(aws, schoolName(schoolId), 'documents');
  const source = from === undefined ? {} : { exportsIn: from === 'exports' ? own : from };
  process.env.AWS_REGION = aws.region;
  const outside = {
    ...thisMachine,
    dynamoDb: new DynamoDBClient({}),
    stepFunctions: new SFNClient({}),
    // The vault is in another region.
    s3: new S3Client({ followRegionRedirects: true }),
  };
  const wanted = { schoolId, aws, throttle: peopleThrottle(file), moment, ...source };
  await runSteps(await planRestoreSteps(wanted, outside), { say: outside.say, onlyList });
  if (onlyList) return;
  outside.say(
    `Done. Look whom the two systems know differently: npm run check-accounts -- --school ${schoolId} --only-list`,
  );
  outside.say(
    `And which files its records name: npm run restore-files -- --school ${schoolId} --at ${moment.toISOString()} --from own --only-list`,
  );
});

function parseArguments() {
  const text = { type: 'string' } as const;
  const options = { school: text, at: text, from: text, 'only-list': { type: 'boolean' } } as const;
  const { school, at, from, 'only-list': onlyList = false } = parseCommandOptions(usage, options);
  if (school === undefined || at === undefined) throw new OperatorError(usage);
  return { schoolId: school, moment: parseMoment(at, usage), from, onlyList };
}
