import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { Bucket, client, get, keysOf, list, put, setUpBucket, textOf } from './support/bucket-under-test.ts';
import { isAws, refusalOf, uniqueName } from './support/service-under-test.ts';

const megabyte = 1024 * 1024;

setUpBucket();

describe('buckets', () => {
  it('knows the ones that were made and no others', async () => {
    await client.send(new HeadBucketCommand({ Bucket }));
    const other = client.send(new HeadBucketCommand({ Bucket: uniqueName() }));
    expect(await refusalOf(other)).toMatchObject({ name: 'NotFound', status: 404 });
    const object = client.send(new PutObjectCommand({ Bucket: uniqueName(), Key: 'a', Body: 'a' }));
    expect(await refusalOf(object)).toMatchObject({ name: 'NoSuchBucket', status: 404 });
  });

  it('refuses to make one twice, one with a bad name, and to remove one that is not empty', async () => {
    expect(await refusalOf(client.send(new CreateBucketCommand({ Bucket })))).toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
      status: 409,
    });
    expect((await refusalOf(client.send(new CreateBucketCommand({ Bucket: 'Not_A_Bucket' })))).name).toBe(
      'InvalidBucketName',
    );
    await put('keeps-bucket', 'x');
    expect(await refusalOf(client.send(new DeleteBucketCommand({ Bucket })))).toMatchObject({ name: 'BucketNotEmpty' });
  });
});

