import { stageName, throttling } from '../api/api-stage.ts';
import { OperatorError } from '../operators/operator-error.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

/** A closed school answers every call with 429, and browsers keep what is typed. */
const closed = { rate: 0, burst: 0 };

/** Two steps: no call of the school is answered, and calls are answered again. */
export function closeAndOpenSchoolSteps(
  name: string,
  { run }: Pick<RestoreDependencies, 'run'>,
): Record<'close' | 'open', RestoreStep> {
  const aws = async (...given: string[]) => JSON.parse((await run('aws', [...given, '--output', 'json'])) || 'null');
  const apiId = async (): Promise<string> => {
    const [id, ...others] = await aws('apigateway', 'get-rest-apis', '--query', `items[?name=='${name}'].id`);
    if (!id || others.length > 0) throw new OperatorError(`There is not one API called ${name}.`);
    return id;
  };
  const isAt = async ({ rate, burst }: typeof closed) => {
    const stage = await aws('apigateway', 'get-stage', '--rest-api-id', await apiId(), '--stage-name', stageName);
    const now = stage.methodSettings?.['*/*'];
    return now?.throttlingRateLimit === rate && now?.throttlingBurstLimit === burst;
  };
  const set = async ({ rate, burst }: typeof closed) => {
    await aws(
      ...['apigateway', 'update-stage', '--rest-api-id', await apiId(), '--stage-name', stageName],
      '--patch-operations',
      `op=replace,path=/*/*/throttling/rateLimit,value=${rate}`,
      `op=replace,path=/*/*/throttling/burstLimit,value=${burst}`,
    );
  };
  return {
    close: { title: 'The school is closed', isDone: () => isAt(closed), act: () => set(closed) },
    open: { title: 'The school is open', isDone: () => isAt(throttling), act: () => set(throttling) },
  };
}
