import { logger } from '#functions/platform/log.ts';

/** What CloudFormation asks a custom resource with properties of its own. */
export interface CustomResourceEvent<P> {
  RequestType: 'Create' | 'Update' | 'Delete';
  /** Takes one answer by PUT. */
  ResponseURL: string;
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
  /** As the answer to the first request named it. */
  PhysicalResourceId?: string;
  ResourceProperties: P;
  /** Before an update. */
  OldResourceProperties?: P;
}

/** Milliseconds for the answer. */
const longestAnswer = 10_000;

/** CloudFormation takes an answer of 4,096 bytes. */
const longestReason = 1_000;

/**
 * Does what is asked and answers, whatever happens: a deployment waits for an answer until its time is over. The
 * physical id stays as it is: with another one CloudFormation would delete the resource.
 * @throws Error where the answer was not taken: Lambda then calls again
 */
export async function answerCloudFormation<P>(
  event: CustomResourceEvent<P>,
  carryOut: (event: CustomResourceEvent<P>) => Promise<void>,
): Promise<void> {
  const { ResponseURL, RequestType, StackId, RequestId, LogicalResourceId } = event;
  const failure = await carryOut(event).then(() => null, toReason);
  if (failure !== null) logger.warn('deployment refused', { request: RequestType, reason: failure });
  const answer = {
    Status: failure === null ? 'SUCCESS' : 'FAILED',
    ...(failure !== null && { Reason: failure }),
    PhysicalResourceId: event.PhysicalResourceId ?? LogicalResourceId,
    StackId,
    RequestId,
    LogicalResourceId,
  };
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    // Bytes, because of a text fetch would send the type, which the address is not signed for.
    body: new TextEncoder().encode(JSON.stringify(answer)),
    signal: AbortSignal.timeout(longestAnswer),
  });
  if (!ok) throw new Error(`CloudFormation did not take the answer: ${status}`);
}

const toReason = (error: unknown): string =>
  (error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error)).slice(
    0,
    longestReason,
  );
