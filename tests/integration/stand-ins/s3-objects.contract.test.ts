import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BucketName,
  client,
  getObject,
  listKeys,
  listObjects,
  putObject,
  readObjectText,
  setUpBucket,
} from './support/bucket-under-test.ts';
import { catchRefusal, isAws } from './support/service-under-test.ts';

setUpBucket();

describe('objects', () => {
  it('keeps bytes, type, metadata and the headers for the browser', async () => {
    const bytes = new Uint8Array(1000).map((_, index) => index % 256);
    const { ETag } = await putObject('kept', bytes, {
      ContentType: 'image/png',
      CacheControl: 'private, max-age=300',
      ContentDisposition: 'attachment; filename="a.png"',
      Metadata: { student: '42' },
    });
    const object = await getObject('kept');
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
    const head = await client.send(new HeadObjectCommand({ Bucket: BucketName, Key: 'kept' }));
    expect(head).toMatchObject({ ContentLength: 1000, ContentType: 'image/png', Metadata: { student: '42' } });
  });

  it('keeps a stream that is sent in chunks', async () => {
    const chunks = Array.from({ length: 5 }, (_, index) => Buffer.alloc(70_000, index));
    await putObject('stream', Readable.from(chunks), { ContentLength: 350_000 });
    const bytes = await (await getObject('stream')).Body?.transformToByteArray();
    expect(Buffer.concat(chunks).equals(Buffer.from(bytes ?? []))).toBe(true);
  });

  it.each(['a b+c&d=e?f#g', 'Ő’Neill/≤ 😀.pdf', '../../etc/passwd'])('takes %s for nothing but a key', async (key) => {
    await putObject(key, `content of ${key}`);
    expect(await readObjectText(key)).toBe(`content of ${key}`);
    expect(await listKeys({ Prefix: key })).toEqual([key]);
  });

  it('answers NoSuchKey for what is not there, and NotFound to HEAD', async () => {
    expect(await catchRefusal(getObject('absent'))).toMatchObject({ name: 'NoSuchKey', status: 404 });
    const head = client.send(new HeadObjectCommand({ Bucket: BucketName, Key: 'absent' }));
    expect(await catchRefusal(head)).toMatchObject({ name: 'NotFound', status: 404 });
  });

  it('gives a part of an object', async () => {
    await putObject('digits', '0123456789');
    const part = await getObject('digits', { Range: 'bytes=2-4' });
    expect(await part.Body?.transformToString()).toBe('234');
    expect(part).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3 });
    expect(await readObjectText('digits', { Range: 'bytes=7-' })).toBe('789');
    expect(await readObjectText('digits', { Range: 'bytes=-2' })).toBe('89');
    expect(await readObjectText('digits', { Range: 'bytes=8-99' })).toBe('89');
    expect(await catchRefusal(getObject('digits', { Range: 'bytes=10-' }))).toMatchObject({
      name: 'InvalidRange',
      status: 416,
    });
  });

  it('refuses a body that is not what its checksum says', async () => {
    const digest = createHash('md5').update('other').digest('base64');
    expect(await catchRefusal(putObject('damaged', 'body', { ContentMD5: digest }))).toMatchObject({
      name: 'BadDigest',
      status: 400,
    });
    expect((await catchRefusal(getObject('damaged'))).name).toBe('NoSuchKey');
  });

  it('copies an object with its description, or with a new one', async () => {
    await putObject('kept/ő source', 'copied', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = `${BucketName}/${encodeURIComponent('kept/ő source')}`;
    await client.send(new CopyObjectCommand({ Bucket: BucketName, Key: 'copy', CopySource }));
    expect(await getObject('copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
    expect(await readObjectText('copy')).toBe('copied');
    const replace = { MetadataDirective: 'REPLACE', ContentType: 'text/html', Metadata: { b: '2' } } as const;
    await client.send(new CopyObjectCommand({ Bucket: BucketName, Key: 'copy', CopySource, ...replace }));
    expect(await getObject('copy')).toMatchObject({ ContentType: 'text/html', Metadata: { b: '2' } });
    const onto = client.send(
      new CopyObjectCommand({ Bucket: BucketName, Key: 'copy', CopySource: `${BucketName}/copy` }),
    );
    expect(await catchRefusal(onto)).toMatchObject({ name: 'InvalidRequest', status: 400 });
    const nothing = client.send(
      new CopyObjectCommand({ Bucket: BucketName, Key: 'copy', CopySource: `${BucketName}/absent` }),
    );
    expect(await catchRefusal(nothing)).toMatchObject({ name: 'NoSuchKey', status: 404 });
  });

  it('deletes one or many, and does not mind what is not there', async () => {
    for (const key of ['gone/1', 'gone/2 & <3>', 'gone/3']) await putObject(key, 'x');
    await client.send(new DeleteObjectCommand({ Bucket: BucketName, Key: 'gone/1' }));
    await client.send(new DeleteObjectCommand({ Bucket: BucketName, Key: 'gone/1' }));
    const Objects = [{ Key: 'gone/2 & <3>' }, { Key: 'gone/absent' }];
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket: BucketName, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(['gone/2 & <3>', 'gone/absent']);
    expect(await listKeys({ Prefix: 'gone/' })).toEqual(['gone/3']);
  });
});

describe('listing', () => {
  const keys = ['list/a/1', 'list/a/2', 'list/b/1', 'list/c', 'list/é', 'list/😀'];

  beforeAll(async () => {
    for (const key of keys) await putObject(key, 'x');
  });

  it('gives keys in the order of their bytes, a page at a time', async () => {
    const seen: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const page = await listObjects({ Prefix: 'list/', MaxKeys: 4, ContinuationToken: token });
      expect(page.KeyCount).toBe(page.Contents?.length);
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      token = page.NextContinuationToken;
      expect(page.IsTruncated).toBe(token !== undefined);
    } while (token !== undefined);
    expect(seen).toEqual(keys);
  });
});

