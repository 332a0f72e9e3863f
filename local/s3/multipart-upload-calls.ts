import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { describedBy, encryption, md5Etag, storeObject, xmlAnswer } from './object-calls.ts';
import type { ObjectStore, Part, Upload } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { UploadBody } from './upload-body.ts';
import { contentsOf, element, textOf, xmlDocument } from './xml.ts';

/** Every part but the last must be at least this big. */
const minimumPartBytes = 5 * 1024 * 1024;

/** CreateMultipartUpload. */
export function createMultipartUpload(store: ObjectStore, request: S3Request): HttpAnswer {
  const { bucket, key } = request;
  const id = store.startUpload({ bucket, key, ...describedBy(request.headers) });
  const result = element('Bucket', bucket) + element('Key', key) + element('UploadId', id);
  return xmlAnswer(xmlDocument('InitiateMultipartUploadResult', result));
}

/** UploadPart. */
export function uploadPart(store: ObjectStore, request: S3Request, body: UploadBody): HttpAnswer {
  const upload = requireUpload(store, request);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', {}, 'Part number must be an integer between 1 and 10000, inclusive');
  }
  const etag = md5Etag(body.bytes);
  store.putPart(upload.id, { number, etag, size: body.bytes.length }, body.bytes);
  const checksum = body.checksum && { [`x-amz-checksum-${body.checksum.algorithm}`]: body.checksum.value };
  return { status: 200, headers: { etag, ...encryption, ...checksum } };
}

/** CompleteMultipartUpload: joins the listed parts; parts that are not listed are dropped. */
export function completeMultipartUpload(store: ObjectStore, request: S3Request, raw: Buffer): HttpAnswer {
  const upload = requireUpload(store, request);
  const present = new Map(store.parts(upload.id).map((part) => [part.number, part]));
  const listed = contentsOf(raw.toString('utf8'), 'Part').map((xml) => ({
    number: Number(textOf(xml, 'PartNumber')),
    etag: textOf(xml, 'ETag')?.replaceAll('"', ''),
  }));
  if (listed.length === 0) throw new S3Error('MalformedXML');
  if (listed.some(({ number }, index) => number <= (listed[index - 1]?.number ?? 0)))
    throw new S3Error('InvalidPartOrder');
  const parts: Part[] = listed.map(({ number, etag }, index) => {
    const part = present.get(number);
    if (part === undefined || part.etag !== `"${etag}"`) {
      throw new S3Error('InvalidPart', { UploadId: upload.id, PartNumber: String(number), ETag: etag ?? '' });
    }
    if (part.size < minimumPartBytes && index < listed.length - 1) {
      throw new S3Error('EntityTooSmall', {
        ProposedSize: String(part.size),
        MinSizeAllowed: String(minimumPartBytes),
      });
    }
    return part;
  });

  const digests = parts.map((part) => Buffer.from(part.etag.replaceAll('"', ''), 'hex'));
  const etag = `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${parts.length}"`;
  const bytes = Buffer.concat(parts.map((part) => store.readPart(upload.id, part.number)));
  const { headers, metadata } = upload;
  storeObject(store, request, { bytes, checksum: undefined, headers, metadata, etag });
  store.endUpload(upload.id);
  const location = `/${request.bucket}/${request.key}`;
  const result = [element('Location', location), element('Bucket', request.bucket), element('Key', request.key)];
  return xmlAnswer(xmlDocument('CompleteMultipartUploadResult', result.join('') + element('ETag', etag)));
}

/** AbortMultipartUpload. */
export function abortMultipartUpload(store: ObjectStore, request: S3Request): HttpAnswer {
  store.endUpload(requireUpload(store, request).id);
  return { status: 204 };
}

function requireUpload(store: ObjectStore, { bucket, key, query }: S3Request): Upload {
  const id = query.get('uploadId') ?? '';
  const upload = store.upload(id);
  if (upload === undefined || upload.bucket !== bucket || upload.key !== key)
    throw new S3Error('NoSuchUpload', { UploadId: id });
  return upload;
}
