import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { BucketName, client, fetchAnswer, getObject, putObject, setUpBucket } from './support/bucket-under-test.ts';
import { catchRefusal } from './support/service-under-test.ts';

setUpBucket();

describe('signatures', () => {
  beforeAll(async () => {
    await putObject('digits', '0123456789');
  });

  it('refuses a wrong secret and an unknown key', async () => {
    const { accessKeyId, secretAccessKey } = await client.config.credentials();
    const as = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      new S3Client({ credentials }).send(new ListObjectsV2Command({ Bucket: BucketName }));
    expect(await catchRefusal(as({ accessKeyId, secretAccessKey: `${secretAccessKey.slice(0, -1)}x` }))).toMatchObject({
      name: 'SignatureDoesNotMatch',
      status: 403,
    });
    expect(await catchRefusal(as({ accessKeyId: 'AKIAUNKNOWNUNKNOWN00', secretAccessKey }))).toMatchObject({
      name: 'InvalidAccessKeyId',
      status: 403,
    });
  });

  it('refuses a request without any', async () => {
    const signed = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: BucketName, Key: 'digits' })));
    expect(await fetchAnswer(signed.origin + signed.pathname)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

describe('presigned addresses', () => {
  const addressOf = (Key: string, more = {}, options = {}) =>
    getSignedUrl(client, new GetObjectCommand({ Bucket: BucketName, Key, ...more }), { expiresIn: 300, ...options });

  beforeAll(async () => {
    await putObject('signed/ő 1.txt', 'signed', { ContentType: 'text/plain' });
  });

  it('gives the object without further proof, with the name to save it under', async () => {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent('Bírth.pdf')}`;
    const overrides = { ResponseContentDisposition: disposition, ResponseContentType: 'application/pdf' };
    const answer = await fetchAnswer(await addressOf('signed/ő 1.txt', overrides));
    expect(answer).toMatchObject({ status: 200, body: 'signed' });
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  it('refuses it for another object, for other headers, by another method and with a changed signature', async () => {
    const address = await addressOf('signed/ő 1.txt', { ResponseContentType: 'application/pdf' });
    const attempts = [
      address.replace('signed/', 'other/'),
      address.replace('application%2Fpdf', 'text%2Fhtml'),
      address.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=900'),
      address.replace(/(X-Amz-Signature=)./, '$1x'),
    ];
    for (const changed of attempts) {
      expect(changed).not.toBe(address);
      expect(await fetchAnswer(changed)).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    }
    expect(await fetchAnswer(address, { method: 'DELETE' })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it('refuses it when its time is over', async () => {
    const signingDate = new Date(Date.now() - 120_000);
    const answer = await fetchAnswer(await addressOf('signed/ő 1.txt', {}, { expiresIn: 60, signingDate }));
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.body).toContain('Request has expired');
  });
});

describe('browser forms', () => {
  const conditions: PresignedPostOptions['Conditions'] = [
    ['content-length-range', 1, 1000],
    ['eq', '$Content-Type', 'image/png'],
    ['starts-with', '$x-amz-meta-name', 'pic'],
  ];
  const formFor = async (Key: string, more: Partial<PresignedPostOptions> = {}) =>
    createPresignedPost(client, { Bucket: BucketName, Key, Conditions: conditions, Expires: 300, ...more });
  const send = (
    form: Awaited<ReturnType<typeof formFor>>,
    changes: Record<string, string> = {},
    file = 'png-bytes',
  ) => {
    const data = new FormData();
    const fields = { ...form.fields, 'Content-Type': 'image/png', 'x-amz-meta-name': 'picture', ...changes };
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    data.append('file', new Blob([file]), 'passport photo.png');
    return fetchAnswer(form.url, { method: 'POST', body: data });
  };

  it('takes a file that keeps to the policy', async () => {
    expect((await send(await formFor('form/photo'))).status).toBe(204);
    const object = await getObject('form/photo');
    expect(object).toMatchObject({ ContentType: 'image/png', ContentLength: 9, Metadata: { name: 'picture' } });
    expect(await object.Body?.transformToString()).toBe('png-bytes');
  });

  it('refuses a file that is too large or too small', async () => {
    const form = await formFor('form/size');
    expect((await send(form, {}, 'x'.repeat(1000))).status).toBe(204);
    expect(await send(form, {}, 'x'.repeat(1001))).toMatchObject({ status: 400, code: 'EntityTooLarge' });
    expect(await send(form, {}, '')).toMatchObject({ status: 400, code: 'EntityTooSmall' });
  });

  it('refuses another type, another key, another beginning and a field that the policy does not know', async () => {
    const form = await formFor('form/policy');
    const changes = [
      { 'Content-Type': 'text/html' },
      { key: 'form/elsewhere' },
      { 'x-amz-meta-name': 'name' },
      { 'x-amz-meta-other': 'x' },
    ];
    for (const change of changes) {
      expect(await send(form, change)).toMatchObject({ status: 403, code: 'AccessDenied' });
    }
    expect((await catchRefusal(getObject('form/policy'))).name).toBe('NoSuchKey');
  });

  it('refuses a policy that was changed, is over or is missing', async () => {
    const form = await formFor('form/policy');
    const policy = JSON.parse(Buffer.from(form.fields.Policy ?? '', 'base64').toString());
    const wider = { ...policy, conditions: [['starts-with', '$key', '']] };
    const Policy = Buffer.from(JSON.stringify(wider)).toString('base64');
    expect(await send(form, { Policy })).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    const over = await send(await formFor('form/policy', { Expires: -10 }));
    expect(over).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(over.body).toContain('Policy expired');
    const { Policy: _policy, ...fields } = form.fields;
    expect((await send({ ...form, fields })).status).toBe(403);
  });
});
