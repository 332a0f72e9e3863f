import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addSchoolStacks } from '../../../infra/formroom-app.ts';
import { loadSchool } from '../../../infra/school.ts';
import { placeholderParts, testApp } from '../stacks/templates.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { argumentsOfCommand, packageScripts } from './project-pages.ts';

const project = new URL('../../../', import.meta.url);
const titled = (calls: string[][]) => calls.map((call) => [call.join(' '), call] as const);

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
  /**
   * Where a command without an app of its own finds the stacks of its school: those of infra/app.ts, with nothing
   * built.
   */
  const assemblyOf = (school: string | undefined): string => {
    const made = assemblies.get(school ?? '');
    if (made) return made;
    const app = testApp({ builtinCloudFormationValidation: false });
    addSchoolStacks(app, loadSchool(school), placeholderParts());
    const { directory } = app.synth();
    assemblies.set(school ?? '', directory);
    return directory;
  };
  /** The demo school has no second account; a page's reader has written the stage's file. */
  const stoppedBy = (given: readonly string[]): string => {
    if (given.includes('school=staging-demo')) return 'There is no infra/schools/staging-demo.json';
    if (given.includes('node infra/vault/vault.ts')) return 'demo.json names no vault';
    return 'but no credentials have been configured';
  };
  /** What the command line asks a person at a terminal. */
  const answers: Record<string, string[]> = { destroy: ['--force'], import: ['--resource-mapping-inline', '{}'] };

  it.each(titled(argumentsOfCommand('npx', 'cdk')))('cdk %s is stopped by nothing else', (_, given) => {
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
      expect(stdout + stderr).toContain(stoppedBy(given));
    }
  });

  /** The file that a script of package.json runs with Node, if it does. */
  const fileOf = (script: string): string | undefined =>
    /^(?:exec )?node (\S+\.ts)/.exec(packageScripts[script] ?? '')?.[1];
  const onAws = (file: string, given: string[]) =>
    (file.startsWith('infra/operators/') || file.startsWith('tools/smoke/')) && !given.includes('--local');

  const ofNode = [
    ...argumentsOfCommand('npm', 'run'),
    ...argumentsOfCommand('npm', 'start').map((given) => ['start', ...given]),
  ].filter(([script = '', ...given]) => fileOf(script) !== undefined && given.length > 0);
  const ofOperators = ofNode.filter(([script = '', ...given]) => onAws(fileOf(script) ?? '', given));

  it.each(titled(ofOperators))('npm run %s is stopped by nothing else', (_, [script = '', , ...given]) => {
    const { status, stdout, stderr } = run(fileOf(script) ?? '', given);
    expect(status).toBe(1);
    if (given.includes('staging-demo')) {
      expect(stderr).toContain('There is no infra/schools/staging-demo.json');
    } else if (script === 'doctor') {
      // It asks by the command line of AWS, and what that lacks is the first thing to do.
      expect(stdout).toMatch(/^to do {2}You are signed in to the account 111122223333/);
      expect(stderr).toMatch(/^1 of 1 to do before the first deployment\.\n$/);
    } else if (script === 'deploy-account' && given.includes('--stages')) {
      // The page's reader has added the stage to the account's file.
      expect(stderr).toBe('infra/accounts/district.json has no stage.\n');
    } else if (script === 'import-school') {
      // The page's reader has made the file.
      expect(stderr).toBe('There is no file demo.zip.\n');
    } else if (['deploy-account', 'start-again', 'upgrade'].includes(script)) {
      // They ask by the command line of AWS, which may not be here.
      expect(stderr).toMatch(/^(You are not signed in to AWS\.|The program aws is not here)[^\n]*\n$/);
    } else {
      expect(stderr).toBe(
        'You are not signed in to AWS. Sign in (aws sso login, or set AWS_PROFILE), and run the same command again.\n',
      );
    }
  });

  /** Scripts that read their words themselves. */
  const withoutOptions = ['check:words', 'check:lockfile', 'screens'];
  // Where a command is stopped by nothing else, its options are known: of these scripts one command is left.
  const oncePerScript = new Map(ofOperators.map((one) => [one[0], one])).values();
  const parsed = [...ofNode.filter((one) => !ofOperators.includes(one)), ...oncePerScript].filter(
    ([script = '']) => !withoutOptions.includes(script),
  );
  it.each(titled(parsed))('npm run %s has options that the script knows', (_, [script = '', , ...given]) => {
    // The first that is unknown is named, and nothing is done.
    const { status, stderr } = run(fileOf(script) ?? '', [...given, '--no-such-option']);
    expect(status).not.toBe(0);
    expect(stderr).toContain("Unknown option '--no-such-option'");
  });

  it('npm run drill asks for the file of the stage that the page has written before', () => {
    const [drill = []] = argumentsOfCommand('npm', 'run', 'drill').filter((given) => given.includes('--school'));
    const { status, stderr } = run('tools/drill/run.ts', drill.slice(1));
    expect([status, stderr.split('. ')[0]]).toEqual([1, 'There is no infra/schools/staging-demo.json']);
  });
});
