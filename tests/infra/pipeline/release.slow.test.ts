import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { listReleaseFiles, makeAssemblies } from '../../../infra/pipeline/build-release.ts';
import { cdkContext, placeholderParts } from '../stacks/templates.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** A release as a job of the pipeline has unpacked it: packages are links here, which Node is to take as folders. */
describe('a release', () => {
  const folder = temporaryFolder();
  beforeAll(async () => {
    const options = { version: 'abc', context: cdkContext, folder: join(folder, 'dist/release') };
    await makeAssemblies(placeholderParts(), options);
    const files = listReleaseFiles();
    for (const path of files) {
      const [from, to] = [join(project, path), join(folder, path)];
      // A package within another one is there with it.
      if (existsSync(to)) continue;
      mkdirSync(dirname(to), { recursive: true });
      if (path.startsWith('node_modules/')) symlinkSync(from, to);
      else if (statSync(from).isFile()) cpSync(from, to);
    }
  }, 300_000);

  const run = (...given: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--preserve-symlinks', '--preserve-symlinks-main', ...given],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          HOME: temporaryFolder(),
          AWS_EC2_METADATA_DISABLED: 'true',
          AWS_REGION: 'us-east-1',
          CDK_DISABLE_CLI_TELEMETRY: 'true',
        },
      },
    );
    return { status, told: stdout + stderr };
  };

  it('has an assembly of each account and school, which names its version', () => {
    const made = (kind: string) => readdirSync(join(folder, 'dist/release', kind));
    expect([made('accounts'), made('schools')]).toEqual([['district'], ['demo']]);
    expect(readFileSync(join(folder, 'dist/release/version'), 'utf8')).toBe('abc');
    const operations = readFileSync(
      join(folder, 'dist/release/schools/demo/formroom-demo-operations.template.json'),
      'utf8',
    );
    expect(JSON.parse(operations).Outputs.Version.Value).toBe('abc');
  });

  const school = ['--school', 'demo'];
  const assembly = ['--assembly', 'dist/release/schools/demo'];
  it.each<[string, string[], RegExp]>([
    [
      'to the account',
      ['infra/operators/deploy-account.ts', '--account', 'district', '--assembly', 'dist/release/accounts/district'],
      /You are not signed in to AWS|The program aws is not here/,
    ],
    [
      'the version',
      ['infra/operators/deployed-version.ts', ...school],
      /You are not signed in to AWS|The program aws is not here/,
    ],
    [
      'a school',
      ['infra/operators/upgrade.ts', ...school, '--version', 'abc', ...assembly],
      /You are not signed in to AWS|The program aws is not here/,
    ],
    [
      'a school back',
      ['infra/operators/upgrade.ts', ...school, '--version', 'abc', ...assembly, '--back'],
      /no credentials have been configured/,
    ],
    ['the smoke test', ['tools/smoke/run.ts', ...school], /^You are not signed in to AWS/],
    ['the alarms', ['infra/operators/watch-alarms.ts', ...school, '--minutes', '1'], /aws/],
    ['the gate', ['infra/operators/may-begin.ts', '--environment', 'schools'], /^Usage: npm run may-begin/],
    [
      'what has drifted',
      ['node_modules/aws-cdk/bin/cdk', 'drift', '--app', 'dist/release/schools/demo', '--fail'],
      /no credentials have been configured/,
    ],
  ])('brings %s as far as AWS with nothing but what is in it', (_, given, told) => {
    const found = run(...given);
    expect(found.told).not.toMatch(/ERR_|Cannot find/);
    expect([found.status, found.told]).toEqual([1, expect.stringMatching(told)]);
  });
});
