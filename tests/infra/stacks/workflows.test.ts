import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { deployArguments, upgradeArguments } from '../../../infra/operators/deployment/deploy-arguments.ts';
import { planWaves, refuseLargeWaves } from '../../../infra/pipeline/waves.ts';
import { commandsOfPage } from '../pages/commands-of-page.ts';
import { readGitHubFile, readWorkflow } from '../pipeline/workflow-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { demoTemplates, loadDemoSchool, resourcesOfType } from './templates.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const files = readdirSync(new URL('.github/workflows/', root));
const textOf = (file: string): string => read(`.github/workflows/${file}`);

describe('a workflow', () => {
  it.each(files)('%s is one that GitHub’s own parser takes', async (file) => {
    expect((await readWorkflow(file)).length).toBeGreaterThan(0);
  });

  it.each(files)('%s may read the repository, and has a token for AWS or to attest where it needs one', (file) => {
    const rights = [...textOf(file).matchAll(/\b([a-z-]+): (write|read)\b/g)].map(
      ([, what, right]) => `${what} ${right}`,
    );
    expect(rights).toContain('contents read');
    const known = ['actions read', 'attestations read', 'attestations write', 'contents read', 'id-token write'];
    for (const right of rights) expect(known).toContain(right);
    expect(textOf(file)).not.toMatch(/secrets\.|AWS_ACCESS_KEY_ID|AWS_SECRET|pull_request_target/);
  });

  it('uses actions of GitHub and of AWS alone, each by one whole commit with its version beside it', () => {
    const texts = [...files.map(textOf), readGitHubFile('actions/take-release/action.yml')];
    const used = texts.flatMap((text) => [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action));
    const [own, others] = [
      used.filter((action) => action.startsWith('./')),
      used.filter((action) => !action.startsWith('./')),
    ];
    expect([...new Set(own)].toSorted()).toEqual([
      './.github/actions/take-release',
      './.github/workflows/build.yml',
      './.github/workflows/check.yml',
      './.github/workflows/deploy-account.yml',
      './.github/workflows/deploy-school.yml',
    ]);
    const named = [...new Set(others)].toSorted();
    expect(named.map((action) => action.split('@')[0])).toEqual([
      'actions/attest-build-provenance',
      'actions/checkout',
      'actions/download-artifact',
      'actions/setup-node',
      'actions/upload-artifact',
      'aws-actions/configure-aws-credentials',
    ]);
    for (const action of named) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    // Somebody renews them, or they grow old.
    expect(read('.github/dependabot.yml')).toMatch(/package-ecosystem: github-actions/);
  });

  it('puts nothing that somebody typed into a shell but as a variable', () => {
    for (const file of files) {
      for (const [, script = ''] of textOf(file).matchAll(/run: (?:\|\n)?((?:.|\n {10})*)/g))
        expect(script).not.toContain('${{');
    }
  });

  it('runs scripts that package.json has, files that are there, and commands of cdk with options that it takes', () => {
    const scripts = files.flatMap((file) => [...textOf(file).matchAll(/run: (?:\|\n((?: {10}.*\n)+)|(.*))/g)]);
    const page = scripts.map(
      ([, block, line]) => `\`\`\`sh\n${(block ?? line ?? '').replaceAll(/^ {10}/gm, '')}\n\`\`\``,
    );
    const environment =
      'SCHOOL=demo NAME=district ACCOUNT=district STAGES= ENVIRONMENT=schools VERSION=abc BEFORE=def GITHUB_OUTPUT=/dev/null\n';
    const commands = commandsOfPage(
      page
        .join('\n')
        .replace('```sh\n', `\`\`\`sh\n${environment}`)
        .replaceAll(/^ *exit 1$/gm, 'true')
        .replaceAll('sha256sum', 'echo')
        .replaceAll('.ci/run', 'true'),
    );
    const known = Object.keys(JSON.parse(read('package.json')).scripts);
    const named = commands.flatMap(([program, verb, ...rest]) =>
      program === 'npm' && verb === 'run' ? rest.filter((word) => !word.startsWith('-')).slice(0, 1) : [],
    );
    expect([...new Set(named)].toSorted()).toEqual([
      ...[
        'build-release',
        'cdk',
        'deploy-account',
        'deployed-version',
        'may-begin',
        'screens',
        'smoke',
        'upgrade',
        'watch-alarms',
      ],
      'waves',
    ]);
    for (const script of named) expect(known).toContain(script);
    const cdk = commands
      .filter(([program, , script]) => program === 'npm' && script === 'cdk')
      .map(([, , , , ...rest]) => rest);
    expect(cdk.map(([verb]) => verb)).toEqual(['drift']);
    for (const [verb = '', ...given] of cdk) {
      const options = given.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
      for (const option of options) expect(optionsOf(verb), `cdk ${verb} --${option}`).toContain(option);
    }
    read('.ci/run');
  });

  it('runs in an environment that a role lets in', () => {
    const text = files.map(textOf).join('\n');
    expect(text).toContain('role/formroom-deploy-${{ inputs.environment }}');
    expect(text).toContain('role/formroom-drift');
    const environments = [...text.matchAll(/^ +environment: ([a-z]+)$/gm)].map(([, environment]) => environment);
    expect(new Set(environments)).toEqual(new Set(['staging', 'release', 'schools', 'drift']));
  });
});

