import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { ApiGatewayHandler } from '#functions/platform/requests/pipeline.ts';
import type { StreamingFunction } from '#functions/platform/requests/streamed-answer.ts';
import { documentHeaders, otherSessionMessage, securityHeaders } from '#shared/http/security-headers.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import type { allCalls } from '#shared/product.ts';
import { compress, pickEncoding } from './compression.ts';
import { findBucketOfPath, isLinkOfSession, proxyToBucket } from './files-origin.ts';
import type { LoadFunction } from './load-functions.ts';
import { logRequestWhenAnswered, type RequestLog, requestIdOf } from './request-log.ts';
import { type LocalRoute, loadRoutes, pathParameters, routesOfPath } from './routes.ts';

/** API Gateway's limit of a request, in bytes. */
const bodyLimit = 10 * 1024 * 1024;

/** Lambda's limit of an event, and of an answer that is not streamed, in bytes of JSON. */
const payloadLimit = 6 * 1024 * 1024;

/**
 * Bytes of everything beside the body of an event or an answer, at most: Node refuses requests with more than 16 KB of
 * headers.
 */
const largestHeaders = 256 * 1024;

/** Milliseconds that API Gateway waits for an answer that is no stream. */
const patience = 29_000;

/**
 * From how many bytes an answer is compressed. API Gateway begins with 1,024 (`infra/api/api-definition.ts`); on one
 * machine a smaller answer is there sooner than it is compressed. Documents are compressed as they are.
 */
const leastCompressed = 16_384;

/** Answers what is not a call: the web site's files. False when it has nothing for the path. */
export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface Gateway {
  port: number;
  close(): Promise<void>;
}

/**
 * API Gateway and CloudFront in one: turns requests into the events that the Lambda functions get on AWS, for exactly
 * the calls of the contracts, and leaves every other path to the site.
 */
export async function startGateway(options: {
  port: number;
  site: SiteHandler;
  loadFunction: LoadFunction;
  /** Those of the school, which has not every option. */
  calls: typeof allCalls;
  /** Receives a record of every call, like API Gateway's access log. */
  requestLog?: RequestLog | undefined;
}): Promise<Gateway> {
  const { site, requestLog } = options;
  const routes = await loadRoutes(options.calls, options.loadFunction);
  // A request without a host is answered here, with the headers; Node's own answer has none.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    answer({ request, response, routes, site, requestLog }).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) sendError(response, 500, requestWordings.failed);
      response.end();
    });
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    setHeaders(response, securityHeaders);
    sendError(response, 417, 'The request expects what is not offered.');
  });
  server.on('clientError', answerUnread);
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

async function answer({
  request,
  response,
  routes,
  site,
  requestLog,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  routes: readonly LocalRoute[];
  site: SiteHandler;
  requestLog: RequestLog | undefined;
}): Promise<void> {
  setHeaders(response, securityHeaders);
  if (request.headers.host === undefined) return sendError(response, 400, serverWordings.unreadable);
  if (!isOwnHost(request.headers.host)) return sendError(response, 421, 'This address is not the school’s.');
  const url = URL.parse(`http://localhost${request.url}`);
  if (!url) return sendError(response, 400, serverWordings.notValidAddress);
  const behind = findBucketOfPath(url.pathname);
  if (behind) {
    setHeaders(response, { ...documentHeaders, 'Cache-Control': 'private, no-store' });
    if (!isLinkOfSession(request)) return sendError(response, 403, otherSessionMessage);
    return proxyToBucket(request, response, behind);
  }
  const onPath = routesOfPath(routes, url.pathname);
  const route = onPath.find(({ method }) => method === request.method);
  if (!route) {
    if (onPath.length === 0 && (await site(request, response))) return;
    return sendError(response, 404, serverWordings.notFound);
  }
  setHeaders(response, route.headers);
  const requestId = requestIdOf(request);
  response.setHeader('x-amzn-requestid', requestId);
  const note = logRequestWhenAnswered(response, { requestId, method: route.method, path: route.resource, requestLog });
  const body = await readBody(request);
  if (body === 'too large') return sendError(response, 413, serverWordings.tooLarge);
  const event = toEvent({ request, url, route, body, requestId });
  if (isTooLarge(event, event.body?.length ?? 0)) {
    return sendError(response, 413, serverWordings.tooLarge);
  }
  if (route.kind === 'streams') return (route.handler as StreamingFunction)(event, response);
  const result = await inTime((route.handler as ApiGatewayHandler)(event, { awsRequestId: requestId } as Context));
  note.functionAnswered(result === 'late' ? 'INTEGRATION_TIMEOUT' : undefined);
  if (result === 'late') return sendError(response, 504, serverWordings.tooSlow);
  await send(request, response, result);
}

