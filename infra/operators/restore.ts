import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { schoolName } from '../names.ts';
import { planRestoreSteps } from '../restore/plan-restore.ts';
import { thisMachine } from '../restore/restore-dependencies.ts';
import { runSteps } from '../restore/steps.ts';
import { loadSchool } from '../school.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage =
  'Usage: npm run restore -- --school <id> --at 2026-03-01T06:00:00Z [--from exports|<bucket>] [--only-list]';

/** Turns a deployed school to its records of a moment. Run again after a failure it goes on where it stopped. */
await runApp(async () => {
  const { schoolId, moment, from, onlyList } = parseArguments();
  const { aws } = loadSchool(schoolId);
  const own = `${schoolName(schoolId)}-documents-${aws.account}-${aws.region}`;
  const source = from === undefined ? {} : { exportsIn: from === 'exports' ? own : from };
  process.env.AWS_REGION = aws.region;
  const outside = {
    ...thisMachine,
    dynamoDb: new DynamoDBClient({}),
    stepFunctions: new SFNClient({}),
    s3: new S3Client({}),
  };
  await runSteps(await planRestoreSteps({ schoolId, aws, moment, ...source }, outside), { say: outside.say, onlyList });
  if (onlyList) return;
  outside.say(
    `Done. Look whom the two systems know differently: npm run check-accounts -- --school ${schoolId} --only-list`,
  );
});

function parseArguments() {
  const text = { type: 'string' } as const;
  const options = { school: text, at: text, from: text, 'only-list': { type: 'boolean' } } as const;
  const { school, at, from, 'only-list': onlyList = false } = parseCommandOptions(usage, options);
  if (school === undefined || at === undefined) throw new OperatorError(usage);
  const moment = new Date(at);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(at) || Number.isNaN(moment.getTime())) {
    throw new OperatorError(`--at takes a moment with its time zone. ${usage}`);
  }
  if (moment > new Date()) throw new OperatorError('--at is in the future.');
  return { schoolId: school, moment, from, onlyList };
}
