import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { smokeCheckParts } from '#options/tools';
import type { AskAws } from '../../../infra/operators/deployment/ask-aws.ts';
import { smokeTableRights } from '../../../infra/rights/smoke-rights.ts';
import { loadSchool } from '../../../infra/school.ts';
import { findLeftovers, removeSmokeTest } from '../../../tools/smoke/remove-smoke-test.ts';
import { type CheckOutcome, runSmokeTest, smokeChecksOfOptions } from '../../../tools/smoke/smoke.ts';
import type { TestedSchool } from '../../../tools/smoke/tested-school.ts';
import { createVisitor, newSmokeTestId } from '../../../tools/smoke/visitor.ts';
import { recordRequestsOutside } from '../../support/policies/guarded-functions.ts';
import { judgeRequest } from '../../support/policies/judge-request.ts';
import { scanBothTables } from '../../support/school/both-tables.ts';
import { startServer } from '../../support/school/server.ts';

let school: Awaited<ReturnType<typeof startServer>>;
const servers: Server[] = [];

beforeAll(async () => {
  smokeChecksOfOptions.fill(smokeCheckParts);
  school = await startServer({ isDemo: false });
  const { executeAction } = await import('#functions/platform/table/action.ts');
  await executeAction(CurrentPeriodEntity.put({ year: 2025, term: 1 }));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await school?.stop();
});

/** Listens on a free port; its address. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const place = (more: Partial<TestedSchool> = {}): TestedSchool => ({
  url: school.url,
  school: loadSchool('demo'),
  stop: async () => undefined,
  ...more,
});

const resultsOf = (outcomes: readonly CheckOutcome[]) =>
  Object.fromEntries(outcomes.map(({ title, outcome }) => [title, outcome]));

/** AWS's command line, as it answers where everything is well. */
function awsOf({
  summary,
  lastExport,
  subscription = 'arn:aws:sns:us-east-1:111122223333:formroom-demo-notices:1',
}: {
  summary: string;
  lastExport: string;
  subscription?: string;
}) {
  const commands: string[][] = [];
  const command: AskAws = async (...words) => {
    commands.push(words);
    const [, operation] = words;
    if (operation === 'describe-alarms') {
      const alarms = ['formroom-demo-saves-are-late', 'formroom-demo-calls-fail'].map((AlarmName, index) => ({
        AlarmName,
        StateValue: index === 0 ? 'ALARM' : 'OK',
        AlarmActions: ['arn:topic'],
      }));
      return { MetricAlarms: alarms.filter(({ AlarmName }) => words.includes(AlarmName)) };
    }
    if (operation === 'list-subscriptions-by-topic') {
      const ofAccount = words.some((word) => /:formroom(-baseline)?-notices$/.test(word));
      return [[ofAccount ? 'operations@district.example' : loadSchool('demo').operatorEmail, subscription]];
    }
    if (operation === 'describe-alarm-history') return { AlarmHistoryItems: [{ HistorySummary: summary }] };
    if (operation === 'list-executions') {
      return { executions: [{ status: 'RUNNING' }, { status: lastExport, startDate: '2026-11-22T06:00:00Z' }] };
    }
    return null;
  };
  return { commands, command };
}

/**
 * Everything that is stored: records, users, files. Not the pace of this network's sign-ins, nor the rosters of classes
 * without students, which the first station that asks makes.
 */
async function stored(): Promise<string[]> {
  const byTheWay = /^(attempts#network#|class-rosters$)/;
  const { Users = [] } = await new CognitoIdentityProviderClient({}).send(
    new ListUsersCommand({ UserPoolId: process.env.USER_POOL_ID }),
  );
  const buckets = [process.env.FILES_BUCKET, process.env.DOCUMENTS_BUCKET];
  const files = await Promise.all(
    buckets.map(async (Bucket) => (await new S3Client({}).send(new ListObjectsV2Command({ Bucket }))).Contents ?? []),
  );
  return [
    ...(await scanBothTables())
      .filter(({ pk }) => !byTheWay.test(String(pk)))
      .map((item) => JSON.stringify(Object.entries(item).sort())),
    ...Users.map(({ Username }) => `user ${Username}`),
    ...files.flat().map(({ Key }) => `file ${Key}`),
  ].sort();
}

const passed = {
  'headers and CSP': 'ok',
  'deep links': 'ok',
  'a request’s id': 'ok',
  'API past CloudFront': 'ok',
  'sign-in': 'ok',
  'cookie flags': 'ok',
  'an audited save': 'ok',
  'a conflict': 'ok',
  'progress of marks': 'ok',
  'a PDF': 'ok',
  'an event stream': 'ok',
  'an upload': 'ok',
  'a refused upload': 'ok',
  'a card’s code': 'ok',
  'a scan': 'ok',
  'a student’s sign-in': 'ok',
  'a link': 'ok',
  'a letter': 'ok',
  'the key of cards in KMS': 'not here',
  'an export': 'ok',
  'a job': 'ok',
  'the table’s export': 'ok',
  'a test alarm': 'ok',
  'left behind': 'ok',
};

it('passes on this machine, says what is not here, and leaves nothing behind, nor does one that was stopped', async () => {
  const before = await stored();
  const stopped = newSmokeTestId(new Date(Date.now() - 2 * 3_600_000));
  await createVisitor(place(), stopped);
  const told: CheckOutcome[] = [];
  let outcomes: CheckOutcome[] = [];
  const asked = await recordRequestsOutside(async () => {
    outcomes = await runSmokeTest(place(), (outcome) => told.push(outcome));
  });
  // Each by the rights of the pipeline's role, which are of its own records.
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.flatMap((parts) => judgeRequest(smokeTableRights, parts).refused)).toEqual([]);
  expect(resultsOf(outcomes)).toEqual({
    [`left behind by ${stopped}`]: 'ok',
    ...passed,
    'API past CloudFront': 'not here',
    'the table’s export': 'not here',
    'a test alarm': 'not here',
  });
  expect(told).toEqual(outcomes);
  expect(await stored()).toEqual(before);
});

