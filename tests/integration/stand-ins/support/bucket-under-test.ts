import type { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { startServiceUnderTest, uniqueName } from './service-under-test.ts';

/** The bucket that the suite has to itself. */
export const BucketName = uniqueName();
let stop: () => Promise<void>;
/** A client made as the product makes its own. */
export const client = new S3Client({});

export const putObject = (Key: string, Body: string | Uint8Array | Readable, more = {}) =>
  client.send(new PutObjectCommand({ Bucket: BucketName, Key, Body, ...more }));
export const getObject = (Key: string, more = {}) =>
  client.send(new GetObjectCommand({ Bucket: BucketName, Key, ...more }));
export const readObjectText = async (Key: string, more = {}) => (await getObject(Key, more)).Body?.transformToString();
export const listObjects = (more: object) => client.send(new ListObjectsV2Command({ Bucket: BucketName, ...more }));
export const listKeys = async (more: object) => (await listObjects(more)).Contents?.map(({ Key }) => Key);
/** What S3 answers to a plain HTTP request. */
export const fetchAnswer = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  const body = await response.text();
  return { status: response.status, code: /<Code>(\w+)<\/Code>/.exec(body)?.[1], body, headers: response.headers };
};

/** Makes the bucket before the tests of a file and removes it after them. */
export function setUpBucket(): void {
  beforeAll(async () => {
    stop = await startServiceUnderTest('S3');
    await client.send(new CreateBucketCommand({ Bucket: BucketName }));
  });

  afterAll(async () => {
    for (;;) {
      const { Contents = [] } = await listObjects({});
      if (Contents.length === 0) break;
      await client.send(
        new DeleteObjectsCommand({ Bucket: BucketName, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } }),
      );
    }
    await client.send(new DeleteBucketCommand({ Bucket: BucketName }));
    client.destroy();
    await stop();
  });
}
