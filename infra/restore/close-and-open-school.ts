import { stageName, type Throttle } from '../api/api-stage.ts';
import { OperatorError } from '../operators/operator-error.ts';
import type { RestoreDependencies } from './restore-dependencies.ts';
import type { RestoreStep } from './steps.ts';

/** A closed school answers every call with 429, and browsers keep what is typed. */
const closed = { rate: 0, burst: 0 };

const everyCall = '*/*';

/**
 * Two steps: no call of the school is answered, and calls are answered again.
 * @param open what the school's calls may be while it is open
 */
export function closeAndOpenSchoolSteps(
  { name, open }: { name: string; open: Throttle },
  { run }: Pick<RestoreDependencies, 'run'>,
): Record<'close' | 'open', RestoreStep> {
  const aws = async (...given: string[]) => JSON.parse((await run('aws', [...given, '--output', 'json'])) || 'null');
  const apiId = async (): Promise<string> => {
    const [id, ...others] = await aws('apigateway', 'get-rest-apis', '--query', `items[?name=='${name}'].id`);
    if (!id || others.length > 0) throw new OperatorError(`There is not one API called ${name}.`);
    return id;
  };
  const readStage = async () => {
    const stage = await aws('apigateway', 'get-stage', '--rest-api-id', await apiId(), '--stage-name', stageName);
    const { [everyCall]: all, ...ofSingleCalls } = stage.methodSettings ?? {};
    return { all, singleCalls: Object.keys(ofSingleCalls) };
  };
  const isAt = async ({ rate, burst }: Throttle) => {
    const { all, singleCalls } = await readStage();
    const isOverridden = rate === closed.rate && singleCalls.length > 0;
    return all?.throttlingRateLimit === rate && all?.throttlingBurstLimit === burst && !isOverridden;
  };
  const set = async ({ rate, burst }: Throttle) => {
    // A call with a setting of its own, from an earlier version or by hand, would stay open.
    const { singleCalls } = await readStage();
    await aws(
      ...['apigateway', 'update-stage', '--rest-api-id', await apiId(), '--stage-name', stageName],
      '--patch-operations',
      ...singleCalls.map((call) => `op=remove,path=/${inPatch(call)}`),
      `op=replace,path=/${everyCall}/throttling/rateLimit,value=${rate}`,
      `op=replace,path=/${everyCall}/throttling/burstLimit,value=${burst}`,
    );
  };
  return {
    close: { title: 'The school is closed', isDone: () => isAt(closed), act: () => set(closed) },
    open: { title: 'The school is open', isDone: () => isAt(open), act: () => set(open) },
  };
}

/** `~1api~1login/POST`: a path within the path of a patch has no slash. */
const inPatch = (call: string): string => {
  const end = call.lastIndexOf('/');
  return `${call.slice(0, end).replaceAll('/', '~1')}${call.slice(end)}`;
};
