import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type CallRow, type Contract, eventStreamType } from '#shared/http/contract.ts';
import { logger } from '../log.ts';
import type { Authenticator } from './authorize.ts';
import type { AnyHandler, AnyStreamHandler, CallHandlers } from './call-handler.ts';
import { errorAnswer } from './error-answer.ts';
import {
  type AuthorizedRequest,
  createRequestAuthorizer,
  toDocumentHeaders,
  toReply,
  withAccessEvents,
  withCorrelationId,
} from './pipeline.ts';

/** Status and headers of a streamed answer. */
interface StreamHead {
  statusCode: number;
  headers: Record<string, string>;
}

/** The global of the Lambda runtime for streamed answers; `local/gateway.ts` provides the same. */
export interface LambdaStreaming {
  streamifyResponse(handler: StreamingFunction): StreamingFunction;
  HttpResponseStream: { from(stream: Writable, head: StreamHead): Writable };
}

export type StreamingFunction = (event: APIGatewayProxyEvent, stream: Writable) => Promise<void>;

/** The AWS SDK defines an `awslambda` of its own outside of Lambda, without streaming. */
const runtime = (): LambdaStreaming | undefined => {
  const { awslambda } = globalThis as unknown as { awslambda?: Partial<LambdaStreaming> };
  return awslambda?.streamifyResponse ? (awslambda as LambdaStreaming) : undefined;
};

/**
 * The Lambda handler of a domain's streamed answers: event streams, and documents beyond the 6 MB of an ordinary
 * answer. Authorization and error bodies are those of every call. A document is complete before its first byte is sent;
 * a failing event stream ends without its last event.
 */
export function streamHandler<T extends Contract>(
  contract: T,
  handlers: CallHandlers<T, 'streams'>,
  authenticator: Authenticator,
): StreamingFunction {
  const authorizeRequest = createRequestAuthorizer(contract, handlers as never, authenticator);
  const respond: StreamingFunction = async (event, answer) => {
    const before = performance.now();
    let status = 200;
    try {
      const authorized = (await authorizeRequest(event)) as AuthorizedRequest<never>;
      const { produces } = authorized.route.call;
      if (produces && produces !== eventStreamType) await sendDocument(answer, { produces, authenticator, authorized });
      else await sendEvents(answer, { authenticator, authorized });
    } catch (error) {
      const refusal = errorAnswer(error, event);
      status = refusal.statusCode;
      await refuse(answer, refusal);
    }
    logger.info('call', { status, milliseconds: Math.round(performance.now() - before) });
  };
  const stream: StreamingFunction = (event, answer) => withCorrelationId(event, (checked) => respond(checked, answer));
  return runtime()?.streamifyResponse(stream) ?? stream;
}

interface Sending {
  authenticator: Authenticator;
  authorized: AuthorizedRequest<never>;
}

async function sendDocument(
  answer: Writable,
  { produces, authenticator, authorized }: Sending & { produces: NonNullable<CallRow['produces']> },
): Promise<void> {
  const { route, context } = authorized as unknown as AuthorizedRequest<AnyHandler<CallRow>>;
  const reply = toReply(await withAccessEvents(authenticator, authorized, () => route.handler.handle(context)));
  const stream = begin(answer, { statusCode: 200, headers: toDocumentHeaders(produces, reply) });
  stream.write(reply.body as Uint8Array);
  await end(stream);
}

async function sendEvents(answer: Writable, { authenticator, authorized }: Sending): Promise<void> {
  const { route, context } = authorized as unknown as AuthorizedRequest<AnyStreamHandler<CallRow>>;
  const events = route.handler.handle(context)[Symbol.asyncIterator]();
  const first = await withAccessEvents(authenticator, authorized, () => events.next());
  await send(begin(answer, { statusCode: 200, headers: headersOf(eventStreamType) }), first, events);
}

const headersOf = (type: string) => ({ 'Content-Type': type, 'Cache-Control': 'no-store' });

function begin(stream: Writable, head: StreamHead): Writable {
  return runtime()?.HttpResponseStream.from(stream, head) ?? stream;
}

async function send(stream: Writable, first: IteratorResult<unknown>, events: AsyncIterator<unknown>): Promise<void> {
  try {
    for (let next = first; !next.done; next = await events.next()) {
      // The reader has left.
      if (stream.destroyed) break;
      stream.write(`data: ${JSON.stringify(next.value)}\n\n`);
    }
  } catch (error) {
    logger.error('unexpected', { error });
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
