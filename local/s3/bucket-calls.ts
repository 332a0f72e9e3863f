import { localAccount } from '../aws-protocol/account.ts';
import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { xmlAnswer } from './object-calls.ts';
import type { ListedObject, ObjectStore } from './object-store.ts';
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
  if (location !== localAccount.region) {
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

/**
 * ListObjectVersions of a bucket without versioning: each object is its only version, called `null`. At most 1,000 of
 * them.
 */
export function listVersions(store: ObjectStore, { query, bucket }: S3Request): HttpAnswer {
  const { objects, last } = readPage(store.list(bucket, query.get('prefix') ?? '', ''), 1000);
  if (last !== undefined) throw new S3Error('NotImplemented', { Header: 'more than 1,000 versions' });
  const version = xmlElement('VersionId', 'null') + xmlElement('IsLatest', true);
  return xmlAnswer(
    xmlDocument('ListVersionsResult', [
      ...listHead(bucket, query, { maximum: 1000, isTruncated: false }),
      ...objects.map((object) => `<Version>${describedEntry(object, query)}${version}</Version>`),
    ]),
  );
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
