import { type JobStep, jobMachineName } from '#shared/jobs.ts';
import { jobDomains } from '#shared/product.ts';
import { jobTasks } from '../infra/workflows/job-tasks.ts';
import { localAccount } from './aws-protocol/account.ts';
import { localNames } from './environment.ts';
import type { LoadFunction } from './load-functions.ts';
import type { MachineDescription } from './step-functions/machine.ts';

/** Environment of the functions that start jobs. */
export const jobMachines = {
  JOB_MACHINES: `arn:aws:states:${localAccount.region}:${localAccount.id}:stateMachine:${localNames.school}`,
};

/**
 * The state machines of the durable jobs, as the workflows stack deploys them; each with its worker in this process.
 */
export function localJobMachines(loadFunction: LoadFunction): Record<string, MachineDescription> {
  return Object.fromEntries(
    jobDomains.map((domain): [string, MachineDescription] => {
      const work = async (step: unknown) => {
        const { handler } = await loadFunction(domain, 'jobs');
        return handler(step as JobStep);
      };
      const tasks = Object.fromEntries(jobTasks.map((name) => [name, work]));
      return [jobMachineName(localNames.school, domain), { definition: batchedJobDefinition, tasks }];
    }),
  );
}

/**
 * The definition that CDK deploys, its references filled in. CDK takes a quarter of a second to load: only when a job
 * starts.
 */
async function batchedJobDefinition(): Promise<object> {
  const [{ App, Stack }, lambda, sfn, { createBatchedJob }] = await Promise.all([
    import('aws-cdk-lib'),
    import('aws-cdk-lib/aws-lambda'),
    import('aws-cdk-lib/aws-stepfunctions'),
    import('../infra/workflows/batched-job.ts'),
  ]);
  const stack = new Stack(new App(), 'Local', { env: { account: localAccount.id, region: localAccount.region } });
  const arn = `arn:aws:lambda:${localAccount.region}:${localAccount.id}:function:worker`;
  const worker = lambda.Function.fromFunctionArn(stack, 'Worker', arn);
  const graph = new sfn.StateGraph(createBatchedJob(stack, worker).startState, 'A durable job');
  return JSON.parse(JSON.stringify(stack.resolve(graph.toGraphJson()), fillReferences)) as object;
}

/** `{ "Fn::Join": ["", ["arn:", { "Ref": "AWS::Partition" }, …]] }` as text. */
function fillReferences(_name: string, value: unknown): unknown {
  const join = (value as { 'Fn::Join'?: [string, unknown[]] } | null)?.['Fn::Join'];
  return join ? join[1].map((part) => (typeof part === 'string' ? part : 'aws')).join(join[0]) : value;
}
