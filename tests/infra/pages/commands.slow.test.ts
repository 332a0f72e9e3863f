import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as s3 from '@aws-sdk/client-s3';
import * as stepfunctions from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { schoolStacks } from '../../../infra/formroom-app.ts';
import { loadSchool } from '../../../infra/school.ts';
import { placeholders, testApp } from '../stacks/templates.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandsOfPage } from './commands-of-page.ts';

const project = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, project), 'utf8');
const pages = globSync('docs/operations/*.md', { cwd: project })
  .map((path) => read(path))
  .join('\n');
const commands = commandsOfPage(pages);
const argumentsOf = (...first: string[]): string[][] => [
  ...new Map(
    commands
      .filter((command) => first.every((word, index) => command[index] === word))
      .map((command) => [command.join(' '), command.slice(first.length)]),
  ).values(),
];
const titled = (calls: string[][]) => calls.map((call) => [call.join(' '), call] as const);

describe('the commands of docs/operations', () => {
  it('wait as long as a restore takes: the command line’s own patience ends after eight minutes', () => {
    const waits = pages.split('\n').filter((line) => line.includes('aws dynamodb wait'));
    expect(waits.length).toBeGreaterThan(0);
    for (const line of waits) expect(line).toMatch(/^until aws dynamodb wait .*; do sleep \d+; done$/);
  });

  it('find what is a school’s by its whole name or its tag: names of a stage begin with the school’s', () => {
    for (const command of commands) expect(command.join(' ')).not.toMatch(/starts_with|begins_with|name-prefix/);
  });

  it('are of programs that are tried here', () => {
    const firstWords = commands.map(([program, first]) => (program === 'aws' ? program : `${program} ${first}`));
    expect([...new Set(firstWords)].sort()).toEqual([
      'aws',
      'git checkout',
      'git pull',
      'npm ci',
      'npm run',
      'npx cdk',
    ]);
  });

  it('name scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const [script = ''] of argumentsOf('npm', 'run')) expect(Object.keys(scripts)).toContain(script);
  });
});

describe('without credentials', () => {
  const signedOut = {
    PATH: process.env.PATH,
    HOME: temporaryFolder(),
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_REGION: 'us-east-1',
    // What the command line itself would send to its makers.
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
  const run = (file: string, given: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, [file, ...given], {
      cwd: fileURLToPath(project),
      encoding: 'utf8',
      env: { ...signedOut, CDK_OUTDIR: temporaryFolder() },
    });

  const assemblies = new Map<string, string>();
  /** Where a command without an app of its own finds the stacks of its school: those of infra/app.ts, with nothing built. */
  const assemblyOf = (school: string | undefined): string => {
    const made = assemblies.get(school ?? '');
    if (made) return made;
    const app = testApp({ builtinCloudFormationValidation: false });
    schoolStacks(app, loadSchool(school), placeholders());
    const { directory } = app.synth();
    assemblies.set(school ?? '', directory);
    return directory;
  };
  /** What the command line asks a person at a terminal. */
  const answers: Record<string, string[]> = { destroy: ['--force'], import: ['--resource-mapping-inline', '{}'] };

  it.each(titled(argumentsOf('npx', 'cdk')))('cdk %s is stopped by nothing else', (_, given) => {
    const [verb = ''] = given;
    const school = given.find((word) => word.startsWith('school='))?.slice('school='.length);
    const app = given.includes('--app') ? [] : ['--app', assemblyOf(school)];
    const { status, stdout, stderr } = run('node_modules/aws-cdk/bin/cdk', [
      ...given,
      ...app,
      ...(answers[verb] ?? []),
      '--no-notices',
    ]);
    expect(stderr).not.toContain('Unknown');
    if (verb === 'synth') expect(status, stderr).toBe(0);
    else {
      expect(status, stdout + stderr).toBe(1);
      // The demo school has no second account.
      const wanted = given.includes('node infra/vault/vault.ts')
        ? 'demo.json names no vault'
        : 'but no credentials have been configured';
      expect(stdout + stderr).toContain(wanted);
    }
  });

  const ofOperators = ['create-admin', 'check-accounts', 'restore', 'restore-users', 'smoke'];
  it.each(
    titled(
      argumentsOf('npm', 'run').filter(
        ([script = '', ...given]) => ofOperators.includes(script) && !given.includes('--local'),
      ),
    ),
  )('npm run %s is stopped by nothing else', (_, [script = '', , ...given]) => {
    const [, file = ''] = JSON.parse(read('package.json')).scripts[script].split(' ');
    const { status, stderr } = run(file, given);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'You are not signed in to AWS. Sign in (aws sso login, or set AWS_PROFILE), and run the same command again.\n',
    );
  });

  it('npm run drill asks for the file of the stage that the page has written before', () => {
    const [drill = []] = argumentsOf('npm', 'run', 'drill').filter((given) => given.includes('--school'));
    const { status, stderr } = run('tools/drill/run.ts', drill.slice(1));
    expect([status, stderr.split('. ')[0]]).toEqual([1, 'There is no infra/schools/demo-staging.json']);
  });
});

/** `[…, names of members, their schemas]`: what the SDK's own schemas say of a structure. */
type Structure = readonly [kind: 3, namespace: string, name: string, traits: unknown, members: string[], of: unknown[]];
type Operation = readonly [kind: 9, namespace: string, name: string, traits: unknown, input: () => Structure];

/** Options of services whose SDK the project does not have, from the AWS CLI's reference. */
const fromReference: Record<string, string[]> = {
  'cloudformation update-termination-protection': ['stack-name', 'enable-termination-protection'],
  'ce update-cost-allocation-tags-status': ['cost-allocation-tags-status'],
  'dynamodb wait table-exists': ['table-name'],
  's3 sync': ['exact-timestamps'],
};
/** Of every command of the AWS CLI. */
const ofAll = ['query', 'output', 'region'];

describe('aws', () => {
  const sdk: Record<string, object> = { dynamodb, s3api: s3, stepfunctions };
  const kebab = (name: string) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  const inputOf = (service: string, operation: string): Structure | undefined => {
    const name = operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return ((sdk[service] as Record<string, unknown>)?.[`${name}$`] as Operation | undefined)?.[4]();
  };

  it.each(titled(argumentsOf('aws')))('%s is a command with options that it takes', (title, [
    service = '',
    ...rest
  ]) => {
    const operation = rest.slice(0, rest.findIndex((word) => word.startsWith('--')) >>> 0).join(' ');
    const input = inputOf(service, operation);
    const taken = input ? input[4].map(kebab) : fromReference[`${service} ${operation}`];
    expect(taken, title).toBeDefined();
    const options = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/^no-/, ''));
    expect([...(taken ?? []), ...ofAll]).toEqual(expect.arrayContaining(options));
  });
});
