import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  isRun,
  type Job,
  type Moment,
  readGitHubFile,
  readWorkflow,
  type Step,
  workflowFiles,
} from './workflow-files.ts';

const scriptOf = ({ run }: Step): string => run?.source ?? run?.value ?? '';
const waves = ['first', 'second', 'third'];
const places = '[{"name":"demo"}]';

let release: Map<string, Job>;
let school: Map<string, Job>;
let all: (Job & { file: string })[];
beforeAll(async () => {
  const byId = async (file: string) => new Map((await readWorkflow(file)).map((job) => [job.id.value, job] as const));
  [release, school] = [await byId('deploy.yml'), await byId('deploy-school.yml')];
  all = (
    await Promise.all(workflowFiles.map(async (file) => (await readWorkflow(file)).map((job) => ({ ...job, file }))))
  ).flat();
});

/** Whether a job of a release begins after jobs that ended so; every other one succeeded. */
function begins(
  id: string,
  results: Record<string, string>,
  more: Omit<Moment, 'contexts'> = {},
  planned = {},
): boolean {
  const job = release.get(id);
  const outputs = {
    ...Object.fromEntries([...waves, 'accounts', 'staging', 'stagingAccounts'].map((wave) => [wave, places])),
    ...planned,
  };
  const needs = Object.fromEntries(
    (job?.needs ?? []).map(({ value }) => [
      value,
      { result: results[value] ?? 'success', outputs: value === 'plan' ? outputs : {} },
    ]),
  );
  return isRun(job?.if?.expression, { contexts: { needs }, ...more });
}

