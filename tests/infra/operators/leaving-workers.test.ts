import { describe, expect, it } from 'vitest';
import { refuseLeavingWorkers } from '../../../infra/operators/deployment/leaving-workers.ts';
import { OperatorError } from '../../../infra/operators/operator-error.ts';
import { loadDemoSchool } from '../stacks/templates.ts';

/** Those of options with jobs. */
const machines = ['families', 'move-in', 'oneroster'].map(
  (option) => `arn:aws:states:us-east-1:111122223333:stateMachine:formroom-demo-${option}-jobs`,
);

/** A school with these options, whose machines answer so. */
const deploy = (options: string[], answer: number | Error) => {
  const asked: string[] = [];
  const done = refuseLeavingWorkers({ ...loadDemoSchool(), options }, async (...words) => {
    asked.push(words[words.indexOf('--state-machine-arn') + 1] ?? '');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { asked, done };
};

describe('a deployment that takes an option out', () => {
  it('is refused while a job of it runs, whose worker would go', async () => {
    const { asked, done } = deploy([], 1);
    await expect(done).rejects.toThrow(
      'formroom-demo-families-jobs runs: its option was taken out of the school file.',
    );
    expect(asked).toEqual(machines);
  });

  it('goes on where none runs, and where the machine has gone before', async () => {
    await deploy([], 0).done;
    await deploy([], new OperatorError('An error occurred (StateMachineDoesNotExist)')).done;
    await expect(deploy([], new OperatorError('AccessDenied')).done).rejects.toThrow('AccessDenied');
  });

  it('asks nothing where every option with jobs is on', async () => {
    const { asked, done } = deploy(['families', 'move-in', 'oneroster'], 1);
    await done;
    expect(asked).toEqual([]);
  });
});
