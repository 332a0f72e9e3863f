import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { localAccount } from './account.ts';

export const signatureAlgorithm = 'AWS4-HMAC-SHA256';

/** The signed parts of a request (Signature Version 4), with path and query in canonical form. */
export interface SignedRequest {
  method: string;
  path: string;
  query: string;
  /** The value of a header, undefined where it was not sent. Names in lower case. */
  header: (name: string) => string | undefined;
  /** Names in lower case, divided by semicolons. */
  signedHeaders: string;
  /** SHA-256 of the body in hex, or a word such as UNSIGNED-PAYLOAD. */
  contentSha256: string;
  /** As in X-Amz-Date. */
  date: string;
  /** yyyyMMdd. */
  day: string;
  service: string;
}

/** The signature that the account's key makes of a request, in hex. */
export function signRequest(request: SignedRequest): string {
  const canonical = [
    request.method,
    request.path,
    request.query,
    ...request.signedHeaders
      .split(';')
      .map((name) => `${name}:${(request.header(name) ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    request.signedHeaders,
    request.contentSha256,
  ].join('\n');
  const { date, day, service } = request;
  const toSign = [signatureAlgorithm, date, credentialScope(day, service), sha256(canonical)].join('\n');
  return hmac(deriveSigningKey(day, service), toSign).toString('hex');
}

export const credentialScope = (day: string, service: string): string =>
  `${day}/${localAccount.region}/${service}/aws4_request`;

/** In a time that says nothing about where they differ. */
export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const signingKeys = new Map<string, Buffer>();

export function deriveSigningKey(day: string, service: string): Buffer {
  const name = `${day} ${service}`;
  const known = signingKeys.get(name);
  if (known) return known;
  const steps = [day, localAccount.region, service, 'aws4_request'];
  const key = steps.reduce<Buffer>(
    (previous, step) => hmac(previous, step),
    Buffer.from(`AWS4${localAccount.secretAccessKey}`),
  );
  signingKeys.set(name, key);
  return key;
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