describe('a release', () => {
  it('is built, goes to the stages, is approved once, and goes to accounts before their schools, wave after wave', () => {
    const needs = [...release].map(([id, { needs: before = [] }]) => [id, before.map(({ value }) => value)]);
    expect(needs).toEqual([
      ['check', []],
      ['plan', []],
      ['build', ['check', 'plan']],
      ['staging-accounts', ['plan', 'build']],
      ['staging', ['plan', 'build', 'staging-accounts']],
      ['release', ['plan', 'build', 'staging-accounts', 'staging']],
      ['accounts', ['plan', 'build', 'release']],
      ['first', ['plan', 'build', 'release', 'accounts']],
      ['second', ['plan', 'build', 'release', 'accounts', 'first']],
      ['third', ['plan', 'build', 'release', 'accounts', 'first', 'second']],
    ]);
    for (const id of [...waves, 'accounts', 'release']) expect(begins(id, {}), id).toBe(true);
  });

  it.each([
    'failure',
    'cancelled',
  ])('has no wave after one that ended with %s, also not after a wave without schools', (ended) => {
    for (const [at, id] of ['staging', 'release', 'accounts', ...waves].entries()) {
      for (const later of ['release', 'accounts', ...waves].slice(at)) {
        const between = { [id]: ended, ...(id !== 'second' && later === 'third' && { second: 'skipped' }) };
        if (release.get(later)?.needs?.some(({ value }) => value === id))
          expect(begins(later, between), `${later} after ${id}`).toBe(false);
      }
    }
    expect(begins('third', { first: ended, second: 'skipped' })).toBe(false);
    // What is not approved, or not built, goes nowhere.
    for (const id of waves) expect(begins(id, { release: 'skipped' })).toBe(false);
    expect(begins('staging', { build: ended })).toBe(false);
  });

  it('goes on past stages and waves that have no schools', () => {
    expect(begins('release', { 'staging-accounts': 'skipped', staging: 'skipped' })).toBe(true);
    expect(begins('second', { first: 'skipped' })).toBe(true);
    expect(begins('second', {}, {}, { second: '[]' })).toBe(false);
  });

  it('cancels no school because of another, and none that runs when somebody cancels it', () => {
    const text = readGitHubFile('workflows/deploy.yml');
    expect(text.match(/fail-fast: false/g)).toHaveLength(6);
    expect(text).not.toContain('fail-fast: true');
    // GitHub looks at the condition of a running job again, and leaves it where that still holds.
    for (const id of ['staging', ...waves]) expect(begins(id, {}, { isCancelled: true }), id).toBe(true);
    expect(begins('release', {}, { isCancelled: true })).toBe(false);
  });

  it('is approved in one environment, and the roles of another one deploy it', () => {
    const environments = all.flatMap(({ file, id, environment }) =>
      environment ? [`${file} ${id.value} ${environment}`] : [],
    );
    expect(environments.filter((each) => each.endsWith(' release'))).toEqual(['deploy.yml release release']);
    const used = [...readGitHubFile('workflows/deploy.yml').matchAll(/^ {6}environment: (\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(used)).toEqual(new Set(['staging', 'schools']));
  });

  it('takes a version of main alone', () => {
    const scripts = release.get('plan')?.steps?.map(scriptOf) ?? [];
    const [looks, installs] = ['git merge-base --is-ancestor HEAD origin/main', 'npm ci'].map((part) =>
      scripts.findIndex((script) => script.includes(part)),
    );
    expect(looks).toBeGreaterThanOrEqual(0);
    expect(looks).toBeLessThan(installs ?? -1);
  });
});

describe('the deployment of a school', () => {
  /** The steps that run, in turn; each ends as `outcomes` says, or with success. */
  function played(outcomes: Record<string, string>, cancelledAt = '', before = 'abc'): string[] {
    const steps: Record<string, { outcome: string; outputs: Record<string, string> }> = {};
    const ran: string[] = [];
    let [hasFailed, isCancelled] = [false, cancelledAt === 'start'];
    for (const step of school.get('deploy')?.steps ?? []) {
      const name = String(step.name ?? step.uses?.value ?? '');
      const moment: Moment = { contexts: { steps, needs: {} }, isCancelled, hasFailed };
      const doesRun = isRun(step.if?.expression, moment);
      const outcome = !doesRun
        ? 'skipped'
        : name.startsWith('Nothing begins')
          ? 'failure'
          : (outcomes[step.id ?? name] ?? 'success');
      if (doesRun) ran.push(step.id ?? name.split('@')[0] ?? '');
      if (outcome === 'failure') hasFailed = true;
      if (step.id) steps[step.id] = { outcome, outputs: { version: before } };
      if (cancelledAt === (step.id ?? name)) isCancelled = true;
    }
    return ran;
  }
  const asks = ['actions/checkout', './.github/actions/take-release', 'Nothing of this release has failed'];
  const begun = [...asks, 'aws-actions/configure-aws-credentials', 'before'];

  it('asks the gate before it has a right, then upgrades, is tried and watched', () => {
    expect(played({})).toEqual([...begun, 'upgrade', 'smoke', 'quiet']);
  });

  it('does not begin where the gate refuses, or the run is cancelled', () => {
    expect(played({ 'Nothing of this release has failed': 'failure' })).toEqual(asks);
    expect(played({}, 'start')).toEqual(['Nothing begins in a run that was cancelled']);
    expect(played({ before: 'failure' })).toEqual(begun);
  });

  it.each([
    ['its upgrade', { upgrade: 'failure' }, []],
    ['its upgrade, ended by its time', { upgrade: 'cancelled' }, []],
    ['its smoke test', { smoke: 'failure' }, ['smoke']],
    ['an alarm', { quiet: 'failure' }, ['smoke', 'quiet']],
  ])('is taken back after %s', (_, outcomes, more) => {
    expect(played(outcomes)).toEqual([...begun, 'upgrade', ...more, 'end']);
  });

  it('is ended in a run that was cancelled meanwhile: deployed and tried, or taken back', () => {
    expect(played({}, 'before')).toEqual([...begun, 'upgrade', 'smoke', 'quiet']);
    expect(played({ smoke: 'failure' }, 'upgrade')).toEqual([...begun, 'upgrade', 'smoke', 'end']);
    for (const id of ['deploy', 'rebuild', 'back']) {
      const job = school.get(id);
      const needs = { deploy: { outputs: { back: 'abc' } }, rebuild: { result: 'success' } };
      expect(isRun(job?.if?.expression, { contexts: { needs }, isCancelled: true, hasFailed: true }), id).toBe(true);
      expect(
        isRun(job?.if?.expression, {
          contexts: { needs: { deploy: { outputs: { back: '' } }, rebuild: { result: 'skipped' } } },
        }),
      ).toBe(id === 'deploy');
    }
    for (const { if: condition } of school.get('back')?.steps ?? [])
      expect(condition?.expression).toMatch(/^always\(\)/);
  });

  it.each([
    ['abc', 'back=abc\n', ''],
    ['', '', 'There is no version before to go back to.\n'],
    ['def', '', 'There is no version before to go back to.\n'],
  ])('goes back to “%s” from def', (before, output, said) => {
    const file = join(temporaryFolder(), 'output');
    writeFileSync(file, '');
    const end = school.get('deploy')?.steps?.find(({ id }) => id === 'end');
    const { stdout, status } = runScript(end, { BEFORE: before, VERSION: 'def', GITHUB_OUTPUT: file });
    expect([status, stdout]).toEqual([0, said]);
    expect(spawnSync('cat', [file], { encoding: 'utf8' }).stdout).toBe(output);
  });

  it('has time for its steps: GitHub would end the job before it told what to take back', () => {
    const [deploy = ''] = readGitHubFile('workflows/deploy-school.yml').split('\n  rebuild:');
    const times = [...deploy.matchAll(/timeout-minutes: (\d+)/g)].map(([, minutes]) => Number(minutes));
    const [job = 0, ...steps] = times;
    expect(steps).toHaveLength(5);
    expect(steps.reduce((sum, minutes) => sum + minutes, 0)).toBeLessThan(job);
    expect(job * 60).toBeLessThan(Number(/role-duration-seconds: (\d+)/.exec(deploy)?.[1]));
  });
});

describe('rights in AWS', () => {
  it('are beside nothing that is installed: a job installs, or has a token', () => {
    const withRights = all.filter(({ steps = [] }) => steps.some(({ uses }) => uses?.value.startsWith('aws-actions/')));
    expect(withRights.map(({ file, id }) => `${file} ${id.value}`)).toEqual([
      'deploy-account.yml deploy',
      'deploy-school.yml deploy',
      'deploy-school.yml back',
      'drift.yml drift',
    ]);
    for (const { steps = [], file } of withRights) {
      const scripts = steps.map(scriptOf).join('\n');
      expect(scripts, file).not.toMatch(/npm (ci|i|install|exec)\b|npx|git checkout/);
      const [taken, signedIn] = ['./.github/actions/take-release', 'aws-actions/'].map((part) =>
        steps.findIndex(({ uses }) => uses?.value.startsWith(part)),
      );
      expect(taken).toBeGreaterThanOrEqual(0);
      expect(taken).toBeLessThan(signedIn ?? -1);
    }
    for (const file of workflowFiles) {
      for (const job of readGitHubFile(`workflows/${file}`).split(/^ {2}(?=[a-z-]+:$)/m))
        if (/npm ci|\.ci\/run/.test(job)) expect(job, file).not.toContain('id-token: write');
    }
  });

  it('are those of what was built in the run: another file, or one of another version, is refused', () => {
    const action = readGitHubFile('actions/take-release/action.yml');
    const scripts = [...action.matchAll(/run: (?:\|\n((?: {8}.*\n?)+)|(.*)\n)/g)].map(([, block, line]) =>
      (block ?? line ?? '').replaceAll(/^ {8}/gm, ''),
    );
    const [digests = '', attests = '', unpacks = ''] = scripts;
    expect(attests).toContain('gh attestation verify');
    expect(attests).toContain('--signer-workflow "$GITHUB_REPOSITORY/.github/workflows/build.yml"');
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'release'));
    mkdirSync(join(folder, 'made/dist/release'), { recursive: true });
    writeFileSync(join(folder, 'made/dist/release/version'), 'abc');
    const file = join(folder, 'release/release.tar.gz');
    spawnSync('tar', ['-czf', file, '-C', join(folder, 'made'), 'dist']);
    const digest = createHash('sha256')
      .update(spawnSync('cat', [file]).stdout)
      .digest('hex');
    const status = (script: string, env: Record<string, string>) =>
      spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
        cwd: temporaryFolder(),
        env: { PATH: process.env.PATH, RUNNER_TEMP: folder, ...env },
      }).status;
    expect(status(digests, { DIGEST: digest })).toBe(0);
    expect(status(digests, { DIGEST: digest.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) })).not.toBe(0);
    expect(status(digests, { DIGEST: '' })).not.toBe(0);
    expect(status(unpacks, { VERSION: 'abc' })).toBe(0);
    expect(status(unpacks, { VERSION: 'abd' })).not.toBe(0);
  });

  it('take a failed answer for a failure: nothing says “or true”', () => {
    for (const file of workflowFiles)
      expect(readGitHubFile(`workflows/${file}`), file).not.toMatch(/\|\| (true|:|echo)|continue-on-error|set \+e/);
  });
});

const runScript = (step: Step | undefined, env: Record<string, string>) =>
  spawnSync('bash', ['-eo', 'pipefail', '-c', step ? scriptOf(step) : 'exit 9'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
