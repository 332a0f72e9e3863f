import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import {
  type CallRow,
  type Contract,
  eventStreamType,
  imageType,
  isStateChangingCall,
  listTypes,
  mediaTypesOf,
  once,
} from '#shared/http/contract.ts';
import { documentTooLarge } from '#shared/http/upload-limit.ts';
import { countActivity } from '../activity.ts';
import { runInContextOf, toCorrelationId } from '../correlation.ts';
import { ForbiddenError, NotFoundError, TooLargeError } from '../errors.ts';
import { attachmentHeader } from '../files/content-disposition.ts';
import { logger } from '../log.ts';
import { type KeyedAttempt, runUnderIdempotencyKey } from '../table/keyed-request.ts';
import type { NamedItemKeys } from '../table/table.ts';
import {
  type Authenticator,
  accessLogCallName,
  authorize,
  type CallRoute,
  readHandlerRecords,
  readInput,
  readKeyedAttempt,
  type SomeHandler,
} from './authorize.ts';
import {
  type AnyHandler,
  type CallContext,
  type CallHandlers,
  type LoadHandler,
  type OpenedCard,
  Reply,
} from './call-handler.ts';
import { errorAnswer } from './error-answer.ts';
import { RateLimiter } from './rate-limiter.ts';
import { readRequestFacts, withCallersOwnKey } from './request-facts.ts';

export type ApiGatewayHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The Lambda handler of a domain's JSON calls. */
export function apiHandler<T extends Contract>(
  contract: T,
  handlers: CallHandlers<T, 'api'>,
  authenticator: Authenticator,
): ApiGatewayHandler {
  return pipeline(contract, handlers as unknown as HandlerLoaders<AnyHandler<CallRow>>, authenticator);
}

/** The Lambda handler of a domain's documents. */
export function documentHandler<T extends Contract>(
  contract: T,
  handlers: CallHandlers<T, 'documents'>,
  authenticator: Authenticator,
): ApiGatewayHandler {
  return pipeline(contract, handlers as unknown as HandlerLoaders<AnyHandler<CallRow>>, authenticator);
}

/** The modules of a function's handlers, by the names of the calls. */
export type HandlerLoaders<H extends SomeHandler> = Record<string, LoadHandler<string, H>>;

/** An authorized request: its route, and the context for the handler. */
export interface AuthorizedRequest<H extends SomeHandler> {
  route: CallRoute<H>;
  context: CallContext<CallRow, NamedItemKeys>;
  keyed: KeyedAttempt | undefined;
}

/** Finds the route of an event and authorizes its caller, or throws the error to answer. */
export function createRequestAuthorizer<H extends SomeHandler>(
  contract: Contract,
  handlers: HandlerLoaders<H>,
  authenticator: Authenticator,
): (event: APIGatewayProxyEvent) => Promise<AuthorizedRequest<H>> {
  const table = routes(contract, handlers);
  const pace = new RateLimiter();

  return async (event) => {
    const route = await table.get(`${event.httpMethod} ${event.resource}`)?.();
    if (!route) throw new NotFoundError();
    const request = readRequestFacts(event);
    const incoming = { route, event, request, authenticator, pace };
    const { parsed, authorized } = await readInput(incoming);
    const parsedRequest = { ...incoming, parsed };
    const admitted = authorized ? await readHandlerRecords(authorized, parsedRequest) : await authorize(parsedRequest);
    const { caller, found } = admitted;
    const own = caller ? withCallersOwnKey(caller, request) : request;
    const context = { input: parsed.valueOrThrow(), caller, found, request: own } as CallContext<
      CallRow,
      NamedItemKeys
    >;
    return { route, context, keyed: await readKeyedAttempt(admitted, parsedRequest) };
  };
}

/** The routes of a function. A handler's module is loaded at its first call, for fast cold starts. */
function routes<H extends SomeHandler>(
  contract: Contract,
  handlers: HandlerLoaders<H>,
): Map<string, () => Promise<CallRoute<H>>> {
  const table = new Map<string, () => Promise<CallRoute<H>>>();
  for (const [name, load] of Object.entries(handlers)) {
    const call = contract[name];
    if (call)
      table.set(
        `${call.method} ${call.path}`,
        once(() => routeTo(call, name, load)),
      );
  }
  return table;
}

async function routeTo<H extends SomeHandler>(
  call: CallRow,
  name: string,
  load: LoadHandler<string, H>,
): Promise<CallRoute<H>> {
  const { [name]: handler } = await load();
  if (!handler) throw new TypeError(`The module of ${name} does not export its handler.`);
  return { call, handler };
}

function pipeline(
  contract: Contract,
  handlers: HandlerLoaders<AnyHandler<CallRow>>,
  authenticator: Authenticator,
): ApiGatewayHandler {
  const authorizeRequest = createRequestAuthorizer(contract, handlers, authenticator);
  const answer = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const admitted = await authorizeRequest(event);
    const { call, handler } = admitted.route;
    const result = await withAccessEvents(authenticator, admitted, async () =>
      requireSendable(call, await handler.handle(admitted.context)),
    );
    return write(call, result);
  };

  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(accessLog(contract))
    .use(errorsAsAnswers())
    .handler(answer);
  return (event, context) => withCorrelationId(event, (checked) => handler(checked, context));
}

/** Answers a request whose id is checked; each of its log lines has the id and the call. */
export function withCorrelationId<T>(event: APIGatewayProxyEvent, answer: (checked: APIGatewayProxyEvent) => T): T {
  const requestId = toCorrelationId(event.requestContext.requestId);
  const checked = { ...event, requestContext: { ...event.requestContext, requestId } };
  return runInContextOf({ correlation_id: requestId, call: `${event.httpMethod} ${event.resource}` }, () =>
    answer(checked),
  );
}

