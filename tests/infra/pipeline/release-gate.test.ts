import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askRun, type JobOfRun, whyNotToBegin } from '../../../infra/pipeline/release-gate.ts';

const job = (name: string, conclusion: string | null, ...steps: (string | null)[]): JobOfRun => ({
  name,
  conclusion,
  steps: steps.map((each, at) => ({ name: `${at}`, conclusion: each })),
});

describe('the gate of a release', () => {
  it.each<[string, JobOfRun, boolean]>([
    ['has ended well', job('a', 'success', 'success'), true],
    ['waits', job('a', null), true],
    ['runs', job('a', null, 'success', null), true],
    ['was left out', job('a', 'skipped'), true],
    ['failed', job('a', 'failure', 'failure'), false],
    ['was cancelled', job('a', 'cancelled'), false],
    ['took too long', job('a', 'timed_out'), false],
    ['has a failed step and takes its school back', job('a', null, 'success', 'failure', null), false],
    ['has a step that was cancelled', job('a', null, 'cancelled', null), false],
  ])('looks whether another job has failed: one that %s', (_, other, isOpen) => {
    const why = whyNotToBegin({ jobs: [job('b', 'success'), other] });
    expect(why).toBe(isOpen ? undefined : 'Not begun, because of: a.');
  });

  it.each<[string, { state: string; environments: { name: string }[] }[], boolean]>([
    ['approved', [{ state: 'approved', environments: [{ name: 'release' }] }], true],
    ['reviewed by nobody', [], false],
    ['approved elsewhere', [{ state: 'approved', environments: [{ name: 'staging' }] }], false],
    ['refused', [{ state: 'rejected', environments: [{ name: 'release' }] }], false],
  ])('asks whether the run was approved: one %s', (_, reviews, isOpen) => {
    expect(whyNotToBegin({ jobs: [], reviews }) === undefined).toBe(isOpen);
  });
});

describe('GitHub', () => {
  let server: Server;
  let answers: Record<string, unknown> = {};
  const asked: string[] = [];
  let api: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers[(request.url ?? '').replace('/repos/district/formroom/', '')];
      response.writeHead(answer === undefined ? 403 : 200).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const place = () => ({ api, repository: 'district/formroom', run: '7', token: 'token' });
  const page = (number: number) => `actions/runs/7/jobs?filter=latest&per_page=100&page=${number}`;
  const reviewed = { protection_rules: [{ type: 'required_reviewers' }] };

  it('tells all jobs of a run, page after page, and who approved it', async () => {
    const jobs = Array.from({ length: 130 }, (_, at) => job(`${at}`, at === 129 ? 'failure' : 'success'));
    answers = {
      [page(1)]: { total_count: 130, jobs: jobs.slice(0, 100) },
      [page(2)]: { total_count: 130, jobs: jobs.slice(100) },
      'environments/release': reviewed,
      'actions/runs/7/approvals': [{ state: 'approved', environments: [{ name: 'release' }] }],
    };
    const run = await askRun(place(), false);
    expect(run.jobs).toHaveLength(130);
    expect(whyNotToBegin(run)).toBe('Not begun, because of: 129.');
  });

  it('needs no approval of a stage, or where the environment has no reviewers', async () => {
    answers = { [page(1)]: { total_count: 0, jobs: [] }, 'environments/release': { protection_rules: [] } };
    expect(whyNotToBegin(await askRun(place(), false))).toBeUndefined();
    asked.length = 0;
    expect(whyNotToBegin(await askRun(place(), true))).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('lets nothing through when it does not answer', async () => {
    answers = {};
    await expect(askRun(place(), true)).rejects.toThrow('GitHub answers 403');
    answers = { [page(1)]: { total_count: 0, jobs: [] }, 'environments/release': reviewed };
    await expect(askRun(place(), false)).rejects.toThrow('GitHub answers 403 to actions/runs/7/approvals');
  });
});