describe('a deployment', () => {
  it('is taken back by CloudFormation on alarms that the school has', () => {
    const made = resourcesOfType(demoTemplates().operations, 'AWS::CloudWatch::Alarm').map(
      ({ Properties }) => Properties.AlarmName,
    );
    const [synth = [], first = [], given = []] = upgradeArguments(loadDemoSchool(), { version: 'abc' });
    // The templates are made once, with the version, and deployed from their folder.
    expect(synth.slice(0, 6)).toEqual(['synth', '-q', '-c', 'school=demo', '-c', 'version=abc']);
    for (const run of [first, given]) expect(run[run.indexOf('--app') + 1]).toBe(synth.at(-1));
    expect(first).toContain('formroom-demo-data');
    expect(given.filter((word) => word.startsWith('formroom-'))).toEqual(
      ['api', 'workflows', 'web', 'operations'].map((part) => `formroom-demo-${part}`),
    );
    const names = given.filter((word) => word.includes(':alarm:')).map((word) => word.split(':alarm:')[1]);
    expect(names.length).toBeGreaterThan(1);
    // CloudFormation takes five.
    expect(names.length).toBeLessThanOrEqual(5);
    expect(made).toEqual(expect.arrayContaining(names));
    // What a name may have is not said where the triggers are: these characters nobody reads in another way.
    for (const name of made) expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(given.filter((word) => word.includes(':alarm:'))[0]).toMatch(
      /^arn:aws:cloudwatch:us-east-1:111122223333:alarm:/,
    );
    for (const option of given.filter((word) => word.startsWith('--')))
      expect(optionsOf('deploy')).toContain(option.slice(2));
    expect(Number(given[given.indexOf('--monitoring-time-minutes') + 1])).toBeGreaterThan(5);
  });

  it('is made of an assembly where one is given, and of the first version, or on the way back, without alarms', () => {
    const given = { version: 'abc', assembly: 'dist/release/schools/demo' };
    const runs = upgradeArguments(loadDemoSchool(), given);
    expect(runs.map(([verb]) => verb)).toEqual(['deploy', 'deploy']);
    for (const run of runs) expect(run[run.indexOf('--app') + 1]).toBe(given.assembly);
    expect(deployArguments(loadDemoSchool(), given)).toEqual([
      [
        'deploy',
        '--all',
        '--app',
        given.assembly,
        '--require-approval',
        'never',
        '--rollback-trigger-alarm-arns',
        'none',
      ],
    ]);
    expect(deployArguments(loadDemoSchool(), { version: 'abc' })).toHaveLength(2);
  });

  it('states its rollback triggers with every command: CloudFormation keeps those of the last upgrade', () => {
    const places = ['.github', 'infra', 'tools', 'docs', 'README.md'];
    const files = execFileSync('git', ['ls-files', ...places], { cwd: fileURLToPath(root), encoding: 'utf8' });
    const commands = files
      .split('\n')
      .filter((file) => /\.(ts|md|yml)$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/cdk deploy [^`\n]*/g)].map(([command]) => `${file}: ${command}`));
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((command) => !command.includes('--rollback-trigger-alarm-arns'))).toEqual([]);
  });

  it('tells the version that a school has, where the next one finds it', () => {
    const { operations } = demoTemplates({ version: 'abc1234' });
    expect(operations.Outputs?.Version).toMatchObject({ Value: 'abc1234' });
  });
});

describe('the waves', () => {
  it('have every school once, in the wave that its file says, and stages and accounts before them', () => {
    const folder = temporaryFolder();
    const put = (id: string, more: object) =>
      writeFileSync(
        join(folder, `${id}.json`),
        JSON.stringify({ ...JSON.parse(read('infra/schools/demo.json')), id, ...more }),
      );
    put('early', { wave: 'first' });
    put('usual', {});
    put('between', { wave: 'second' });
    writeFileSync(
      join(folder, 'staging-early.json'),
      JSON.stringify({
        stageOf: 'early',
        id: 'staging-early',
        operatorEmail: 'a@b.example',
        domain: null,
        aws: { account: '444455556666', region: 'eu-west-1' },
      }),
    );
    const folders = { schools: pathToFileURL(`${folder}/`), accounts: pathToFileURL(`${temporaryFolder()}/`) };
    const file = (name: string, more: object) =>
      writeFileSync(
        new URL(`${name}.json`, folders.accounts),
        JSON.stringify({ operatorEmail: 'a@b.example', ...more }),
      );
    const { aws } = loadDemoSchool();
    file('district', { aws, schools: ['early', 'usual', 'between'] });
    expect(() => planWaves(folders)).toThrow('infra/schools/staging-early.json: no account has it');
    file('trials', { aws: { account: '444455556666', region: 'eu-west-1' }, schools: ['staging-early'] });
    const found = planWaves(folders);
    const names = Object.fromEntries(
      Object.entries(found).map(([wave, places]) => [wave, places.map(({ name }) => name)]),
    );
    expect(names).toEqual({
      stagingAccounts: ['trials'],
      staging: ['staging-early'],
      accounts: ['district'],
      first: ['early'],
      second: ['between'],
      third: ['usual'],
      all: ['between', 'early', 'staging-early', 'usual'],
    });
    expect(found.staging).toEqual([{ name: 'staging-early', account: '444455556666', region: 'eu-west-1' }]);
    expect(found.accounts).toEqual([{ name: 'district', ...aws }]);
    const { all, accounts, staging } = planWaves(folders, 'trials');
    expect([all.length, accounts, staging.length]).toEqual([1, [], 1]);
  });
});

it('is no wave of more schools than GitHub makes jobs: the page says what to do', () => {
  const wave = (schools: number) => ({ first: [], third: Array.from({ length: schools }, () => 'demo') });
  expect(() => refuseLargeWaves(wave(256))).not.toThrow();
  expect(() => refuseLargeWaves(wave(257))).toThrow(
    'third: GitHub makes 256 jobs at most, and there are 257: deploy the accounts one by one',
  );
});

const helped = new Map<string, string[]>();
/** Options of a command, as the command line tells them itself. */
function optionsOf(verb: string): string[] {
  const known = helped.get(verb);
  if (known) return known;
  const { stdout } = spawnSync(process.execPath, ['node_modules/aws-cdk/bin/cdk', verb, '--help'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: temporaryFolder(), CDK_DISABLE_CLI_TELEMETRY: 'true' },
  });
  const options = [...stdout.matchAll(/--([a-z][a-z-]+)/g)].map(([, option = '']) => option);
  helped.set(verb, options);
  return options;
}
