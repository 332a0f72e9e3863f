import { account } from '../aws-protocol/account.ts';
import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { xmlAnswer } from './object-calls.ts';
import type { Bucket, ListedObject, ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { element, textOf, xmlDocument } from './xml.ts';

/** CreateBucket. */
export function createBucket(store: ObjectStore, request: S3Request, raw: Buffer): HttpAnswer {
  const { bucket: name } = request;
  if (!/^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    throw new S3Error('InvalidBucketName', { BucketName: name });
  }
  const location = textOf(raw.toString('utf8'), 'LocationConstraint');
  if (location !== account.region) {
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
  return { status: 200, headers: { 'x-amz-bucket-region': account.region } };
}

/** DeleteBucket. */
export function deleteBucket(store: ObjectStore, request: S3Request): HttpAnswer {
  if (!store.deleteBucket(request.bucket)) throw new S3Error('BucketNotEmpty', { BucketName: request.bucket });
  return { status: 204 };
}

/** ListBuckets. */
export function listBuckets(store: ObjectStore): HttpAnswer {
  const entry = ({ name, created }: Bucket) =>
    `<Bucket>${element('Name', name)}${element('CreationDate', created.toISOString())}</Bucket>`;
  const owner = `<Owner>${element('ID', account.id)}</Owner>`;
  return xmlAnswer(
    xmlDocument('ListAllMyBucketsResult', `${owner}<Buckets>${store.buckets().map(entry).join('')}</Buckets>`),
  );
}

/** ListObjectsV2, pages of at most 1,000 keys and common prefixes together. */
export function listObjects(store: ObjectStore, request: S3Request): HttpAnswer {
  const { query, bucket } = request;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const asked = Number(query.get('max-keys') ?? 1000);
  if (!Number.isInteger(asked) || asked < 0) {
    throw new S3Error('InvalidArgument', { ArgumentName: 'max-keys', ArgumentValue: query.get('max-keys') ?? '' });
  }
  const maximum = Math.min(asked, 1000);
  const after = token === null ? (query.get('start-after') ?? '') : readToken(token);
  const page = readPage(store.list(bucket, prefix, after), { prefix, delimiter, maximum, after });

  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  const content = [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    element('KeyCount', page.objects.length + page.prefixes.length),
    element('MaxKeys', maximum),
    element('IsTruncated', page.last !== undefined),
    ...(delimiter === '' ? [] : [element('Delimiter', encode(delimiter))]),
    ...(query.has('encoding-type') ? [element('EncodingType', 'url')] : []),
    ...(token === null ? [] : [element('ContinuationToken', token)]),
    ...(page.last === undefined ? [] : [element('NextContinuationToken', toToken(page.last))]),
    ...page.objects.map(
      (object) =>
        `<Contents>${element('Key', encode(object.key))}${element('LastModified', object.lastModified.toISOString())}${element('ETag', object.etag)}${element('Size', object.size)}${element('StorageClass', 'STANDARD')}</Contents>`,
    ),
    ...page.prefixes.map((common) => `<CommonPrefixes>${element('Prefix', encode(common))}</CommonPrefixes>`),
  ];
  return xmlAnswer(xmlDocument('ListBucketResult', content.join('')));
}

/** ListObjectVersions of a bucket that keeps none: each object is its only one, called `null`. At most 1,000 of them. */
export function listVersions(store: ObjectStore, { query, bucket }: S3Request): HttpAnswer {
  const prefix = query.get('prefix') ?? '';
  const page = readPage(store.list(bucket, prefix, ''), { prefix, delimiter: '', maximum: 1000, after: '' });
  if (page.last !== undefined) throw new S3Error('NotImplemented', { Header: 'more than 1,000 versions' });
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  const content = [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    element('MaxKeys', 1000),
    element('IsTruncated', false),
    ...(query.has('encoding-type') ? [element('EncodingType', 'url')] : []),
    ...page.objects.map(
      ({ key, lastModified, etag, size }) =>
        `<Version>${element('Key', encode(key))}${element('VersionId', 'null')}${element('IsLatest', true)}${element('LastModified', lastModified.toISOString())}${element('ETag', etag)}${element('Size', size)}${element('StorageClass', 'STANDARD')}</Version>`,
    ),
  ];
  return xmlAnswer(xmlDocument('ListVersionsResult', content.join('')));
}

function readPage(
  listed: Iterable<ListedObject>,
  options: { prefix: string; delimiter: string; maximum: number; after: string },
) {
  const { prefix, delimiter, maximum, after } = options;
  const objects: ListedObject[] = [];
  const prefixes: string[] = [];
  let last: string | undefined;
  for (const object of listed) {
    const cut = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const common = cut < 0 ? undefined : object.key.slice(0, cut + delimiter.length);
    // The page before ended with this common prefix: the rest of its keys was counted there.
    if (common !== undefined && (common === after || common === prefixes.at(-1))) continue;
    if (objects.length + prefixes.length === maximum)
      return { objects, prefixes, last: maximum === 0 ? undefined : last };
    if (common === undefined) objects.push(object);
    else prefixes.push(common);
    last = common ?? object.key;
  }
  return { objects, prefixes, last: undefined };
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