it('leaves another one alone that is under way', async () => {
  const other = await createVisitor(place(), newSmokeTestId(new Date()));
  const before = await stored();
  expect(before).toContain(`user ${other.mark}`);
  expect(await findLeftovers(new Date())).toEqual([]);
  expect(await findLeftovers(new Date(Date.now() + 2 * 3_600_000))).toEqual([other.mark]);
  expect(await removeSmokeTest(other.mark)).toEqual({ records: 6, files: 0 });
});

it('looks at what only AWS has: the API’s own address, the alarm’s mail, the last export of the table', async () => {
  const api = await serve((_, answer) => answer.writeHead(403).end('{"message":"Forbidden"}'));
  const { commands, command } = awsOf({ summary: 'Successfully executed action arn:topic', lastExport: 'SUCCEEDED' });
  const outcomes = await runSmokeTest(place({ aws: { api, command } }), () => undefined);
  expect(resultsOf(outcomes)).toEqual(passed);
  const states = commands.filter(([, operation]) => operation === 'set-alarm-state');
  expect(states.map((words) => [words[3], words[5]])).toEqual([
    ['formroom-demo-calls-fail', 'ALARM'],
    ['formroom-demo-calls-fail', 'OK'],
  ]);
});

it('notices that nobody hears the alarms', async () => {
  const api = await serve((_, answer) => answer.writeHead(403).end());
  const aws = awsOf({ summary: 'Successfully executed', lastExport: 'SUCCEEDED', subscription: 'PendingConfirmation' });
  const said: CheckOutcome[] = [];
  await runSmokeTest(place({ aws: { api, command: aws.command } }), (outcome) => said.push(outcome));
  expect(said.find(({ title }) => title === 'a test alarm')).toMatchObject({
    outcome: 'FAILED',
    told: expect.stringContaining('operations@northgate.example did not confirm. Send: '),
  });
  expect(aws.commands.filter(([, operation]) => operation === 'set-alarm-state')).toEqual([]);
});

it('notices what goes wrong between the school and a browser, each by its name, and tidies up all the same', async () => {
  const before = await stored();
  const spoiled = await serve((request, answer) => void passOn(request, answer));
  const api = await serve((_, answer) => answer.end('{"ok":true}'));
  const { commands, command } = awsOf({ summary: 'Failed to execute action arn:topic', lastExport: 'FAILED' });
  const outcomes = await runSmokeTest(place({ url: spoiled, aws: { api, command } }), () => undefined);
  expect(resultsOf(outcomes)).toEqual({
    ...passed,
    'headers and CSP': 'FAILED',
    'deep links': 'FAILED',
    'a request’s id': 'FAILED',
    'API past CloudFront': 'FAILED',
    'cookie flags': 'FAILED',
    'a PDF': 'FAILED',
    'an event stream': 'FAILED',
    'an upload': 'FAILED',
    'a refused upload': 'FAILED',
    'the table’s export': 'FAILED',
    'a test alarm': 'FAILED',
  });
  expect(commands.filter(([, operation]) => operation === 'set-alarm-state').at(-1)?.[5]).toBe('OK');
  expect(await stored()).toEqual(before);
});

/**
 * A proxy that spoils what passes it: a header, a deep link, a cookie, bytes taken for text, a stream that is
 * collected.
 */
async function passOn(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const path = request.url === '/admin/dashboard' ? '/no-such-page' : request.url;
  // S3 would have refused this length.
  if (path === '/files' && Buffer.concat(chunks).includes('%%EOF\nx')) return void answer.writeHead(204).end();
  const from = await fetch(`${school.url}${path}`, {
    method: request.method ?? 'GET',
    redirect: 'manual',
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const bytes = Buffer.from(await from.arrayBuffer());
  for (const [name, value] of from.headers) {
    if (
      [
        'set-cookie',
        'content-length',
        'content-encoding',
        'transfer-encoding',
        'x-frame-options',
        'x-amzn-requestid',
      ].includes(name)
    )
      continue;
    answer.setHeader(name, value);
  }
  answer.setHeader(
    'set-cookie',
    from.headers.getSetCookie().map((line) => line.replace('; HttpOnly', '')),
  );
  answer.writeHead(from.status);
  answer.end(from.headers.get('content-type') === 'application/pdf' ? bytes.toString('utf8') : bytes);
}
