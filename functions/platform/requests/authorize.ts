import type { APIGatewayProxyEvent } from 'aws-lambda';
import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import { accountHeader, type CallRow, isAccountCall, needsCsrf, stationHeader } from '#shared/http/contract.ts';
import { CsrfError, ForbiddenError, NotSignedInError, ThrottledError } from '../errors.ts';
import { type KeyedAttempt, keyedRequestKey, requireSameBody, type SignedBody } from '../table/keyed-request.ts';
import { type FoundRecords, type NamedItemKeys, readItems } from '../table/table.ts';
import type { AnyHandler, AnyStreamHandler, OpenedCard, RequestFacts } from './call-handler.ts';
import { type Caller, callerId, isOpenTo, type StationCaller } from './caller.ts';
import { cookieNames } from './cookies.ts';
import { isCsrfTokenValid, toAnonymousSession } from './csrf.ts';
import { defaultBodyLimit, type ParsedInput, parseInput, readFields } from './input.ts';
import { readForm } from './multipart-body.ts';
import { type RateLimiter, slowedMilliseconds } from './rate-limiter.ts';
import { bodySize, readHeader } from './request-facts.ts';
import { requestName, signBody } from './sent-body.ts';

/**
 * Identifies the caller. Each Lambda entry passes the one of `functions/sessions`, because the platform imports no
 * domain.
 */
export interface Authenticator {
  /** Reads the session, its account and the given keys in one request; null when no session is open. */
  openSession<P extends NamedItemKeys>(
    cookie: string,
    prefetch: (accountId: string) => P,
    now: Date,
  ): Promise<{ caller: Caller; found: FoundRecords<P> } | null>;
  /** Reads the station with this key, and the given keys, in one request; null for an unknown or revoked key. */
  openStation<P extends NamedItemKeys>(
    key: string,
    prefetch: (stationId: string) => P,
    now: Date,
  ): Promise<{ caller: StationCaller; found: FoundRecords<P> } | null>;
  /** Makes every function refuse a caller's session until that time, in milliseconds since 1970. */
  slowSession(caller: Caller, until: number): Promise<void>;
  /** The key that signs CSRF tokens. */
  csrfKey(): Promise<string>;
  /** Logs that a caller was refused, or received a document (rule 48). Never fails. */
  recordAccessEvent(
    note: { kind: 'forbidden' | 'document opened'; accountId: string; call: string; card?: OpenedCard | undefined },
    request: RequestFacts,
  ): Promise<void>;
}

export type SomeHandler = AnyHandler<CallRow> | AnyStreamHandler<CallRow>;

export interface CallRoute<H extends SomeHandler = SomeHandler> {
  call: CallRow;
  handler: H;
}

/** `GET /api/student`: the name of a call in the access log. */
export const accessLogCallName = ({ method, path }: CallRow): string => `${method} ${path}`;

/** A request with its route, and what authorizes it. */
export interface IncomingRequest {
  route: CallRoute;
  pace: RateLimiter;
  event: APIGatewayProxyEvent;
  request: RequestFacts;
  authenticator: Authenticator;
}

interface ParsedRequest extends IncomingRequest {
  parsed: ParsedInput;
}

interface Authorized<C> {
  caller: C;
  found: FoundRecords<NamedItemKeys>;
}
type AnyAuthorized = Authorized<Caller | StationCaller | null>;

/** An input, and the caller where authorization had to come before the input. */
interface ReadInput {
  parsed: ParsedInput;
  authorized?: AnyAuthorized;
}

/** For a caller who was authorized before the input was parsed: reads the handler's records without the session. */
export async function readHandlerRecords(
  authorized: AnyAuthorized,
  parsedRequest: ParsedRequest,
): Promise<AnyAuthorized> {
  const { caller } = authorized;
  if (!caller) return authorized;
  const keys = keysOf(parsedRequest)(callerId(caller));
  return Object.keys(keys).length === 0 ? authorized : { caller, found: await readItems(keys) };
}

/** Authorizes the caller as the contract row says, before any fault of the input is reported. */
export async function authorize(parsedRequest: ParsedRequest): Promise<AnyAuthorized> {
  const { who } = parsedRequest.route.call;
  if (who === 'anyone') {
    countNetwork(parsedRequest);
    return { caller: null, found: {} };
  }
  return who === 'station' ? authorizeStation(parsedRequest) : authorizeSession(parsedRequest);
}

/** The keys of the handler's records, by input and caller, and of the request stored under the idempotency key. */
const keysOf =
  ({ route: { call, handler }, event, parsed, request }: ParsedRequest) =>
  (idOfCaller: string): NamedItemKeys => {
    if (!parsed.isValid) return {};
    const name = requestName(call, event, idOfCaller);
    return {
      ...handler.prefetch?.(parsed.valueOrThrow(), idOfCaller, request.now),
      ...(name && { [keyedName]: keyedRequestKey(name) }),
    };
  };

/** The name of the keyed request among the items read, beside those that the handler asked for. */
const keyedName = ' keyed';

/**
 * The request under the caller's idempotency key, with this body; undefined without a key.
 * @throws KeyReusedError when another body was stored under the key (rule 54)
 */