describe('versions of a bucket that keeps none', () => {
  it('are the objects, each called null, and are removed by that name', async () => {
    await Promise.all(['versions/a', 'versions/ő b', 'other'].map((key) => putObject(key, key)));
    const versions = async () =>
      (await client.send(new ListObjectVersionsCommand({ Bucket: BucketName, Prefix: 'versions/' }))).Versions ?? [];
    const named = (await versions()).map(({ Key, VersionId, IsLatest }) => ({ Key, VersionId, IsLatest }));
    expect(named).toEqual([
      { Key: 'versions/a', VersionId: 'null', IsLatest: true },
      { Key: 'versions/ő b', VersionId: 'null', IsLatest: true },
    ]);
    const Objects = named.map(({ Key, VersionId }) => ({ Key, VersionId }));
    await client.send(new DeleteObjectsCommand({ Bucket: BucketName, Delete: { Objects } }));
    expect(await versions()).toEqual([]);
    expect(await readObjectText('other')).toBe('other');
  });
});

describe('a bucket that keeps versions', () => {
  const Bucket = `${BucketName}-versions`;
  const Key = 'kept/ő a';
  const put = (Body: string, at = Key) => client.send(new PutObjectCommand({ Bucket, Key: at, Body }));
  const page = (more: object = {}) => client.send(new ListObjectVersionsCommand({ Bucket, ...more }));
  const read = async (VersionId?: string) =>
    (await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();

  beforeAll(async () => {
    await client.send(new CreateBucketCommand({ Bucket }));
    const VersioningConfiguration = { Status: 'Enabled' as const };
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  });

  it('keeps what was replaced and deleted, under the id that its write was answered', async () => {
    const { VersionId: first } = await put('one');
    const { VersionId: second } = await put('two');
    const deleted = await client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(deleted.DeleteMarker).toBe(true);
    expect(await catchRefusal(read())).toMatchObject({ name: 'NoSuchKey' });
    expect([await read(first), await read(second)]).toEqual(['one', 'two']);
    const { Versions = [], DeleteMarkers = [] } = await page();
    expect(Versions.map(({ VersionId, IsLatest, Size }) => [VersionId, IsLatest, Size])).toEqual([
      [second, false, 3],
      [first, false, 3],
    ]);
    expect(DeleteMarkers.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([[deleted.VersionId, true]]);
    expect(await catchRefusal(read('another'))).toMatchObject({ status: expect.any(Number) });
  });

  it('copies a version over the object itself, which is a version more', async () => {
    const { VersionId: was } = await put('as it was');
    await put('damaged!!');
    const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}?versionId=${was}`;
    const { VersionId: is } = await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
    expect([await read(), is === was]).toEqual(['as it was', false]);
  });

  it('lists versions a page at a time', async () => {
    for (const text of ['1', '2', '3']) await put(text, 'paged/a');
    await put('4', 'paged/b');
    const seen: (string | undefined)[] = [];
    let from: object | undefined = {};
    while (from) {
      const {
        Versions = [],
        IsTruncated,
        NextKeyMarker,
        NextVersionIdMarker,
      } = await page({
        Prefix: 'paged/',
        MaxKeys: 2,
        ...from,
      });
      expect(Versions.length).toBeLessThanOrEqual(2);
      seen.push(...Versions.map(({ Key: key }) => key));
      from = IsTruncated ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : undefined;
    }
    expect(seen).toEqual(['paged/a', 'paged/a', 'paged/a', 'paged/b']);
  });
});

describe('an upload in parts', () => {
  const place = { Bucket: BucketName, Key: 'in parts' };
  const begin = async () => (await client.send(new CreateMultipartUploadCommand(place))).UploadId;
  const send = (UploadId: string | undefined, PartNumber: number, Body: Uint8Array) =>
    client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }));
  const end = (UploadId: string | undefined, Parts: { PartNumber: number; ETag?: string | undefined }[]) =>
    client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }));
  const first = Buffer.alloc(5 * 1024 * 1024, 1);

  it('is there with its end, in the order of the parts, of which one sent again counts', async () => {
    const upload = await begin();
    await send(upload, 1, Buffer.alloc(10, 9));
    const { ETag: ofSecond } = await send(upload, 2, Buffer.from('the end'));
    const { ETag: ofFirst } = await send(upload, 1, first);
    expect(await catchRefusal(getObject('in parts'))).toMatchObject({ name: 'NoSuchKey' });
    const parts = [
      { PartNumber: 1, ETag: ofFirst },
      { PartNumber: 2, ETag: ofSecond },
    ];
    const { ETag } = await end(upload, parts);
    expect(ETag).toMatch(/-2"$/);
    const bytes = Buffer.from((await (await getObject('in parts')).Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([first, Buffer.from('the end')]))).toBe(true);
    expect(await catchRefusal(end(upload, parts))).toMatchObject({ name: 'NoSuchUpload', status: 404 });
  });

  it('refuses short parts, parts that were not sent, another order, and an upload that was given up', async () => {
    const upload = await begin();
    const { ETag: short } = await send(upload, 1, Buffer.from('short'));
    const { ETag: last } = await send(upload, 2, Buffer.from('last'));
    const both = [
      { PartNumber: 1, ETag: short },
      { PartNumber: 2, ETag: last },
    ];
    expect(await catchRefusal(end(upload, both))).toMatchObject({ name: 'EntityTooSmall' });
    expect(await catchRefusal(end(upload, both.toReversed()))).toMatchObject({ name: 'InvalidPartOrder' });
    expect(await catchRefusal(end(upload, [{ PartNumber: 3, ETag: last }]))).toMatchObject({ name: 'InvalidPart' });
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId: upload }));
    expect(await catchRefusal(send(upload, 1, first))).toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('an object on a condition', () => {
  it('is put where there is none yet, and once', async () => {
    await putObject('first', 'one', { IfNoneMatch: '*' });
    expect(await catchRefusal(putObject('first', 'two', { IfNoneMatch: '*' }))).toMatchObject({
      name: 'PreconditionFailed',
      status: 412,
    });
    expect(await readObjectText('first')).toBe('one');
  });

  it('is replaced while it is the one that was read, and not where there is none', async () => {
    const { ETag: one } = await putObject('replaced', 'one');
    const { ETag: two } = await putObject('replaced', 'two', { IfMatch: one });
    expect(await catchRefusal(putObject('replaced', 'three', { IfMatch: one }))).toMatchObject({
      name: 'PreconditionFailed',
      status: 412,
    });
    expect(await catchRefusal(putObject('nowhere', 'x', { IfMatch: two }))).toMatchObject({ status: 404 });
    expect(await readObjectText('replaced')).toBe('two');
  });

  it('is read where it is another than the reader has', async () => {
    const { ETag: one } = await putObject('read', 'one');
    expect(await catchRefusal(getObject('read', { IfNoneMatch: one }))).toMatchObject({ status: 304 });
    await putObject('read', 'two');
    expect(await readObjectText('read', { IfNoneMatch: one })).toBe('two');
  });
});

it.skipIf(isAws)('answers NotImplemented instead of ignoring what it cannot do', async () => {
  const notImplemented = { name: 'NotImplemented', status: 501 };
  const version = new DeleteObjectCommand({ Bucket: BucketName, Key: 'digits', VersionId: 'v1' });
  expect(await catchRefusal(client.send(version))).toMatchObject(notImplemented);
  expect(await catchRefusal(getObject('digits', { IfModifiedSince: new Date() }))).toMatchObject(notImplemented);
  expect(await catchRefusal(listObjects({ Delimiter: '/' }))).toMatchObject(notImplemented);
});
