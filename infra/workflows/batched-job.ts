import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import { jobTasks } from './job-tasks.ts';

/**
 * A durable job: the worker does one batch a step, stores the result and returns the next batch, until none is left. A
 * failing step is retried; when retries are exhausted, the run ends and the worker stores the failure.
 */
export function createBatchedJob(scope: Construct, worker: IFunction): sfn.IChainable {
  const [workBatch, noteFailure] = jobTasks;
  const step = (name: string) =>
    new tasks.LambdaInvoke(scope, name, {
      lambdaFunction: worker,
      payload: sfn.TaskInput.fromJsonPathAt('$'),
      outputPath: '$.Payload',
      // Lambda's own faults are among the errors below.
      retryOnServiceExceptions: false,
    });
  const failed = new sfn.Fail(scope, 'Failed', { error: 'JobFailed', cause: 'The worker’s log says why.' });
  const work = patient(step(workBatch));
  work.addCatch(patient(step(noteFailure)).next(failed), { resultPath: '$.error' });
  return work.next(
    new sfn.Choice(scope, 'Done?')
      .when(sfn.Condition.booleanEquals('$.isDone', true), new sfn.Succeed(scope, 'Done'))
      .otherwise(work),
  );
}

/** Lambda did not run the worker: the account runs as many functions as it may, or Lambda itself is in trouble. */
const notRun = [
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
];

/**
 * Retries for ten minutes at most, five on average, when the account has no free function: a new account runs ten at a
 * time, and each job is one of them. Full jitter keeps jobs that were throttled together apart. An error of the worker
 * is retried twice, sooner.
 */
function patient(step: tasks.LambdaInvoke): tasks.LambdaInvoke {
  step.addRetry({
    errors: notRun,
    interval: Duration.seconds(2),
    backoffRate: 2,
    maxDelay: Duration.minutes(1),
    maxAttempts: 14,
    jitterStrategy: sfn.JitterType.FULL,
  });
  step.addRetry({ errors: ['States.ALL'], interval: Duration.seconds(1), maxAttempts: 2, backoffRate: 3 });
  return step;
}
