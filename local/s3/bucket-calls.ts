import { localAccount } from '../aws-protocol/account.ts';
import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { xmlAnswer } from './object-calls.ts';
import type { ListedObject, ListedVersion, ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { elementText, xmlDocument, xmlElement } from './xml.ts';

/** CreateBucket. */
export function createBucket(store: ObjectStore, request: S3Request, raw: Buffer): HttpAnswer {
  const { bucket: name } = request;
  if (!/^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    throw new S3Error('InvalidBucketName', { BucketName: name });
  }
  const location = elementText(raw.toString('utf8'), 'LocationConstraint');
  if ((location ?? 'us-east-1') !== localAccount.region) {
    throw new S3Error(
      'IllegalLocationConstraintException',
      {},
      `The ${location ?? 'unspecified'} location constraint is incompatible for the region specific endpoint this request was sent to.`,
    );
  }
  if (store.bucket(name) !== undefined) throw new S3Error('BucketAlreadyOwnedByYou', { BucketName: name });
  store.createBucket(name);
  return { status: 200, headers: { location: `/${name}` } };
}

/** HeadBucket. */
export function headBucket(): HttpAnswer {
  return { status: 200, headers: { 'x-amz-bucket-region': localAccount.region } };
}

/** DeleteBucket. */
export function deleteBucket(store: ObjectStore, request: S3Request): HttpAnswer {
  if (!store.deleteBucket(request.bucket)) throw new S3Error('BucketNotEmpty', { BucketName: request.bucket });
  return { status: 204 };
}

/** ListObjectsV2, pages of at most 1,000 keys. */
export function listObjects(store: ObjectStore, { query, bucket }: S3Request): HttpAnswer {
  const token = query.get('continuation-token');
  const asked = Number(query.get('max-keys') ?? 1000);
  if (!Number.isInteger(asked) || asked < 0) {
    throw new S3Error('InvalidArgument', { ArgumentName: 'max-keys', ArgumentValue: query.get('max-keys') ?? '' });
  }
  const maximum = Math.min(asked, 1000);
  const after = token === null ? '' : readToken(token);
  const { objects, last } = readPage(store.list(bucket, query.get('prefix') ?? '', after), maximum);
  return xmlAnswer(
    xmlDocument('ListBucketResult', [
      ...listHead(bucket, query, { maximum, isTruncated: last !== undefined }),
      xmlElement('KeyCount', objects.length),
      ...(token === null ? [] : [xmlElement('ContinuationToken', token)]),
      ...(last === undefined ? [] : [xmlElement('NextContinuationToken', toToken(last))]),
      ...objects.map((object) => `<Contents>${describedEntry(object, query)}</Contents>`),
    ]),
  );
}

/** PutBucketVersioning, which turns it on; nothing here turns it off. */
export function putVersioning(store: ObjectStore, request: S3Request, raw: Buffer): HttpAnswer {
  if (elementText(raw.toString('utf8'), 'Status') !== 'Enabled')
    throw new S3Error('NotImplemented', { Header: 'Status' });
  store.enableVersions(request.bucket);
  return { status: 200 };
}

/**
 * ListObjectVersions, pages of at most 1,000. Of a bucket without versioning each object is its only version, called
 * `null`.
 */
export function listVersions(store: ObjectStore, { query, bucket }: S3Request): HttpAnswer {
  const prefix = query.get('prefix') ?? '';
  const all: Iterable<ListedVersion> = store.isVersioned(bucket)
    ? store.listVersions(bucket, prefix)
    : onlyVersions(store.list(bucket, prefix, ''));
  const from = { key: query.get('key-marker'), id: query.get('version-id-marker') };
  const maximum = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const { versions, hasMore } = versionPage(all, { ...from, maximum });
  const last = versions.at(-1);
  return xmlAnswer(
    xmlDocument('ListVersionsResult', [
      ...listHead(bucket, query, { maximum, isTruncated: hasMore }),
      ...(hasMore && last
        ? [xmlElement('NextKeyMarker', encoded(last.key, query)), xmlElement('NextVersionIdMarker', last.id)]
        : []),
      ...versions.map((one) => {
        const version = xmlElement('VersionId', one.id) + xmlElement('IsLatest', one.isLatest);
        return one.isDeletion
          ? `<DeleteMarker>${xmlElement('Key', encoded(one.key, query))}${xmlElement('LastModified', one.lastModified.toISOString())}${version}</DeleteMarker>`
          : `<Version>${describedEntry(one, query)}${version}</Version>`;
      }),
    ]),
  );
}

function* onlyVersions(objects: Iterable<ListedObject>): Generator<ListedVersion> {
  for (const object of objects) yield { ...object, id: 'null', isLatest: true, isDeletion: false };
}

/** The versions after a version of a key. */
function versionPage(all: Iterable<ListedVersion>, from: { key: string | null; id: string | null; maximum: number }) {
  const versions: ListedVersion[] = [];
  let isAfter = from.key === null;
  for (const one of all) {
    if (isAfter && versions.length === from.maximum) return { versions, hasMore: true };
    if (isAfter) versions.push(one);
    else isAfter = one.key === from.key && (from.id === null || one.id === from.id);
  }
  return { versions, hasMore: false };
}

function listHead(bucket: string, query: URLSearchParams, page: { maximum: number; isTruncated: boolean }): string[] {
  return [
    xmlElement('Name', bucket),
    xmlElement('Prefix', encoded(query.get('prefix') ?? '', query)),
    xmlElement('MaxKeys', page.maximum),
    xmlElement('IsTruncated', page.isTruncated),
    ...(query.has('encoding-type') ? [xmlElement('EncodingType', 'url')] : []),
  ];
}

const describedEntry = ({ key, lastModified, etag, size }: ListedObject, query: URLSearchParams): string =>
  xmlElement('Key', encoded(key, query)) +
  xmlElement('LastModified', lastModified.toISOString()) +
  xmlElement('ETag', etag) +
  xmlElement('Size', size) +
  xmlElement('StorageClass', 'STANDARD');

const encoded = (text: string, query: URLSearchParams): string =>
  query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text;

/** A page of objects, and the last key where more follow. */
function readPage(listed: Iterable<ListedObject>, maximum: number): { objects: ListedObject[]; last?: string } {
  const objects: ListedObject[] = [];
  for (const object of listed) {
    const last = objects.at(-1)?.key;
    if (objects.length === maximum) return last === undefined ? { objects } : { objects, last };
    objects.push(object);
  }
  return { objects };
}

/** Opaque to clients, as in S3. */
function toToken(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function readToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString('utf8');
  if (token === '' || toToken(key) !== token) {
    throw new S3Error(
      'InvalidArgument',
      { ArgumentName: 'continuation-token' },
      'The continuation token provided is incorrect',
    );
  }
  return key;
}
