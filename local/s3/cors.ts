import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import type { Bucket, ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { contentsOf, textOf, textsOf } from './xml.ts';

interface CorsRule {
  origins: string[];
  methods: string[];
  headers: string[];
  exposed: string[];
  maxAgeSeconds: string | undefined;
}

/** PutBucketCors. */
export function putBucketCors(store: ObjectStore, bucket: string, raw: Buffer): HttpAnswer {
  const xml = raw.toString('utf8');
  const rules = readRules(xml);
  if (rules.length === 0 || rules.length > 100) throw new S3Error('MalformedXML');
  for (const rule of rules) {
    if (rule.origins.length === 0 || rule.methods.length === 0) throw new S3Error('MalformedXML');
    const unknown = rule.methods.find((method) => !['GET', 'PUT', 'POST', 'DELETE', 'HEAD'].includes(method));
    if (unknown !== undefined) {
      throw new S3Error(
        'InvalidRequest',
        {},
        `Found unsupported HTTP method in CORS config. Unsupported method is ${unknown}`,
      );
    }
  }
  store.setCors(bucket, xml);
  return { status: 200 };
}

/** GetBucketCors. */
export function getBucketCors(bucket: Bucket): HttpAnswer {
  if (bucket.cors === undefined) throw new S3Error('NoSuchCORSConfiguration', { BucketName: bucket.name });
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: bucket.cors };
}

/** DeleteBucketCors. */
export function deleteBucketCors(store: ObjectStore, bucket: string): HttpAnswer {
  store.setCors(bucket, null);
  return { status: 204 };
}

/** A browser's preflight request, which carries no signature. @throws S3Error AccessForbidden */
export function answerPreflight(bucket: Bucket | undefined, request: S3Request): HttpAnswer {
  const origin = request.headers.origin;
  const method = request.headers['access-control-request-method'];
  if (origin === undefined || method === undefined) {
    throw new S3Error('InvalidRequest', {}, 'Insufficient information. Origin request header needed.');
  }
  if (bucket?.cors === undefined) throw new S3Error('AccessForbidden', { Method: method, ResourceType: 'BUCKET' });
  const headers = corsHeaders(bucket, request);
  if (Object.keys(headers).length === 0) {
    throw new S3Error(
      'AccessForbidden',
      { Method: method, ResourceType: 'BUCKET' },
      'CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource’s CORS spec.',
    );
  }
  return { status: 200, headers };
}

/** The CORS headers for an answer: those of the first rule that allows the request, or none. */
export function corsHeaders(bucket: Bucket | undefined, request: S3Request): Record<string, string> {
  const origin = request.headers.origin;
  if (origin === undefined || bucket?.cors === undefined) return {};
  const method = request.headers['access-control-request-method'] ?? request.method;
  const wanted = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = readRules(bucket.cors).find(
    ({ origins, methods, headers }) =>
      methods.includes(method) &&
      origins.some((allowed) => matches(allowed, origin)) &&
      wanted.every((name) => headers.some((allowed) => matches(allowed.toLowerCase(), name))),
  );
  if (rule === undefined) return {};
  const isForEveryone = rule.origins.includes('*');
  return {
    'access-control-allow-origin': isForEveryone ? '*' : origin,
    ...(isForEveryone ? {} : { 'access-control-allow-credentials': 'true' }),
    'access-control-allow-methods': rule.methods.join(', '),
    ...(wanted.length > 0 ? { 'access-control-allow-headers': wanted.join(', ') } : {}),
    ...(rule.exposed.length > 0 ? { 'access-control-expose-headers': rule.exposed.join(', ') } : {}),
    ...(rule.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': rule.maxAgeSeconds }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

function readRules(xml: string): CorsRule[] {
  return contentsOf(xml, 'CORSRule').map((rule) => ({
    origins: textsOf(rule, 'AllowedOrigin'),
    methods: textsOf(rule, 'AllowedMethod'),
    headers: textsOf(rule, 'AllowedHeader'),
    exposed: textsOf(rule, 'ExposeHeader'),
    maxAgeSeconds: textOf(rule, 'MaxAgeSeconds'),
  }));
}

/** A pattern has at most one `*`. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