describe('objects', () => {
  it('keeps bytes, type, metadata and the headers for the browser', async () => {
    const bytes = new Uint8Array(1000).map((_, index) => index % 256);
    const { ETag } = await put('kept', bytes, {
      ContentType: 'image/png',
      CacheControl: 'private, max-age=300',
      ContentDisposition: 'attachment; filename="a.png"',
      Metadata: { student: '42' },
    });
    const object = await get('kept');
    expect(await object.Body?.transformToByteArray()).toEqual(bytes);
    expect(object).toMatchObject({
      ETag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      ContentLength: 1000,
      ContentType: 'image/png',
      CacheControl: 'private, max-age=300',
      ContentDisposition: 'attachment; filename="a.png"',
      Metadata: { student: '42' },
      ServerSideEncryption: 'AES256',
    });
    expect(ETag).toBe(object.ETag);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'kept' }));
    expect(head).toMatchObject({ ContentLength: 1000, ContentType: 'image/png', Metadata: { student: '42' } });
  });

  it('keeps a stream that is sent in chunks', async () => {
    const chunks = Array.from({ length: 5 }, (_, index) => Buffer.alloc(70_000, index));
    await put('stream', Readable.from(chunks), { ContentLength: 350_000 });
    const bytes = await (await get('stream')).Body?.transformToByteArray();
    expect(Buffer.concat(chunks).equals(Buffer.from(bytes ?? []))).toBe(true);
  });

  it('keeps an empty object and replaces an older one', async () => {
    await put('replaced', 'old');
    await put('replaced', '');
    expect(await textOf('replaced')).toBe('');
  });

  it.each([
    'a b+c&d=e?f#g',
    'Ő’Neill/≤ 😀.pdf',
    "quote'(1)!*.txt",
    '../../etc/passwd',
    'a//b/./c',
    '%2e%2e/x',
  ])('takes %s for nothing but a key', async (key) => {
    await put(key, `content of ${key}`);
    expect(await textOf(key)).toBe(`content of ${key}`);
    expect(await keysOf({ Prefix: key })).toEqual([key]);
  });

  it('refuses a key above 1,024 bytes', async () => {
    await put('k'.repeat(1024), 'x');
    expect(await refusalOf(put('k'.repeat(1025), 'x'))).toMatchObject({ name: 'KeyTooLongError', status: 400 });
  });

  it('answers NoSuchKey for what is not there, and NotFound to HEAD', async () => {
    expect(await refusalOf(get('absent'))).toMatchObject({ name: 'NoSuchKey', status: 404 });
    const head = client.send(new HeadObjectCommand({ Bucket, Key: 'absent' }));
    expect(await refusalOf(head)).toMatchObject({ name: 'NotFound', status: 404 });
  });

  it('gives a part of an object', async () => {
    await put('digits', '0123456789');
    const part = await get('digits', { Range: 'bytes=2-4' });
    expect(await part.Body?.transformToString()).toBe('234');
    expect(part).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3 });
    expect(await textOf('digits', { Range: 'bytes=7-' })).toBe('789');
    expect(await textOf('digits', { Range: 'bytes=-2' })).toBe('89');
    expect(await textOf('digits', { Range: 'bytes=8-99' })).toBe('89');
    expect(await refusalOf(get('digits', { Range: 'bytes=10-' }))).toMatchObject({ name: 'InvalidRange', status: 416 });
  });

  it('reads and writes only under the conditions given', async () => {
    const { ETag } = await put('guarded', 'first');
    expect((await refusalOf(get('guarded', { IfNoneMatch: ETag }))).status).toBe(304);
    expect(await refusalOf(get('guarded', { IfMatch: '"other"' }))).toMatchObject({
      name: 'PreconditionFailed',
      status: 412,
    });
    expect(await refusalOf(put('guarded', 'second', { IfNoneMatch: '*' }))).toMatchObject({
      name: 'PreconditionFailed',
      status: 412,
    });
    expect((await refusalOf(put('guarded', 'second', { IfMatch: '"other"' }))).status).toBe(412);
    await put('guarded', 'second', { IfMatch: ETag });
    expect(await textOf('guarded')).toBe('second');
  });

  it('refuses a body that is not what its checksum says', async () => {
    const digest = createHash('md5').update('other').digest('base64');
    expect(await refusalOf(put('damaged', 'body', { ContentMD5: digest }))).toMatchObject({
      name: 'BadDigest',
      status: 400,
    });
    expect((await refusalOf(put('damaged', 'body', { ChecksumCRC32: 'AAAAAA==' }))).status).toBe(400);
    expect(
      (await refusalOf(put('damaged', 'body', { ChecksumSHA256: createHash('sha256').update('x').digest('base64') })))
        .status,
    ).toBe(400);
    expect((await refusalOf(get('damaged'))).name).toBe('NoSuchKey');
  });

  it('copies an object with its description, or with a new one', async () => {
    await put('kept/ő source', 'copied', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = `${Bucket}/${encodeURIComponent('kept/ő source')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
    expect(await get('copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
    expect(await textOf('copy')).toBe('copied');
    const replace = { MetadataDirective: 'REPLACE', ContentType: 'text/html', Metadata: { b: '2' } } as const;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource, ...replace }));
    expect(await get('copy')).toMatchObject({ ContentType: 'text/html', Metadata: { b: '2' } });
    const onto = client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/copy` }));
    expect(await refusalOf(onto)).toMatchObject({ name: 'InvalidRequest', status: 400 });
    const nothing = client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/absent` }));
    expect(await refusalOf(nothing)).toMatchObject({ name: 'NoSuchKey', status: 404 });
  });

  it('deletes one or many, and does not mind what is not there', async () => {
    for (const key of ['gone/1', 'gone/2 & <3>', 'gone/3']) await put(key, 'x');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone/1' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone/1' }));
    const Objects = [{ Key: 'gone/2 & <3>' }, { Key: 'gone/absent' }];
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(['gone/2 & <3>', 'gone/absent']);
    expect(await keysOf({ Prefix: 'gone/' })).toEqual(['gone/3']);
  });
});

describe('listing', () => {
  const keys = ['list/a/1', 'list/a/2', 'list/b/1', 'list/c', 'list/é', 'list/😀'];

  beforeAll(async () => {
    for (const key of keys) await put(key, 'x');
  });

  it('gives keys in the order of their bytes, a page at a time', async () => {
    const seen: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const page = await list({ Prefix: 'list/', MaxKeys: 4, ContinuationToken: token });
      expect(page.KeyCount).toBe(page.Contents?.length);
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      token = page.NextContinuationToken;
      expect(page.IsTruncated).toBe(token !== undefined);
    } while (token !== undefined);
    expect(seen).toEqual(keys);
  });

  it('gathers what is beyond a delimiter, once, over page borders too', async () => {
    const first = await list({ Prefix: 'list/', Delimiter: '/', MaxKeys: 1 });
    expect(first.CommonPrefixes).toEqual([{ Prefix: 'list/a/' }]);
    const rest = await list({ Prefix: 'list/', Delimiter: '/', ContinuationToken: first.NextContinuationToken });
    expect(rest.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
    expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['list/c', 'list/é', 'list/😀']);
  });

  it('starts after a key, and finds nothing under an unknown prefix', async () => {
    expect(await keysOf({ Prefix: 'list/', StartAfter: 'list/b/1' })).toEqual(['list/c', 'list/é', 'list/😀']);
    expect(await list({ Prefix: 'nothing/' })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('versions of a bucket that keeps none', () => {
  it('are the objects, each called null, and are removed by that name', async () => {
    await Promise.all(['versions/a', 'versions/ő b', 'other'].map((key) => put(key, key)));
    const versions = async () =>
      (await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'versions/' }))).Versions ?? [];
    const named = (await versions()).map(({ Key, VersionId, IsLatest }) => ({ Key, VersionId, IsLatest }));
    expect(named).toEqual([
      { Key: 'versions/a', VersionId: 'null', IsLatest: true },
      { Key: 'versions/ő b', VersionId: 'null', IsLatest: true },
    ]);
    const Objects = named.map(({ Key, VersionId }) => ({ Key, VersionId }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(await versions()).toEqual([]);
    expect(await textOf('other')).toBe('other');
  });
});

describe('uploads in parts', () => {
  const start = async (Key: string) =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' }))).UploadId;
  const part = async (Key: string, UploadId: string | undefined, PartNumber: number, Body: Uint8Array) => ({
    PartNumber,
    ETag: (await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag,
  });
  const complete = (Key: string, UploadId: string | undefined, Parts: object[]) =>
    client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));

  it('joins the parts in their order', async () => {
    const id = await start('parts/joined');
    const second = await part('parts/joined', id, 2, Buffer.from('end'));
    const first = await part('parts/joined', id, 1, Buffer.alloc(5 * megabyte, 'a'));
    expect((await refusalOf(get('parts/joined'))).name).toBe('NoSuchKey');
    const { ETag } = await complete('parts/joined', id, [first, second]);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect(await get('parts/joined', { Range: 'bytes=-4' })).toMatchObject({ ContentType: 'video/mp4', ETag });
    expect(await textOf('parts/joined', { Range: 'bytes=-4' })).toBe('aend');
  });

  it('refuses parts that are out of order, unknown or too small', async () => {
    const id = await start('parts/refused');
    const small = await part('parts/refused', id, 1, Buffer.from('small'));
    const last = await part('parts/refused', id, 2, Buffer.from('last'));
    const refused = async (parts: object[]) => (await refusalOf(complete('parts/refused', id, parts))).name;
    expect(await refused([small, last])).toBe('EntityTooSmall');
    expect(await refused([last, small])).toBe('InvalidPartOrder');
    expect(await refused([{ ...last, PartNumber: 3 }])).toBe('InvalidPart');
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'parts/refused', UploadId: id }));
    expect(await refused([small])).toBe('NoSuchUpload');
  });
});

it.skipIf(isAws)('says that it does not do what it does not do', async () => {
  expect(await refusalOf(get('digits', { VersionId: 'v1' }))).toMatchObject({ name: 'NotImplemented', status: 501 });
});