/**
 * Whether an event or an answer exceeds the limit. Bodies are base64 or JSON, of which a byte takes two at most when it
 * is written as a JSON text, so only large ones are counted.
 */
const isTooLarge = (payload: object, bodyBytes: number): boolean =>
  2 * bodyBytes > payloadLimit - largestHeaders && Buffer.byteLength(JSON.stringify(payload)) > payloadLimit;

/**
 * Whether a request was sent to this machine by its own name. A page whose name was made to lead to 127.0.0.1 would be
 * of one origin with what it reads here. Ports do not matter: a tunnel gives another one.
 */
const isOwnHost = (host: string): boolean => /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/i.test(host);

/** The answer, or that API Gateway would not have waited for it. The function goes on, as Lambda's would. */
async function inTime(answer: Promise<APIGatewayProxyResult>): Promise<APIGatewayProxyResult | 'late'> {
  const end = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => end.resolve('late'), patience);
  try {
    return await Promise.race([answer, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  let isTooLarge = Number(length ?? 0) > bodyLimit;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    isTooLarge ||= size > bodyLimit;
    // The rest is read and dropped, so that the client gets the answer rather than a broken pipe.
    if (!isTooLarge) chunks.push(chunk as Buffer);
  }
  return isTooLarge ? 'too large' : Buffer.concat(chunks);
}

function toEvent({
  request,
  url,
  route,
  body,
  requestId,
}: {
  request: IncomingMessage;
  url: URL;
  route: LocalRoute;
  body: Buffer;
  requestId: string;
}): APIGatewayProxyEvent {
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value];
  const address = request.socket.remoteAddress ?? '127.0.0.1';
  const headers: Record<string, string> = Object.create(null);
  for (const name in request.headers) {
    const value = request.headers[name];
    // Deployed, the last two hops are CloudFront's words; here nobody may claim to be another address.
    if (name === 'x-forwarded-for' || value === undefined) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return {
    httpMethod: route.method,
    resource: route.resource,
    path: url.pathname,
    headers,
    multiValueHeaders: {},
    pathParameters: pathParameters(route, url.pathname),
    queryStringParameters: null,
    multiValueQueryStringParameters: query,
    stageVariables: null,
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
    requestContext: { requestId, identity: { sourceIp: address } },
  } as unknown as APIGatewayProxyEvent;
}

async function send(request: IncomingMessage, response: ServerResponse, result: APIGatewayProxyResult): Promise<void> {
  // Deployed, nobody gets such an answer from Lambda.
  const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  if (isTooLarge(result, result.isBase64Encoded ? result.body.length : body.length))
    return sendError(response, 502, requestWordings.failed);
  response.statusCode = result.statusCode;
  setHeaders(response, result.headers ?? {});
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {}))
    response.setHeader(name, values.map(String));
  const isCompressed = body.length >= leastCompressed && response.getHeader('Content-Type') === 'application/json';
  const encoding = isCompressed ? pickEncoding(request, ['gzip']) : undefined;
  if (isCompressed) response.appendHeader('Vary', 'Accept-Encoding');
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.end(encoding ? await compress(body, encoding) : body);
}

/** Writes the answer to a request that Node's parser refused, as raw bytes with the usual headers. */
function answerUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = unreadAnswers[error.code ?? ''] ?? [400, serverWordings.unreadable];
  const body = JSON.stringify({ errors: { message: [message] } });
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/** By Node's own codes. */
const unreadAnswers: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ errors: { message: [message] } }));
}

/** Open keep-alive connections would hold the server for a minute. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
