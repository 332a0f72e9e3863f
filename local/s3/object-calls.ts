import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { type ObjectDescription, type ObjectPlace, type ObjectStore, wholeSecond } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { parseUploadBody, type UploadBody } from './upload-body.ts';
import { elementContents, elementText, xmlDocument, xmlElement } from './xml.ts';

const maximumKeyBytes = 1024;
const maximumMetadataBytes = 2048;

/** PutObject, on condition that there is none (`If-None-Match: *`), or that it is still the one with an ETag. */
export function putObject(store: ObjectStore, request: S3Request, upload: UploadBody): HttpAnswer {
  const { 'if-match': same, 'if-none-match': none } = request.headers;
  if (none !== undefined && (none !== '*' || same !== undefined)) throw new S3Error('NotImplemented');
  const there = same === undefined && none === undefined ? undefined : store.describe(request);
  if (none !== undefined && there !== undefined)
    throw new S3Error('PreconditionFailed', { Condition: 'If-None-Match' });
  if (same !== undefined && there === undefined) throw new S3Error('NoSuchKey', { Key: request.key });
  if (same !== undefined && there?.etag !== same) throw new S3Error('PreconditionFailed', { Condition: 'If-Match' });
  const description = storeObject(store, request, { ...parseObjectDescription(request.headers), ...upload });
  const { etag, version } = description;
  return { status: 200, headers: { etag, ...encryption, ...versionHeader(version), ...checksumHeaders(description) } };
}

/** Stores an object and returns its description. Also used for browser forms. */
export function storeObject(
  store: ObjectStore,
  place: { bucket: string; key: string },
  content: UploadBody & Pick<ObjectDescription, 'headers' | 'metadata'>,
): ObjectDescription & { version: string | undefined } {
  if (Buffer.byteLength(place.key) > maximumKeyBytes) {
    throw new S3Error('KeyTooLongError', { MaxSizeAllowed: String(maximumKeyBytes) });
  }
  const metadataBytes = Object.entries(content.metadata).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
  if (metadataBytes > maximumMetadataBytes) {
    throw new S3Error('MetadataTooLarge', {
      Size: String(metadataBytes),
      MaxSizeAllowed: String(maximumMetadataBytes),
    });
  }
  const { bytes, ...described } = content;
  const description = { ...described, etag: md5Etag(bytes), size: bytes.length, lastModified: wholeSecond(new Date()) };
  return { ...description, version: store.put(place, description, bytes) };
}

/** GetObject and HeadObject, also on condition that it is not the one with an ETag (`If-None-Match`). */
export function getObject(store: ObjectStore, request: S3Request): HttpAnswer {
  const place = { bucket: request.bucket, key: request.key, version: readVersion(request.query.get('versionId')) };
  const description = existing(store, place);
  if (request.headers['if-none-match'] === description.etag)
    return { status: 304, headers: { etag: description.etag }, body: '' };
  const range = readRange(request.headers.range, description.size);
  const whole = { start: 0, length: description.size };
  const headers = {
    ...objectHeaders(description),
    ...versionHeader(place.version),
    ...(request.headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' && range === undefined
      ? checksumHeaders(description)
      : {}),
    ...responseOverrides(request),
    'content-length': String((range ?? whole).length),
    ...(range && {
      'content-range': `bytes ${range.start}-${range.start + range.length - 1}/${description.size}`,
    }),
  };
  const body = request.method === 'HEAD' ? '' : store.read(place, range ?? whole);
  return { status: range === undefined ? 200 : 206, headers, body };
}

/** DeleteObject: succeeds for a key that is not there. Where the bucket keeps versions, a mark hides them. */
export function deleteObject(store: ObjectStore, request: S3Request): HttpAnswer {
  if (request.query.has('versionId')) throw new S3Error('NotImplemented', { Header: 'versionId' });
  const mark = store.delete(request.bucket, request.key);
  return { status: 204, headers: mark === undefined ? {} : { ...versionHeader(mark), 'x-amz-delete-marker': 'true' } };
}

