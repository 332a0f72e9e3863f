import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { parseObjectDescription, xmlAnswer } from './object-calls.ts';
import { type ObjectStore, type UploadedPart, wholeSecond } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { UploadBody } from './upload-body.ts';
import { elementContents, elementText, xmlDocument, xmlElement } from './xml.ts';

/** S3 refuses a shorter part that is not the last one. */
const leastBytes = 5 * 1024 * 1024;
const mostParts = 10_000;

/** CreateMultipartUpload. */
export function createUpload(store: ObjectStore, request: S3Request): HttpAnswer {
  const { bucket, key } = request;
  const id = store.beginUpload(request, parseObjectDescription(request.headers));
  const result = xmlElement('Bucket', bucket) + xmlElement('Key', key) + xmlElement('UploadId', id);
  return xmlAnswer(xmlDocument('InitiateMultipartUploadResult', result));
}

/** UploadPart. */
export function uploadPart(store: ObjectStore, request: S3Request, { bytes }: UploadBody): HttpAnswer {
  const { id } = requireUpload(store, request);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > mostParts) {
    throw new S3Error(
      'InvalidArgument',
      { ArgumentName: 'partNumber' },
      'Part number must be an integer between 1 and 10000, inclusive',
    );
  }
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  store.putPart(id, { number, etag, body: bytes });
  return { status: 200, headers: { etag } };
}

/** CompleteMultipartUpload: the object is there with its last byte, or not at all. */
export function completeUpload(store: ObjectStore, request: S3Request, { bytes }: UploadBody): HttpAnswer {
  const { id, described } = requireUpload(store, request);
  const asked = elementContents(bytes.toString('utf8'), 'Part').map((part) => ({
    number: Number(elementText(part, 'PartNumber')),
    etag: elementText(part, 'ETag') ?? '',
  }));
  if (asked.length === 0) throw new S3Error('MalformedXML');
  if (asked.some(({ number }, index) => number <= (asked[index - 1]?.number ?? 0))) {
    throw new S3Error('InvalidPartOrder');
  }
  const parts = asked.map(({ number, etag }): UploadedPart => {
    const part = store.part(id, number);
    if (part === undefined || unquoted(part.etag) !== unquoted(etag)) throw new S3Error('InvalidPart');
    return part;
  });
  if (parts.slice(0, -1).some(({ body }) => body.length < leastBytes)) throw new S3Error('EntityTooSmall');
  const body = Buffer.concat(parts.map((part) => part.body));
  const hashes = Buffer.concat(parts.map((part) => Buffer.from(unquoted(part.etag), 'hex')));
  const etag = `"${createHash('md5').update(hashes).digest('hex')}-${parts.length}"`;
  const now = wholeSecond(new Date());
  const version = store.put(
    request,
    { ...described, etag, size: body.length, lastModified: now, checksum: undefined },
    body,
  );
  store.endUpload(id);
  const result = xmlElement('Bucket', request.bucket) + xmlElement('Key', request.key) + xmlElement('ETag', etag);
  const answer = xmlAnswer(xmlDocument('CompleteMultipartUploadResult', result));
  return version === undefined ? answer : { ...answer, headers: { ...answer.headers, 'x-amz-version-id': version } };
}

/** AbortMultipartUpload. */
export function abortUpload(store: ObjectStore, request: S3Request): HttpAnswer {
  store.endUpload(requireUpload(store, request).id);
  return { status: 204, headers: {} };
}

function requireUpload(store: ObjectStore, request: S3Request) {
  const id = request.query.get('uploadId') ?? '';
  const described = store.upload(id, request);
  if (described === undefined) throw new S3Error('NoSuchUpload', { UploadId: id });
  return { id, described };
}

const unquoted = (etag: string): string => etag.replaceAll('"', '');
