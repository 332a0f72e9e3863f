import { describe, expect, it } from 'vitest';
import { jobEntries } from '../../../infra/build/entries.ts';
import { heapOfSchool } from '../../../infra/build/node-options.ts';
import { definitionOf, demoSchool, statesOf } from './state-machines.ts';
import { functionBehind, resourcesOfType } from './templates.ts';

describe('the jobs of a domain', () => {
  const worker = () => {
    const found = resourcesOfType(demoSchool().workflows, 'AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === 'formroom-demo-terms-jobs',
    );
    if (!found) throw new Error('The terms domain has no worker');
    return found.Properties;
  };

  it('may have 3,500 batches: a run’s history ends at 25,000 events (ADR 0017)', () => {
    const jobs = statesOf('formroom-demo-terms-jobs');
    const round = ['Work batch'];
    for (
      let next = jobs['Work batch']?.Next;
      next !== undefined && next !== 'Work batch';
      next = jobs[next]?.Next ?? jobs[next]?.Default
    )
      round.push(next);
    // A task is entered, scheduled, started, succeeds and is left; a choice is entered and left. A run begins and ends
    // by four more.
    const events: Record<string, number> = { Task: 5, Choice: 2 };
    const ofBatch = round.reduce((sum, name) => sum + (events[jobs[name]?.Type ?? ''] ?? Number.NaN), 0);
    expect((25_000 - 4) / ofBatch).toBeGreaterThan(3500);
  });

  it('are tried again, and have the worker note a failure that stays', () => {
    const jobs = statesOf('formroom-demo-terms-jobs');
    for (const name of ['Work batch', 'Note failure']) {
      const last = jobs[name]?.Retry?.at(-1);
      expect(last).toMatchObject({ ErrorEquals: ['States.ALL'] });
      expect(last?.MaxAttempts).toBeGreaterThan(0);
    }
    expect(jobs['Work batch']?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Note failure' },
    ]);
    expect(jobs['Note failure']?.Next).toBe('Failed');
    expect(jobs.Failed?.Type).toBe('Fail');
  });

  it('outlast an account that runs no more functions for minutes, and do not all come back in one moment', () => {
    const jobs = statesOf('formroom-demo-terms-jobs');
    for (const name of ['Work batch', 'Note failure']) {
      const [first] = jobs[name]?.Retry ?? [];
      expect(first?.ErrorEquals).toContain('Lambda.TooManyRequestsException');
      expect(first?.ErrorEquals).not.toContain('States.ALL');
      expect(first?.JitterStrategy).toBe('FULL');
      const { IntervalSeconds = 0, BackoffRate = 0, MaxDelaySeconds = 0, MaxAttempts = 0 } = first ?? {};
      const waits = Array.from({ length: MaxAttempts }, (_, attempt) =>
        Math.min(IntervalSeconds * BackoffRate ** attempt, MaxDelaySeconds),
      );
      // Each wait is drawn between nothing and this: half of it in the mean.
      const mean = waits.reduce((sum, wait) => sum + wait / 2, 0);
      expect(mean / 60).toBeGreaterThan(4);
      expect(mean / 60).toBeLessThan(15);
    }
  });

  it('are done by a function of their own, by the version of it that is in use', () => {
    expect(worker()).toMatchObject({ Timeout: 120, Runtime: 'nodejs24.x' });
    for (const task of ['Work batch', 'Note failure']) {
      const { Parameters } = JSON.parse(definitionOf('formroom-demo-terms-jobs')).States[task];
      expect(functionBehind(demoSchool().workflows, Parameters.FunctionName), task).toBe('formroom-demo-terms-jobs');
    }
  });

  it('have one role, which may have the workers work and nothing else; the export has another', () => {
    const roles = resourcesOfType(demoSchool().workflows, 'AWS::StepFunctions::StateMachine').map(
      ({ Properties }) => [Properties.StateMachineName, Properties.RoleArn['Fn::GetAtt'][0]] as const,
    );
    const ofJobs = roles.filter(([name]) => !name.endsWith('-export')).map(([, role]) => role);
    expect(new Set(ofJobs).size).toBe(1);
    expect(roles.find(([name]) => name === 'formroom-demo-table-export')?.[1]).not.toBe(ofJobs[0]);
    const statements = resourcesOfType(demoSchool().workflows, 'AWS::IAM::Policy')
      .filter(({ Properties }) => Properties.Roles[0].Ref === ofJobs[0])
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as { Action: unknown; Resource: unknown }[])
      .filter(({ Action }) => !JSON.stringify(Action).includes('logs:'));
    expect(statements.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunction']);
    const invoked = [statements[0]?.Resource]
      .flat()
      .map((resource) => functionBehind(demoSchool().workflows, resource));
    expect([...new Set(invoked)].toSorted()).toEqual(
      jobEntries()
        .map(({ name }) => `formroom-demo-${name}`)
        .toSorted(),
    );
  });

  it('have the heap that is collected early where they go through a whole school, and no other', () => {
    const options = resourcesOfType(demoSchool().workflows, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
      const set = Properties.Environment?.Variables?.NODE_OPTIONS;
      return set === undefined ? [] : [[Properties.FunctionName, set]];
    });
    const isBuilt = (name: string) => jobEntries().some((entry) => entry.name === name);
    expect(options.toSorted()).toEqual(
      // A core has no moving in.
      ['move-in-jobs', 'terms-jobs'].filter(isBuilt).map((name) => [`formroom-demo-${name}`, heapOfSchool]),
    );
  });
});
