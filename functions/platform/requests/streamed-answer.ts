import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type CallRow, type Contract, eventStreamType } from '#shared/http/contract.ts';
import { errorFacts, log } from '../log.ts';
import type { Authenticator } from './authorize.ts';
import type { AnyHandler, AnyStreamHandler, Handlers } from './call-handler.ts';
import { errorAnswer } from './error-answer.ts';
import { type Admitted, admission, documentHeaders, replyOf, withAccessEvents } from './pipeline.ts';

/** Status and headers of an answer whose body follows in pieces. */
export interface StreamHead {
  statusCode: number;
  headers: Record<string, string>;
}

/** The global of the Lambda runtime for streamed answers; `local/gateway.ts` provides the same. */
export interface LambdaStreaming {
  streamifyResponse(handler: StreamingFunction): StreamingFunction;
  HttpResponseStream: { from(stream: Writable, head: StreamHead): Writable };
}

export type StreamingFunction = (event: APIGatewayProxyEvent, stream: Writable) => Promise<void>;

/** The AWS SDK puts an `awslambda` of its own where the runtime has none: what counts is what it can do. */
const runtime = (): LambdaStreaming | undefined => {
  const { awslambda } = globalThis as unknown as { awslambda?: Partial<LambdaStreaming> };
  return awslambda?.streamifyResponse ? (awslambda as LambdaStreaming) : undefined;
};

/**
 * The Lambda handler of a domain's answers that go out in pieces: event streams, and documents that are larger than the 6 MB of an ordinary
 * answer. Sessions and rights are checked as for every call; a caller who is refused gets the error body of every call. A document is
 * whole before its first byte goes out; events that fail end before their last one, and their reader knows by that.
 */
export function streamHandler<T extends Contract>(
  contract: T,
  handlers: Handlers<T, 'streams'>,
  authenticator: Authenticator,
): StreamingFunction {
  const admit = admission(contract, handlers as never, authenticator);
  const stream: StreamingFunction = async (event, answer) => {
    const before = performance.now();
    let status = 200;
    try {
      const admitted = (await admit(event)) as Admitted<never>;
      const { produces } = admitted.route.call;
      if (produces && produces !== eventStreamType) await sendDocument(answer, { produces, authenticator, admitted });
      else await sendEvents(answer, { authenticator, admitted, event });
    } catch (error) {
      const refusal = errorAnswer(error, event);
      status = refusal.statusCode;
      await refuse(answer, refusal);
    }
    log('info', 'call', {
      request_id: event.requestContext.requestId,
      call: `${event.httpMethod} ${event.resource}`,
      status,
      milliseconds: Math.round(performance.now() - before),
    });
  };
  return runtime()?.streamifyResponse(stream) ?? stream;
}

interface Sending {
  authenticator: Authenticator;
  admitted: Admitted<never>;
}

async function sendDocument(
  answer: Writable,
  { produces, authenticator, admitted }: Sending & { produces: NonNullable<CallRow['produces']> },
): Promise<void> {
  const { route, context } = admitted as unknown as Admitted<AnyHandler<CallRow>>;
  const reply = replyOf(await withAccessEvents(authenticator, admitted, () => route.handler.handle(context)));
  const stream = begin(answer, { statusCode: 200, headers: documentHeaders(produces, reply) });
  stream.write(reply.body as Uint8Array);
  await end(stream);
}

async function sendEvents(
  answer: Writable,
  { authenticator, admitted, event }: Sending & { event: APIGatewayProxyEvent },
): Promise<void> {
  const { route, context } = admitted as unknown as Admitted<AnyStreamHandler<CallRow>>;
  const events = route.handler.handle(context)[Symbol.asyncIterator]();
  const first = await withAccessEvents(authenticator, admitted, () => events.next());
  await send(begin(answer, { statusCode: 200, headers: headersOf(eventStreamType) }), first, events, event);
}

const headersOf = (type: string) => ({ 'Content-Type': type, 'Cache-Control': 'no-store' });

function begin(stream: Writable, head: StreamHead): Writable {
  return runtime()?.HttpResponseStream.from(stream, head) ?? stream;
}

async function send(
  stream: Writable,
  first: IteratorResult<unknown>,
  events: AsyncIterator<unknown>,
  event: APIGatewayProxyEvent,
): Promise<void> {
  try {
    for (let next = first; !next.done; next = await events.next()) {
      // Nobody reads on: the work ends too.
      if (stream.destroyed) break;
      stream.write(`data: ${JSON.stringify(next.value)}\n\n`);
    }
  } catch (error) {
    log('error', 'unexpected', {
      request_id: event.requestContext.requestId,
      call: `${event.httpMethod} ${event.resource}`,
      ...errorFacts(error),
    });
  }
  await events.return?.();
  await end(stream);
}

async function refuse(stream: Writable, { statusCode, headers, body }: APIGatewayProxyResult): Promise<void> {
  const answer = begin(stream, { statusCode, headers: headers as StreamHead['headers'] });
  answer.write(body);
  await end(answer);
}

async function end(stream: Writable): Promise<void> {
  stream.end();
  await finished(stream).catch(() => undefined);
}
