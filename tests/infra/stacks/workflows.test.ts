import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { upgradeArguments } from '../../../infra/operators/deployment/deploy-arguments.ts';
import { planWaves } from '../../../infra/pipeline/waves.ts';
import { commandsOfPage } from '../pages/commands-of-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { demoTemplates, loadDemoSchool, resourcesOfType } from './templates.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const files = readdirSync(new URL('.github/workflows/', root));
const textOf = (file: string): string => read(`.github/workflows/${file}`);

interface Workflow {
  jobs: {
    id: { value: string };
    needs?: { value: string }[];
    environment?: { toString(): string };
    ref?: { value: string };
    steps?: { run?: { source?: string; value?: string }; uses?: { value: string } }[];
  }[];
  errors?: unknown[];
}

async function workflow(file: string): Promise<Workflow> {
  const parsed = parseWorkflow({ name: file, content: textOf(file) }, new NoOperationTraceWriter());
  expect(parsed.context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  if (!parsed.value) throw new Error(`${file} is empty`);
  return (await convertWorkflowTemplate(parsed.context, parsed.value)) as unknown as Workflow;
}

describe('a workflow', () => {
  it.each(files)('%s is one that GitHub’s own parser takes', async (file) => {
    const { errors, jobs } = await workflow(file);
    expect(errors ?? []).toEqual([]);
    expect(jobs.length).toBeGreaterThan(0);
  });

  it.each(
    files,
  )('%s may read the repository, and have a token for AWS in the jobs that deploy or compare alone', (file) => {
    const rights = [...textOf(file).matchAll(/^ *([a-z-]+): (write|read)$/gm)].map(
      ([, what, right]) => `${what} ${right}`,
    );
    expect(rights).toContain('contents read');
    for (const right of rights) expect(['contents read', 'id-token write']).toContain(right);
    expect(textOf(file)).not.toMatch(/secrets\.|AWS_ACCESS_KEY_ID|AWS_SECRET|pull_request_target/);
  });

  it('uses actions of GitHub and of AWS alone, each by one whole commit with its version beside it', () => {
    const used = files.flatMap((file) => [...textOf(file).matchAll(/uses: (.+)/g)].map(([, action = '']) => action));
    const [own, others] = [
      used.filter((action) => action.startsWith('./')),
      used.filter((action) => !action.startsWith('./')),
    ];
    expect([...new Set(own)].toSorted()).toEqual([
      './.github/workflows/check.yml',
      './.github/workflows/deploy-school.yml',
    ]);
    const named = [...new Set(others)].toSorted();
    expect(named.map((action) => action.split('@')[0])).toEqual([
      'actions/checkout',
      'actions/setup-node',
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
    const environment = 'SCHOOL=demo VERSION=abc BEFORE=def GITHUB_OUTPUT=/dev/null\n';
    const commands = commandsOfPage(
      page
        .join('\n')
        .replace('```sh\n', `\`\`\`sh\n${environment}`)
        .replaceAll('sleep 60', 'true')
        .replaceAll('exit 0', 'break')
        .replaceAll(/^ *exit 1$/gm, 'true')
        .replaceAll('exit 1;', 'true;')
        .replaceAll('.ci/run', 'true'),
    );
    const known = Object.keys(JSON.parse(read('package.json')).scripts);
    const named = commands.flatMap(([program, verb, ...rest]) =>
      program === 'npm' && verb === 'run' ? rest.filter((word) => !word.startsWith('-')).slice(0, 1) : [],
    );
    expect([...new Set(named)].toSorted()).toEqual(['deploy-account', 'smoke', 'upgrade', 'watch-alarms', 'waves']);
    for (const script of named) expect(known).toContain(script);
    const cdk = commands
      .filter(([program, first]) => program === 'npx' && first === 'cdk')
      .map(([, , ...rest]) => rest);
    expect([...new Set(cdk.map(([verb]) => verb))].toSorted()).toEqual(['deploy', 'drift']);
    for (const [verb = '', ...given] of cdk) {
      const options = given.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
      for (const option of options) expect(optionsOf(verb), `cdk ${verb} --${option}`).toContain(option);
      for (const app of given.filter((word) => word.startsWith('node '))) read(app.slice('node '.length));
    }
    read('.ci/run');
  });

  it('runs in an environment that a role lets in', () => {
    const text = files.map(textOf).join('\n');
    expect(text).toContain('role/formroom-deploy-${{ inputs.environment }}');
    expect(text).toContain('role/formroom-drift');
    const environments = [...text.matchAll(/^ +environment: ([a-z]+)$/gm)].map(([, environment]) => environment);
    expect(new Set(environments)).toEqual(new Set(['staging', 'schools', 'drift']));
  });
});

describe('a deployment', () => {
  it('goes to the stages, then in waves, each after the one before it', async () => {
    const { jobs } = await workflow('deploy.yml');
    const needs = jobs.map(({ id, needs = [] }) => [id.value, needs.map(({ value }) => value)]);
    expect(needs).toEqual([
      ['check', []],
      ['plan', []],
      ['staging', ['check', 'plan']],
      ['first', ['plan', 'staging']],
      ['second', ['plan', 'first']],
      ['third', ['plan', 'second']],
    ]);
    // Success of what was skipped for want of schools counts; a failure anywhere before does not.
    expect(textOf('deploy.yml').match(/if: "!failure\(\) && !cancelled\(\)/g)).toHaveLength(3);
    expect(textOf('deploy.yml').match(/fail-fast: true/g)).toHaveLength(4);
  });

  it('takes a version of main alone, and nothing before it has passed every test', async () => {
    const { jobs } = await workflow('deploy.yml');
    const plan = jobs.find(({ id }) => id.value === 'plan');
    const scripts = plan?.steps?.map(({ run }) => run?.source ?? run?.value ?? '') ?? [];
    expect(
      scripts.findIndex((script) => script.includes('git merge-base --is-ancestor HEAD origin/main')),
    ).toBeLessThan(scripts.findIndex((script) => script.includes('npm ci')));
    expect(scripts.join('\n')).toContain('git merge-base --is-ancestor HEAD origin/main');
    expect(textOf('deploy.yml')).toMatch(
      /check:\n {4}uses: \.\/\.github\/workflows\/check\.yml\n {4}with:\n {6}version: \$\{\{ inputs\.version \}\}/,
    );
  });

  it('of a school is tried before the next, and ends at the first alarm, with the version before', () => {
    const text = textOf('deploy-school.yml');
    const order = ['npm run upgrade', 'npm run smoke', 'npm run watch-alarms', 'git checkout --force "$BEFORE"'];
    const places = order.map((part) => text.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain("if: failure() && steps.upgrade.outcome != 'skipped'");
  });

  it('is taken back by CloudFormation on alarms that the school has', () => {
    const made = resourcesOfType(demoTemplates().operations, 'AWS::CloudWatch::Alarm').map(
      ({ Properties }) => Properties.AlarmName,
    );
    const [synth = [], first = [], given = []] = upgradeArguments(loadDemoSchool(), 'abc');
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
    expect(textOf('deploy-school.yml')).toContain("Outputs[?OutputKey=='Version']");
  });
});

describe('the waves', () => {
  it('have every school once, in the wave that its file says, and stages before all', () => {
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
    const found = planWaves(pathToFileURL(`${folder}/`));
    const ids = Object.fromEntries(
      Object.entries(found).map(([wave, schools]) => [wave, schools.map(({ school }) => school)]),
    );
    expect(ids).toEqual({
      staging: ['staging-early'],
      first: ['early'],
      second: ['between'],
      third: ['usual'],
      all: ['between', 'early', 'staging-early', 'usual'],
    });
    expect(found.staging).toEqual([{ school: 'staging-early', account: '444455556666', region: 'eu-west-1' }]);
  });
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