/** DeleteObjects, at most 1,000 keys. */
export function deleteObjects(store: ObjectStore, request: S3Request, contentSha256: string, raw: Buffer): HttpAnswer {
  const { bytes, checksum } = parseUploadBody(request, contentSha256, raw);
  if (checksum === undefined && request.headers['content-md5'] === undefined) {
    throw new S3Error('InvalidRequest', {}, 'Missing required header for this request: Content-MD5');
  }
  const xml = bytes.toString('utf8');
  const objects = elementContents(xml, 'Object');
  const other = objects.find((object) => (elementText(object, 'VersionId') ?? 'null') !== 'null');
  if (other !== undefined) throw new S3Error('NotImplemented', { Header: 'VersionId' });
  const keys = objects.map((object) => elementText(object, 'Key'));
  if (keys.length === 0 || keys.length > 1000 || keys.includes(undefined)) throw new S3Error('MalformedXML');
  for (const key of keys) store.delete(request.bucket, key ?? '');
  const quiet = elementText(xml, 'Quiet') === 'true';
  const deleted = quiet ? [] : keys.map((key) => `<Deleted>${xmlElement('Key', key ?? '')}</Deleted>`);
  return xmlAnswer(xmlDocument('DeleteResult', deleted.join('')));
}

/** CopyObject. */
export function copyObject(store: ObjectStore, request: S3Request): HttpAnswer {
  const [path = '', versionId = null] = (request.headers['x-amz-copy-source'] ?? '').split('?versionId=');
  const version = readVersion(versionId);
  const source = decodeURIComponent(path).replace(/^\//, '');
  const slash = source.indexOf('/');
  if (slash < 1) throw new S3Error('InvalidArgument', {}, 'Invalid copy source object key');
  const [bucket, key] = [source.slice(0, slash), source.slice(slash + 1)];
  if (store.bucket(bucket) === undefined) throw new S3Error('NoSuchBucket', { BucketName: bucket });
  const description = existing(store, { bucket, key, version });
  const replaces = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  if (bucket === request.bucket && key === request.key && !replaces && version === undefined) {
    throw new S3Error(
      'InvalidRequest',
      {},
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const bytes = store.read({ bucket, key, version }, { start: 0, length: description.size });
  const { headers, metadata } = replaces ? parseObjectDescription(request.headers) : description;
  const copy = storeObject(store, request, { bytes, headers, metadata, checksum: description.checksum });
  const result = xmlElement('LastModified', copy.lastModified.toISOString()) + xmlElement('ETag', copy.etag);
  const answer = xmlAnswer(xmlDocument('CopyObjectResult', result));
  return { ...answer, headers: { ...answer.headers, ...versionHeader(copy.version) } };
}

/** Content headers and metadata as given in request headers. */
export function parseObjectDescription(
  headers: Record<string, string>,
): Pick<ObjectDescription, 'headers' | 'metadata'> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-meta-')) metadata[name.slice('x-amz-meta-'.length)] = value;
    else if (keptHeaders.has(name)) kept[name] = value;
  }
  if (kept['content-encoding'] !== undefined) {
    const encoding = kept['content-encoding'].replace(/\s*\baws-chunked\b\s*,?/, '').trim();
    if (encoding === '') delete kept['content-encoding'];
    else kept['content-encoding'] = encoding;
  }
  return { headers: kept, metadata };
}

const keptHeaders = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]);

/** Default encryption of new objects since 2023. */
const encryption = { 'x-amz-server-side-encryption': 'AES256' };

function md5Etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

export function xmlAnswer(body: string, status = 200): HttpAnswer {
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function existing(store: ObjectStore, place: ObjectPlace): ObjectDescription {
  const description = store.describe(place);
  if (description !== undefined) return description;
  throw place.version === undefined
    ? new S3Error('NoSuchKey', { Key: place.key })
    : new S3Error('NoSuchVersion', { Key: place.key, VersionId: place.version });
}

/** What a bucket without versions has of a key is called `null`. */
const readVersion = (id: string | null): string | undefined => (id === null || id === 'null' ? undefined : id);

const versionHeader = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { 'x-amz-version-id': version };

function objectHeaders(description: ObjectDescription): Record<string, string> {
  const metadata = Object.entries(description.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value] as const);
  return {
    ...description.headers,
    ...Object.fromEntries(metadata),
    ...encryption,
    etag: description.etag,
    'last-modified': description.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
  };
}

function checksumHeaders({ checksum }: ObjectDescription): Record<string, string> {
  if (checksum === undefined) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' };
}

/** `response-content-type` and its like, which only a signed request may ask for; every request here is signed. */
function responseOverrides(request: S3Request): Record<string, string> {
  const overrides = [...keptHeaders].map((name) => [name, request.query.get(`response-${name}`)] as const);
  return Object.fromEntries(overrides.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * The one range of bytes asked for. Anything else that HTTP allows there is answered with the whole object, as in S3.
 */
function readRange(header: string | undefined, size: number): { start: number; length: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  const [, first, last] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size || (first === '' && last === '0')) {
    throw new S3Error('InvalidRange', { RangeRequested: header ?? '', ActualObjectSize: String(size) });
  }
  return { start, length: end - start + 1 };
}
