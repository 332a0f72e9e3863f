import type { HttpAnswer } from '../aws-protocol/http-server.ts';
import { parseObjectDescription, storeObject, xmlAnswer } from './object-calls.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { verifyPolicySignature } from './signature.ts';
import { xmlDocument, xmlElement } from './xml.ts';

interface Form {
  /** Names in lower case. Fields after the file do not count, as in S3. */
  fields: Map<string, string>;
  file: File;
}

/** Form fields that a policy need not mention. */
const freeFields = new Set(['x-amz-signature', 'policy', 'file']);

/**
 * POST of a browser form with a signed policy ("presigned POST").
 * @throws S3Error AccessDenied for whatever the policy does not allow; EntityTooLarge, EntityTooSmall
 */
export async function postObject(store: ObjectStore, request: S3Request, raw: Buffer): Promise<HttpAnswer> {
  const { fields, file } = await readForm(request, raw);
  const field = (name: string) => fields.get(name) ?? '';
  if (!fields.has('policy')) throw new S3Error('AccessDenied');
  verifyPolicySignature({
    policy: field('policy'),
    credential: field('x-amz-credential'),
    date: field('x-amz-date'),
    signature: field('x-amz-signature'),
  });
  if (!fields.has('key')) {
    throw new S3Error(
      'InvalidArgument',
      { ArgumentName: 'key' },
      "Bucket POST must contain a field named 'key'. If it is specified, please check the order of the fields.",
    );
  }
  checkPolicy({ policy: field('policy'), fields, bucket: request.bucket, fileBytes: file.size, now: new Date() });

  // S3's own placeholder, in the form as it is.
  const key = field('key').replaceAll('${filename}', file.name);
  const bytes = Buffer.from(await file.arrayBuffer());
  const described = parseObjectDescription(Object.fromEntries(fields));
  const { etag } = storeObject(store, { bucket: request.bucket, key }, { bytes, checksum: undefined, ...described });
  return answer({ request, key, etag, fields });
}

function answer(done: { request: S3Request; key: string; etag: string; fields: Map<string, string> }): HttpAnswer {
  const { request, key, etag, fields } = done;
  const location = `http://${request.headers.host}/${request.bucket}/${encodeURIComponent(key)}`;
  const headers = { etag, location };
  const redirect = fields.get('success_action_redirect');
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket: request.bucket, key, etag }))
      target.searchParams.set(name, value);
    return { status: 303, headers: { ...headers, location: target.href } };
  }
  if (fields.get('success_action_status') !== '201') {
    return { status: fields.get('success_action_status') === '200' ? 200 : 204, headers };
  }
  const result = Object.entries({ Location: location, Bucket: request.bucket, Key: key, ETag: etag });
  const body = xmlAnswer(
    xmlDocument('PostResponse', result.map(([name, text]) => xmlElement(name, text)).join('')),
    201,
  );
  return { ...body, headers: { ...body.headers, ...headers } };
}

async function readForm(request: S3Request, raw: Buffer): Promise<Form> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const data = await new Response(new Uint8Array(raw), { headers }).formData().catch(() => {
    throw new S3Error('MalformedPOSTRequest');
  });
  const fields = new Map<string, string>();
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.set(name.toLowerCase(), value);
    else if (name === 'file') return { fields, file: value };
  }
  throw new S3Error(
    'InvalidArgument',
    { ArgumentName: 'file', ArgumentValue: '0' },
    'POST requires exactly one file upload per request.',
  );
}

type Condition =
  | Record<string, string>
  | [operator: string, field: string, value: string]
  | ['content-length-range', number, number];

function checkPolicy(given: {
  policy: string;
  fields: Map<string, string>;
  bucket: string;
  fileBytes: number;
  now: Date;
}): void {
  const { expiration, conditions } = parsePolicy(given.policy);
  const denied = (reason: string) => new S3Error('AccessDenied', {}, `Invalid according to Policy: ${reason}`);
  if (!(new Date(expiration) > given.now)) throw denied('Policy expired.');

  const mentioned = new Set<string>();
  const check = (operator: string, name: string, expected: string) => {
    const field = name.replace(/^\$/, '').toLowerCase();
    mentioned.add(field);
    const value = field === 'bucket' ? given.bucket : (given.fields.get(field) ?? '');
    const holds = operator === 'eq' ? value === expected : operator === 'starts-with' && value.startsWith(expected);
    if (!holds) throw denied(`Policy Condition failed: ${JSON.stringify([operator, `$${field}`, expected])}`);
  };
  for (const condition of conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) check('eq', name, value);
    } else if (condition[0] === 'content-length-range') {
      checkSize(given.fileBytes, Number(condition[1]), Number(condition[2]));
    } else check(condition[0].toLowerCase(), String(condition[1]), String(condition[2]));
  }
  for (const name of given.fields.keys()) {
    if (!mentioned.has(name) && !freeFields.has(name) && !name.startsWith('x-ignore-')) {
      throw denied(`Extra input fields: ${name}`);
    }
  }
}

function checkSize(bytes: number, minimum: number, maximum: number): void {
  if (bytes < minimum) {
    throw new S3Error('EntityTooSmall', { ProposedSize: String(bytes), MinSizeAllowed: String(minimum) });
  }
  if (bytes > maximum) {
    throw new S3Error('EntityTooLarge', { ProposedSize: String(bytes), MaxSizeAllowed: String(maximum) });
  }
}

function parsePolicy(base64: string): { expiration: string; conditions: Condition[] } {
  try {
    const policy = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
    if (typeof policy.expiration === 'string' && Array.isArray(policy.conditions)) return policy;
  } catch {
    // Answered below, like JSON of the wrong shape.
  }
  throw new S3Error('InvalidPolicyDocument');
}
