import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { upgradeArguments } from '../../../infra/operators/deployment/deploy-arguments.ts';
import { planWaves } from '../../../infra/pipeline/waves.ts';
import { GitHubRolesStack } from '../../../infra/stacks/github-roles.ts';
import { commandsOfPage } from '../pages/commands-of-page.ts';
import { type IamRequest, type IamStatement, isAllowed } from '../rights/iam-verdict.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  demoTemplates,
  findingsOfChecks,
  loadDemoSchool,
  onlyResource,
  resourcesOfType,
  type Template,
  testApp,
} from './templates.ts';

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

describe('the pipeline’s stack', () => {
  const props = {
    env: loadDemoSchool().aws,
    repository: { owner: 'district', name: 'formroom', ownerId: '4711', id: '815' },
  };
  let pipeline: Template;
  beforeAll(() => {
    const app = testApp({ builtinCloudFormationValidation: false });
    const stack = new GitHubRolesStack(app, 'formroom-pipeline', { ...props, isProviderThere: false });
    pipeline = app.synth().getStackByName(stack.stackName).template as Template;
  });

  it('passes CloudFormation’s rules and AWS Solutions', () => {
    const app = testApp();
    new GitHubRolesStack(app, 'formroom-pipeline', { ...props, isProviderThere: true });
    expect(findingsOfChecks(app)).toEqual([]);
  });

  it('trusts jobs of this repository in one environment each, and nobody else', () => {
    const provider = onlyResource(pipeline, 'AWS::IAM::OIDCProvider').Properties;
    expect(provider).toEqual({
      Url: 'https://token.actions.githubusercontent.com',
      ClientIdList: ['sts.amazonaws.com'],
    });
    const trusted = resourcesOfType(pipeline, 'AWS::IAM::Role').map(({ Properties }) => {
      const [statement, ...others] = Properties.AssumeRolePolicyDocument.Statement;
      expect(others).toEqual([]);
      expect(Object.keys(statement.Principal)).toEqual(['Federated']);
      expect(statement.Action).toBe('sts:AssumeRoleWithWebIdentity');
      return [Properties.RoleName, statement.Condition];
    });
    const of = (environment: string) => ({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        // What GitHub signs for a repository that is older than July 2026, and for a newer one.
        'token.actions.githubusercontent.com:sub': [
          `repo:district/formroom:environment:${environment}`,
          `repo:district@4711/formroom@815:environment:${environment}`,
        ],
        'token.actions.githubusercontent.com:repository_id': '815',
        'token.actions.githubusercontent.com:environment': environment,
        'token.actions.githubusercontent.com:ref': 'refs/heads/main',
      },
    });
    expect(trusted).toEqual([
      ['formroom-deploy-staging', of('staging')],
      ['formroom-deploy-schools', of('schools')],
      ['formroom-drift', of('drift')],
    ]);
  });

  it('lets the environments of the workflows in, by the roles’ names', () => {
    const text = files.map(textOf).join('\n');
    expect(text).toContain('role/formroom-deploy-${{ inputs.environment }}');
    expect(text).toContain('role/formroom-drift');
    const environments = [...text.matchAll(/^ +environment: ([a-z]+)$/gm)].map(([, environment]) => environment);
    expect(new Set(environments)).toEqual(new Set(['staging', 'schools', 'drift']));
  });

  it('lets the job of stages deploy and try a stage, and do nothing to a school of the same account', () => {
    const account = '111122223333';
    const acts = (school: string, qualifier: string): IamRequest[] => [
      {
        action: 'sts:AssumeRole',
        resource: `arn:aws:iam::${account}:role/cdk-${qualifier}-deploy-role-${account}-us-east-1`,
      },
      {
        action: 'cloudformation:DescribeStacks',
        resource: `arn:aws:cloudformation:us-east-1:${account}:stack/formroom-${school}-api/1`,
      },
      { action: 'dynamodb:GetItem', resource: `arn:aws:dynamodb:us-east-1:${account}:table/formroom-${school}` },
      {
        action: 's3:DeleteObjectVersion',
        resource: `arn:aws:s3:::formroom-${school}-files-${account}-us-east-1/smoke-test`,
      },
      {
        ...{
          action: 'cognito-idp:AdminSetUserPassword',
          resource: `arn:aws:cognito-idp:us-east-1:${account}:userpool/us-east-1_A`,
        },
        context: { 'aws:ResourceTag/formroom-school': school },
      },
      {
        action: 'cloudwatch:SetAlarmState',
        resource: `arn:aws:cloudwatch:us-east-1:${account}:alarm:formroom-${school}: calls fail`,
      },
      {
        action: 'states:ListExecutions',
        resource: `arn:aws:states:us-east-1:${account}:stateMachine:formroom-${school}-terms-jobs`,
      },
    ];
    const may = (environment: string, requests: IamRequest[]) => {
      const [[id] = ['']] = Object.entries(pipeline.Resources).filter(
        ([, { Properties }]) => Properties.RoleName === `formroom-deploy-${environment}`,
      );
      const rights = resourcesOfType(pipeline, 'AWS::IAM::Policy')
        .filter(({ Properties }) => Properties.Roles[0].Ref === id)
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as IamStatement[]);
      return requests.filter((request) => isAllowed([rights], request)).length;
    };
    expect(may('staging', acts('staging-demo', 'staging'))).toBe(7);
    expect(may('staging', acts('demo', 'hnb659fds'))).toBe(0);
    expect(may('schools', acts('demo', 'hnb659fds'))).toBe(7);
  });

  it('has no key and no user', () => {
    const types = Object.values(pipeline.Resources).map(({ Type }) => Type);
    expect([...new Set(types)].toSorted()).toEqual(['AWS::IAM::OIDCProvider', 'AWS::IAM::Policy', 'AWS::IAM::Role']);
  });

  it('may change settings only as the roles of cdk bootstrap, and reach nothing whose name does not begin with formroom', () => {
    const statements = resourcesOfType(pipeline, 'AWS::IAM::Policy').flatMap(
      ({ Properties }) =>
        Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: string | string[] }[],
    );
    for (const { Action, Resource } of statements) {
      for (const resource of [Resource].flat()) {
        const looks = [Action].flat().every((action) => /:(Describe|List)/.test(action));
        expect(looks || /formroom-|formroom\/|role\/cdk-|:userpool\/\*$/.test(resource), `${Action} ${resource}`).toBe(
          true,
        );
      }
      for (const action of [Action].flat()) expect(action).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/);
    }
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
