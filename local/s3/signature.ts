import { localAccount } from '../aws-protocol/account.ts';
import {
  deriveSigningKey,
  hmac,
  isSameSignature,
  signatureAlgorithm,
  signRequest,
} from '../aws-protocol/signature-v4.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';

const maximumSkewMilliseconds = 15 * 60_000;
const maximumExpirySeconds = 7 * 24 * 3600;

/** A request whose sender is proven. */
export interface VerifiedRequest {
  /** The sender's SHA-256 of the body in hex, or a word such as UNSIGNED-PAYLOAD. */
  contentSha256: string;
}

/**
 * Proves a Signature Version 4, in the Authorization header or in a presigned address.
 * @throws S3Error when it is missing, wrong, too old, or made for another account or region
 */
export function verifySignature(request: S3Request, now: Date): VerifiedRequest {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) return verifyHeader(request, authorization, now);
  if (request.query.has('X-Amz-Algorithm') || request.query.has('X-Amz-Signature')) return verifyAddress(request, now);
  throw new S3Error('AccessDenied');
}

function verifyHeader(request: S3Request, authorization: string, now: Date): VerifiedRequest {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
    authorization,
  );
  if (parts === null) throw new S3Error('AuthorizationHeaderMalformed');
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  const scope = readScope(credential, 'AuthorizationHeaderMalformed');
  const date = request.headers['x-amz-date'] ?? '';
  const sentAt = readDate(date);
  if (sentAt === undefined)
    throw new S3Error('AccessDenied', {}, 'AWS authentication requires a valid Date or x-amz-date header');
  if (Math.abs(sentAt.getTime() - now.getTime()) > maximumSkewMilliseconds) {
    throw new S3Error('RequestTimeTooSkewed', { RequestTime: date, ServerTime: now.toISOString() });
  }
  const contentSha256 = request.headers['x-amz-content-sha256'];
  if (contentSha256 === undefined) {
    throw new S3Error('InvalidRequest', {}, 'Missing required header for this request: x-amz-content-sha256');
  }
  prove({ request, signedHeaders, contentSha256, date, scope, signature });
  return { contentSha256 };
}

function verifyAddress(request: S3Request, now: Date): VerifiedRequest {
  const parameter = (name: string) => {
    const value = request.query.get(`X-Amz-${name}`);
    if (value !== null && value !== '') return value;
    throw new S3Error(
      'AuthorizationQueryParametersError',
      {},
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  };
  const signature = parameter('Signature');
  const date = parameter('Date');
  const signedHeaders = parameter('SignedHeaders');
  const expires = Number(parameter('Expires'));
  if (parameter('Algorithm') !== signatureAlgorithm) throw new S3Error('AuthorizationQueryParametersError');
  const scope = readScope(parameter('Credential'), 'AuthorizationQueryParametersError');
  const sentAt = readDate(date);
  if (sentAt === undefined || !Number.isInteger(expires) || expires < 0) {
    throw new S3Error('AuthorizationQueryParametersError');
  }
  if (expires > maximumExpirySeconds) {
    throw new S3Error(
      'AuthorizationQueryParametersError',
      {},
      `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${maximumExpirySeconds} seconds`,
    );
  }
  const expiresAt = new Date(sentAt.getTime() + expires * 1000);
  if (now > expiresAt) {
    throw new S3Error(
      'AccessDenied',
      { 'X-Amz-Expires': String(expires), Expires: expiresAt.toISOString(), ServerTime: now.toISOString() },
      'Request has expired',
    );
  }
  const contentSha256 =
    request.query.get('X-Amz-Content-Sha256') ?? request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
  prove({ request, signedHeaders, contentSha256, date, scope, signature });
  return { contentSha256 };
}

/** The signature of a browser form's policy. @throws S3Error as {@link verifySignature} */
export function verifyPolicySignature(form: {
  policy: string;
  credential: string;
  date: string;
  signature: string;
}): void {
  const scope = readScope(form.credential, 'InvalidArgument');
  if (readDate(form.date) === undefined) throw new S3Error('AccessDenied', {}, 'Invalid X-Amz-Date');
  requireEqual(hmac(deriveSigningKey(scope.day, 's3'), form.policy).toString('hex'), form.signature);
}

interface Scope {
  day: string;
}

function readScope(
  credential: string,
  code: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError' | 'InvalidArgument',
): Scope {
  const [keyId, day = '', region = '', service = '', terminator = ''] = credential.split('/');
  if (keyId !== localAccount.accessKeyId) throw new S3Error('InvalidAccessKeyId', { AWSAccessKeyId: keyId ?? '' });
  if (region !== localAccount.region) {
    throw new S3Error(
      code,
      { Region: localAccount.region },
      `The authorization header is malformed; the region '${region}' is wrong; expecting '${localAccount.region}'`,
    );
  }
  if (!/^\d{8}$/.test(day) || service !== 's3' || terminator !== 'aws4_request') throw new S3Error(code);
  return { day };
}

function prove(claim: {
  request: S3Request;
  signedHeaders: string;
  contentSha256: string;
  date: string;
  scope: Scope;
  signature: string;
}): void {
  const { request, signedHeaders, contentSha256, date, scope, signature } = claim;
  const names = signedHeaders.split(';');
  if (!names.includes('host'))
    throw new S3Error('AccessDenied', {}, 'There were headers present in the request which were not signed');
  requireAmzHeadersSigned(request, names);
  const expected = signRequest({
    method: request.method,
    path: canonicalPath(request.path),
    query: canonicalQuery(request.query),
    header: (name) => request.headers[name],
    signedHeaders,
    contentSha256,
    date,
    day: scope.day,
    service: 's3',
  });
  if (!date.startsWith(scope.day)) throw new S3Error('SignatureDoesNotMatch');
  requireEqual(expected, signature);
}

/** Else somebody who holds a presigned address could add metadata or an access list that its maker did not allow. */
function requireAmzHeadersSigned(request: S3Request, signedNames: string[]): void {
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signedNames.includes(name),
  );
  if (unsigned.length > 0) {
    throw new S3Error(
      'AccessDenied',
      { HeadersNotSigned: unsigned.join(', ') },
      'There were headers present in the request which were not signed',
    );
  }
}

function requireEqual(expected: string, given: string): void {
  if (!isSameSignature(expected, given)) {
    throw new S3Error('SignatureDoesNotMatch', { AWSAccessKeyId: localAccount.accessKeyId, SignatureProvided: given });
  }
}

/** `20250131T235959Z` as a date. */
function readDate(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Percent-encoding as signatures want it: everything but unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function canonicalPath(path: string): string {
  return path.split('/').map(encode).join('/');
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