export async function readKeyedAttempt(
  { caller, found }: AnyAuthorized,
  { route, event, request, parsed, authenticator }: ParsedRequest,
): Promise<KeyedAttempt | undefined> {
  const name = caller ? requestName(route.call, event, callerId(caller)) : undefined;
  if (!name) return undefined;
  const signed = await signBody(parsed.valueOrThrow(), await authenticator.csrfKey());
  const known = found[keyedName] as SignedBody | undefined;
  if (known) requireSameBody(known, signed);
  return { request: { ...name, ...signed }, now: request.now, isKept: known !== undefined };
}

/** By the station's key alone: a session in its browser grants no access here. */
async function authorizeStation(parsedRequest: ParsedRequest): Promise<Authorized<StationCaller>> {
  const { event, request, authenticator } = parsedRequest;
  const key = readHeader(event, stationHeader);
  const authorized = key && (await authenticator.openStation(key, keysOf(parsedRequest), request.now));
  if (!authorized) throw new NotSignedInError(authRefusals.stationEnded);
  const { stationId } = authorized.caller;
  if (!parsedRequest.pace.admits({ device: stationId }, request.now.getTime())) throw tooFast(slowedMilliseconds);
  return authorized;
}

/** Session, role, menu: in this order. */
async function authorizeSession(parsedRequest: ParsedRequest): Promise<Authorized<Caller>> {
  const { route, event, request, authenticator } = parsedRequest;
  const { call } = route;
  const cookie = request.cookies.get(cookieNames.session) ?? '';
  const authorized = await authenticator.openSession(cookie, keysOf(parsedRequest), request.now);
  if (!authorized) return refuseStranger(parsedRequest);
  const { caller } = authorized;
  await limitRate(caller, parsedRequest);
  const shown = readHeader(event, accountHeader);
  if (shown !== undefined && shown !== caller.accountId) throw new NotSignedInError(authWordings.notSignedIn);
  if (!isOpenTo(caller, call)) {
    await authenticator.recordAccessEvent(
      { kind: 'forbidden', accountId: caller.accountId, call: accessLogCallName(call) },
      request,
    );
    throw new ForbiddenError(authRefusals.forbidden);
  }
  return authorized;
}

/**
 * Refuses a caller that exceeds the rate limit. The process that notices writes it into the session, which all
 * processes read.
 */
async function limitRate(caller: Caller, { pace, request, authenticator }: ParsedRequest): Promise<void> {
  const now = request.now.getTime();
  const left = (caller.slowedUntil ?? 0) - now;
  // At most that long, in case a clock was wrong.
  if (left > 0 && left <= slowedMilliseconds) throw tooFast(left);
  if (pace.admits({ device: caller.sessionHash, person: caller.accountId }, now)) return;
  await authenticator.slowSession(caller, now + slowedMilliseconds);
  throw tooFast(slowedMilliseconds);
}

/** Requests without a session are counted by network, apart from those with one. */
function countNetwork({ pace, request }: IncomingRequest): void {
  if (!pace.admits({ network: request.address }, request.now.getTime())) throw tooFast(slowedMilliseconds);
}

function refuseStranger(incoming: IncomingRequest): never {
  countNetwork(incoming);
  throw new NotSignedInError(authWordings.notSignedIn);
}

function tooFast(milliseconds: number): ThrottledError {
  const seconds = Math.ceil(milliseconds / 1000);
  return new ThrottledError(authRefusals.tooFast(seconds), seconds);
}

async function hasValidCsrfToken({ route, event, request, authenticator }: IncomingRequest): Promise<boolean> {
  const key = await authenticator.csrfKey();
  const cookie = request.cookies.get(cookieNames.csrf);
  const header = readHeader(event, 'x-xsrf-token');
  const session = request.cookies.get(cookieNames.session) ?? '';
  const sessions = isAccountCall(route.call) ? [session] : [session, toAnonymousSession(session)];
  return sessions.some((one) => isCsrfTokenValid(key, { cookie, header, session: one }));
}

/**
 * Faults of the input are reported after authorization, so that a stranger learns nothing of inputs. The body of a call
 * that changes something is parsed only with a CSRF token that was signed for the session, and a large one only after
 * authorization: others cannot make the server parse it.
 */
export async function readInput(incoming: IncomingRequest): Promise<ReadInput> {
  const { route, event, request } = incoming;
  const { call } = route;
  if (Array.isArray(call.who) && !request.cookies.get(cookieNames.session)) refuseStranger(incoming);
  if (needsCsrf(call) && !(await hasValidCsrfToken(incoming))) return { parsed: forged };
  const authorized = bodySize(event) > defaultBodyLimit ? await authorize({ ...incoming, parsed: unread }) : undefined;
  const parsed = parseInput(call, call.accepts ? await readForm(event) : readFields(call, event));
  return authorized ? { parsed, authorized } : { parsed };
}

/** An input that was not parsed yet. */
const unread: ParsedInput = {
  isValid: false,
  valueOrThrow: () => {
    throw new TypeError('The input was not read.');
  },
};

/** The input of a request without a valid CSRF token. */
const forged: ParsedInput = {
  isValid: false,
  valueOrThrow: () => {
    throw new CsrfError(authRefusals.csrf);
  },
};
