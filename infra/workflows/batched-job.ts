import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { jobTasks } from './job-tasks.ts';

/**
 * A durable job: the worker does one batch a step, notes it, and says what the next one is, until none is left. A step that
 * fails is tried again; one that keeps failing ends the run, and the worker notes that too.
 */
export function batchedJob(scope: Construct, worker: IFunction): sfn.IChainable {
  const [workBatch, noteFailure] = jobTasks;
  const step = (name: string) =>
    new tasks.LambdaInvoke(scope, name, {
      lambdaFunction: worker,
      payload: sfn.TaskInput.fromJsonPathAt('$'),
      outputPath: '$.Payload',
      // Lambda's own faults are among the errors below.
      retryOnServiceExceptions: false,
    });
  const retry = { errors: ['States.ALL'], interval: Duration.seconds(1), maxAttempts: 2, backoffRate: 3 };

  const failed = new sfn.Fail(scope, 'Failed', { error: 'JobFailed', cause: 'The worker’s log says why.' });
  const work = step(workBatch).addRetry(retry);
  work.addCatch(step(noteFailure).addRetry(retry).next(failed), { resultPath: '$.error' });
  return work.next(
    new sfn.Choice(scope, 'Done?')
      .when(sfn.Condition.booleanEquals('$.isDone', true), new sfn.Succeed(scope, 'Done'))
      .otherwise(work),
  );
}
