import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  BodyTooLarge,
  type HttpAnswer,
  type LocalServer,
  readBody,
  startHttpServer,
} from '../aws-protocol/http-server.ts';
import { postObject } from './browser-form.ts';
import { createBucket, deleteBucket, headBucket, listObjects, listVersions, putVersioning } from './bucket-calls.ts';
import { copyObject, deleteObject, deleteObjects, getObject, putObject } from './object-calls.ts';
import { type Bucket, ObjectStore } from './object-store.ts';
import { abortUpload, completeUpload, createUpload, uploadPart } from './part-calls.ts';
import { S3Error } from './s3-error.ts';
import { parseS3Request, type S3Request } from './s3-request.ts';
import { verifySignature } from './signature.ts';
import { maximumBodyBytes, parseUploadBody } from './upload-body.ts';

/**
 * Starts S3 for one machine: the calls that the product makes, with their signatures and policies checked. Everything
 * else is answered 501 NotImplemented, such as access lists and tags.
 * @param dataFolder an existing folder, or `:memory:` to keep nothing
 * @param options.copyOf a file that another S3 stand-in wrote: its buckets and objects are added, and none that is here
 * is replaced
 */
export async function startS3(dataFolder: string, options: { copyOf?: string | undefined } = {}): Promise<LocalServer> {
  const store = new ObjectStore(dataFolder === ':memory:' ? ':memory:' : join(dataFolder, 's3.db'));
  if (options.copyOf !== undefined) store.addFrom(options.copyOf);
  const server = await startHttpServer((message) => answer(store, message));
  return {
    endpoint: server.endpoint,
    stop: async () => {
      await server.stop();
      store.close();
    },
  };
}

async function answer(store: ObjectStore, message: IncomingMessage): Promise<HttpAnswer> {
  let result: HttpAnswer;
  try {
    const request = parseS3Request(message);
    const bucket = request.bucket === '' ? undefined : store.bucket(request.bucket);
    result = await dispatch({ store, bucket, request, raw: await readBody(message, maximumBodyBytes) });
  } catch (error) {
    result = toS3Error(error).toAnswer(message.method ?? 'GET');
  }
  return { ...result, headers: { 'x-amz-request-id': randomUUID(), ...result.headers } };
}

interface Call {
  store: ObjectStore;
  bucket: Bucket | undefined;
  request: S3Request;
  raw: Buffer;
}

function dispatch(call: Call): HttpAnswer | Promise<HttpAnswer> {
  const { store, bucket, request, raw } = call;
  if (isBrowserForm(request)) {
    if (bucket === undefined) throw new S3Error('NoSuchBucket', { BucketName: request.bucket });
    return postObject(store, request, raw);
  }
  const { contentSha256 } = verifySignature(request, new Date());
  const upload = () => parseUploadBody(request, contentSha256, raw);
  const { method, query } = request;
  if (request.bucket === '') throw new S3Error('MethodNotAllowed');
  const isOfVersioning = query.has('versioning');
  if (request.key === '' && method === 'PUT' && !isOfVersioning) return createBucket(store, request, upload().bytes);
  if (bucket === undefined) throw new S3Error('NoSuchBucket', { BucketName: request.bucket });
  refuseOtherCalls(request);

  const level = request.key === '' ? 'bucket' : 'object';
  const subresource = subresources.find((name) => query.has(name));
  const row = `${method} ${level}${subresource === undefined ? '' : `?${subresource}`}`;
  switch (row) {
    case 'HEAD bucket':
      return headBucket();
    case 'DELETE bucket':
      return deleteBucket(store, request);
    case 'GET bucket':
      if (query.get('list-type') !== '2') throw new S3Error('NotImplemented', { Header: 'ListObjects version 1' });
      return listObjects(store, request);
    case 'PUT bucket?versioning':
      return putVersioning(store, request, upload().bytes);
    case 'GET bucket?versions':
      return listVersions(store, request);
    case 'POST bucket?delete':
      return deleteObjects(store, request, contentSha256, raw);
    case 'POST object?uploads':
      return createUpload(store, request);
    case 'PUT object?uploadId':
      if (request.headers['x-amz-copy-source'] !== undefined) {
        throw new S3Error('NotImplemented', { Header: 'x-amz-copy-source' });
      }
      return uploadPart(store, request, upload());
    case 'POST object?uploadId':
      return completeUpload(store, request, upload());
    case 'DELETE object?uploadId':
      return abortUpload(store, request);
    case 'PUT object':
      if (request.headers['x-amz-copy-source'] !== undefined) return copyObject(store, request);
      return putObject(store, request, upload());
    case 'GET object':
    case 'HEAD object':
      return getObject(store, request);
    case 'DELETE object':
      return deleteObject(store, request);
    default:
      throw new S3Error('MethodNotAllowed', { Method: method, ResourceType: level.toUpperCase() });
  }
}

const subresources = ['delete', 'uploads', 'uploadId', 'versioning', 'versions'];

/**
 * Refuses parameters and headers that ask for something that is not implemented: to ignore them would hide what S3
 * does.
 */
function refuseOtherCalls({ query, headers, key, method }: S3Request): void {
  const isPlain =
    key !== '' && headers['x-amz-copy-source'] === undefined && !subresources.some((name) => query.has(name));
  const known = isPlain ? knownConditions[method] : undefined;
  const asked =
    otherParameters.find((name) => query.has(name)) ??
    conditions.find((name) => headers[name] !== undefined && !known?.includes(name));
  if (asked !== undefined) throw new S3Error('NotImplemented', { Header: asked });
}

const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];
/** Those of an object, by the method. */
const knownConditions: Readonly<Record<string, readonly string[]>> = {
  GET: ['if-none-match'],
  HEAD: ['if-none-match'],
  PUT: ['if-match', 'if-none-match'],
};

const otherParameters = [
  ...['acl', 'cors', 'delimiter', 'encryption', 'lifecycle', 'location', 'policy', 'start-after', 'tagging'],
];

function isBrowserForm({ method, key, headers }: S3Request): boolean {
  return (
    method === 'POST' && key === '' && (headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')
  );
}

function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof BodyTooLarge) return new S3Error('EntityTooLarge', { MaxSizeAllowed: String(maximumBodyBytes) });
  console.error(error);
  return new S3Error('InternalError');
}