/**
 * Carries out a call, under its idempotency key if it has one, and logs when it was forbidden or returned a document.
 * The event of a document is written once the document is whole, and the answer waits for it: the trail, which nothing
 * takes back, names no opening that failed.
 */
export async function withAccessEvents<T>(
  authenticator: Authenticator,
  { route: { call }, context: { caller, request }, keyed }: AuthorizedRequest<SomeHandler>,
  carryOut: () => Promise<T>,
): Promise<T> {
  const note = async (kind: 'forbidden' | 'document opened', card?: OpenedCard) => {
    if (caller && 'accountId' in caller)
      await authenticator.recordAccessEvent(
        { kind, accountId: caller.accountId, call: accessLogCallName(call), card },
        request,
      );
  };
  try {
    const result = await runUnderIdempotencyKey(keyed, carryOut);
    if (givesDocument(call, result)) await note('document opened', result instanceof Reply ? result.card : undefined);
    return result;
  } catch (error) {
    if (error instanceof ForbiddenError) await note('forbidden');
    throw error;
  }
}

/** Pictures come with every sheet, and an event stream only reports progress. */
const givesDocument = ({ produces, isDocumentOpened }: CallRow, result: unknown): boolean =>
  isDocumentOpened === true ||
  (produces === listTypes
    ? isBytes(toReply(result).body)
    : produces !== undefined && produces !== imageType && produces !== eventStreamType);

const isBytes = (body: unknown): body is Uint8Array => body instanceof Uint8Array;

/** Bytes. Lambda answers 6 MB of JSON at most, in which the bytes of a document are text of four thirds the length. */
const largestDocument = 4_500_000;

/** @throws TooLargeError for a document that Lambda would not return */
function requireSendable<T>(_call: CallRow, result: T): T {
  const { body } = toReply(result);
  if (isBytes(body) && body.length > largestDocument) throw new TooLargeError(documentTooLarge);
  return result;
}

function write(call: CallRow, result: unknown): APIGatewayProxyResult {
  const reply = toReply(result);
  const cookieHeaders = reply.cookies.length > 0 ? { multiValueHeaders: { 'Set-Cookie': [...reply.cookies] } } : {};
  if (call.produces && isBytes(reply.body)) {
    const { buffer, byteOffset, byteLength } = reply.body;
    const headers = toDocumentHeaders(call.produces, reply);
    return {
      statusCode: 200,
      headers,
      body: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      isBase64Encoded: true,
    };
  }
  return {
    statusCode: 200,
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      ...(call.isReadByOtherSites ? { 'Access-Control-Allow-Origin': '*' } : {}),
    },
    ...cookieHeaders,
    body: JSON.stringify(checksOutput() ? call.output().parse(reply.body) : reply.body),
  };
}

export const toReply = (result: unknown): Reply<unknown> => (result instanceof Reply ? result : new Reply(result));

/** Headers of an answer that is not JSON. */
export const toDocumentHeaders = (
  produces: NonNullable<CallRow['produces']>,
  { type, fileName }: Reply<unknown>,
): Record<string, string> => {
  const [first] = mediaTypesOf({ produces });
  const sent = type ?? first ?? '';
  return { 'Cache-Control': 'no-store', 'Content-Type': sent, ...dispositionOf(sent, fileName) };
};

/** A PDF is shown without a file name: the page's own title names the student or the class. */
function dispositionOf(type: string, fileName: string | undefined): Record<string, string> {
  if (fileName !== undefined) return { 'Content-Disposition': attachmentHeader(fileName) };
  return type === 'application/pdf' ? { 'Content-Disposition': 'inline' } : {};
}

/** The answer's schema is a promise to the web site; development and tests check it. */
const checksOutput = (): boolean => process.env.CHECK_OUTPUT === '1';

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** One line for each call, answered or refused, with status and duration. */
function accessLog(contract: Contract): Middleware {
  const started = new WeakMap<object, number>();
  const countAnswer = answerCounter(contract);
  const write: NonNullable<Middleware['after']> = ({ event, response }) => {
    const status = response?.statusCode;
    logger.info('call', { status, milliseconds: Math.round(performance.now() - (started.get(event) ?? 0)) });
    if (status !== undefined) countAnswer(event, status);
  };
  return {
    before: ({ event }) => {
      started.set(event, performance.now());
    },
    after: write,
    onError: write,
  };
}

/** Counts answers of a function's calls: marks that were saved, and saves that were not. */
function answerCounter(contract: Contract): (event: APIGatewayProxyEvent, status: number) => void {
  const calls = new Map(Object.values(contract).map((call) => [accessLogCallName(call), call]));
  return ({ httpMethod, resource }, status) => {
    const call = calls.get(`${httpMethod} ${resource}`);
    if (call && isSave(call)) countSave(call, status);
  };
}

/**
 * Calls without a session are sign-ins, which are counted where they are decided
 * (`functions/sessions/access-events.ts`).
 */
const isSave = (call: CallRow): boolean => isStateChangingCall(call) && call.who !== 'anyone';

const refusals = [400, 403, 413, 422, 429];

function countSave(call: CallRow, status: number): void {
  if (status === 200 && call.savesMarks) countActivity('MarksSaved');
  if (status === 409) countActivity('SaveConflicts');
  if (refusals.includes(status)) countActivity('RefusedSaves');
}

/** Turns every error into an answer. */
function errorsAsAnswers(): Middleware {
  return {
    onError: (request) => {
      request.response = errorAnswer(request.error, request.event);
    },
  };
}
