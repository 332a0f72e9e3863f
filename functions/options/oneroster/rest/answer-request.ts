import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logger } from '../../../platform/log.ts';
import { RateLimiter, slowedMilliseconds } from '../../../platform/requests/rate-limiter.ts';
import { bodySize, readHeader, readRequestFacts } from '../../../platform/requests/request-facts.ts';
import { isServiceAway, isTableAway, TableBusyError } from '../../../platform/table/client/transient-errors.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import { offeredParts } from '../keys/offered-parts.ts';
import { noteUse, type RosterReader, readReader, scopesOf } from '../keys/roster-keys.ts';
import { noteReading } from '../keys/roster-readings.ts';
import {
  linkHeader,
  parseListQuery,
  parseObjectQuery,
  type QueryParameters,
  selectFields,
  writePage,
} from './query/list-query.ts';
import { findReading, type Reading } from './readings.ts';
import { readSchoolObjects } from './school-objects.ts';
import { RosterError, statusInfo, unknownObject } from './status-info.ts';
import { answerTokenRequest } from './token-endpoint.ts';

/** Below which everything of the standard is. */
export const restRoot = '/ims/';
/** Where a key gets its token, below that. */
export const tokenPath = 'oauth2/token';

/** Bytes of the largest request for a token. */
const largestForm = 4096;

/**
 * Answers the calls of OneRoster REST 1.2: with a token the readings, with a key a token. Refusals are those of the
 * standard and of OAuth, not of the school's own calls.
 */
export function createRestHandler(pace = new RateLimiter()) {
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    try {
      const path = (event.pathParameters?.proxy ?? '').replace(/\/$/, '');
      if (path === tokenPath) return await answerToken(event, pace);
      return await answerReading(event, path, pace);
    } catch (error) {
      return refuse(toRosterError(error));
    }
  };
}

async function answerToken(event: APIGatewayProxyEvent, pace: RateLimiter): Promise<APIGatewayProxyResult> {
  if (event.httpMethod !== 'POST')
    throw new RosterError(405, 'invaliddata', 'A token is asked for by POST.', { allow: 'POST' });
  const { address, now } = readRequestFacts(event);
  if (!pace.admits({ network: address }, now.getTime())) throw tooFast();
  if (bodySize(event) > largestForm) throw new RosterError(400, 'invaliddata', 'The request is too large.');
  const { status, headers, body } = await answerTokenRequest(
    {
      authorization: readHeader(event, 'authorization'),
      contentType: readHeader(event, 'content-type'),
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8'),
    },
    now,
  );
  return { statusCode: status, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

async function answerReading(
  event: APIGatewayProxyEvent,
  path: string,
  pace: RateLimiter,
): Promise<APIGatewayProxyResult> {
  const { now } = readRequestFacts(event);
  const reader = await requireReader(event, pace);
  if (event.httpMethod !== 'GET')
    throw new RosterError(405, 'invaliddata', 'The school is only read.', { allow: 'GET' });
  const { reading, ids } = findReading(path);
  requireScope(reader, reading);
  const address = addressOfSite();
  if (address === null) throw unknownObject('The school has no address of its own.');

  const parameters = parametersOf(event);
  const objects = readSchoolObjects(address, now);
  const answer = reading.isList ? listAnswer : objectAnswer;
  const { headers, text, records } = await answer({
    reading,
    ids,
    parameters,
    objects,
    list: `${address}${restRoot}${path}`,
  });
  await Promise.all([
    noteUse(reader.key, now),
    noteReading(reader.key, { list: `${reading.service}/${reading.path}`, records, now }),
  ]);
  return { statusCode: 200, headers: { ...json, ...headers }, body: text };
}

interface Asked {
  reading: Reading;
  ids: readonly string[];
  parameters: QueryParameters;
  objects: ReturnType<typeof readSchoolObjects>;
  /** Address of what is read, without parameters. */
  list: string;
}
interface Answered {
  headers: Record<string, string>;
  text: string;
  /** How many records of the school it has. */
  records: number;
}

async function listAnswer({ reading, ids, parameters, objects, list }: Asked): Promise<Answered> {
  const query = parseListQuery(parameters, reading.kind);
  const all = await reading.read(objects, ids);
  const { text, records, total, limit } = writePage(all, { ...query, property: reading.property });
  const address = new URL(list);
  for (const [name, values = []] of Object.entries(parameters))
    for (const value of values) address.searchParams.append(name, value);
  return {
    headers: { 'X-Total-Count': String(total), Link: linkHeader(address, { limit, offset: query.offset, total }) },
    text,
    records,
  };
}

async function objectAnswer({ reading, ids, parameters, objects }: Asked): Promise<Answered> {
  const { fields } = parseObjectQuery(parameters, reading.kind);
  const [record] = await reading.read(objects, ids);
  if (!record) throw unknownObject('There is no such object.');
  return { headers: {}, text: JSON.stringify({ [reading.property]: selectFields(record, fields) }), records: 1 };
}

/** Who calls, by the token. A program that is too fast waits, whatever its token. */
async function requireReader(event: APIGatewayProxyEvent, pace: RateLimiter): Promise<RosterReader> {
  const { address, now } = readRequestFacts(event);
  const [, token = ''] = /^Bearer +([\w.~+/=-]+)$/i.exec(readHeader(event, 'authorization') ?? '') ?? [];
  const reader = token === '' ? null : await readReader(token, now);
  if (!reader) {
    if (!pace.admits({ network: address }, now.getTime())) throw tooFast();
    throw new RosterError(401, 'unauthorisedrequest', 'The token is missing, has ended or is wrong.');
  }
  if (!pace.admits({ program: reader.key.keyId }, now.getTime())) throw tooFast();
  return reader;
}

/** @throws RosterError `forbidden`, also for what the school file does not give out any more */
function requireScope({ scopes }: RosterReader, reading: Reading): void {
  const offered = scopesOf(offeredParts());
  if (!reading.scopes.some((scope) => scopes.has(scope) && offered.includes(scope)))
    throw new RosterError(403, 'forbidden', `The token has none of the scopes ${reading.scopes.join(', ')}.`);
}

const parametersOf = ({ multiValueQueryStringParameters: sent }: APIGatewayProxyEvent): QueryParameters => sent ?? {};

function tooFast(): RosterError {
  const seconds = Math.ceil(slowedMilliseconds / 1000);
  return new RosterError(429, 'server_busy', `Too many requests. Please wait ${seconds} seconds.`, { seconds });
}

const json = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** Names every failure as the standard does. Of an unexpected one the log has the details, the answer none. */
function toRosterError(error: unknown): RosterError {
  if (error instanceof RosterError) return error;
  const isAway = isTableAway(error) || isServiceAway(error) || error instanceof TableBusyError;
  logger.error(isAway ? 'table-away' : 'unexpected', { error });
  return isAway
    ? new RosterError(503, 'server_busy', 'The school cannot be read at the moment.', { seconds: 5 })
    : new RosterError(500, 'internal_server_error', 'Something went wrong.');
}

function refuse(error: RosterError): APIGatewayProxyResult {
  const { status, seconds, allow } = error;
  return {
    statusCode: status,
    headers: {
      ...json,
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="OneRoster"' } : {}),
      ...(allow === undefined ? {} : { Allow: allow }),
      ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
    },
    body: JSON.stringify(statusInfo(error)),
  };
}
