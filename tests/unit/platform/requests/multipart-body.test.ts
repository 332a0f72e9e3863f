import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { readForm } from '#functions/platform/requests/multipart-body.ts';
import { uploadLimit } from '#shared/http/upload-limit.ts';

/** A form as a browser sends it, and API Gateway hands it over: as base64, since every type counts as binary. */
async function event(form: FormData, about: Partial<APIGatewayProxyEvent> = {}): Promise<APIGatewayProxyEvent> {
  const sent = new Response(form);
  const headers = { 'Content-Type': sent.headers.get('content-type') ?? '' };
  const body = Buffer.from(await sent.arrayBuffer()).toString('base64');
  return {
    headers,
    body,
    isBase64Encoded: true,
    multiValueQueryStringParameters: null,
    ...about,
  } as APIGatewayProxyEvent;
}

function formOf(fields: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
const picture = new File([new Uint8Array([0xff, 0xd8, 0x00, 0x0d, 0x0a])], 'Ann.jpg', { type: 'image/jpeg' });
const statusOf = (form: Promise<APIGatewayProxyEvent>) =>
  form.then(readForm).then(
    () => 200,
    (error: { status: number }) => error.status,
  );

describe('a form with a file', () => {
  it('is its texts, and the file to the byte', async () => {
    const fields = await readForm(
      await event(
        formOf([
          ['student_id', 'S1'],
          ['file', picture],
        ]),
      ),
    );
    expect(Object.keys(fields)).toEqual(['student_id', 'file']);
    expect(fields.student_id).toBe('S1');
    const file = fields.file as File;
    expect([file.name, file.type]).toEqual(['Ann.jpg', 'image/jpeg']);
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0xff, 0xd8, 0x00, 0x0d, 0x0a]);
  });

  it('is read as text too, as a server at home hands it over', async () => {
    const type = 'Multipart/Form-Data; boundary=b';
    const body = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n7\r\n--b--\r\n';
    const plain = { headers: { 'content-type': type }, body, isBase64Encoded: false };
    expect(await readForm(await event(new FormData(), plain))).toEqual({ a: '7' });
  });

  it.each<[string, Partial<APIGatewayProxyEvent>, number]>([
    ['another type', { headers: { 'Content-Type': 'application/json' } }, 415],
    ['a type that only contains it', { headers: { 'Content-Type': 'text/x; multipart/form-data; boundary=b' } }, 415],
    ['no type', { headers: {} }, 415],
    ['no body', { body: null, isBase64Encoded: false }, 400],
    ['a body that is no form', { body: 'eA==' }, 400],
    ['a query', { multiValueQueryStringParameters: { a: ['1'] } }, 400],
  ])('is refused with %s', async (_what, about, status) => {
    expect(await statusOf(event(formOf([['file', picture]]), about))).toBe(status);
  });

  it('has each field once', async () => {
    expect(
      await statusOf(
        event(
          formOf([
            ['a', '1'],
            ['a', '2'],
          ]),
        ),
      ),
    ).toBe(400);
    expect(await statusOf(event(formOf([['__proto__', '1']])))).toBe(400);
  });

  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  it.each([
    ['seventy thousand parts', `${part.repeat(70_000)}--b--\r\n`],
    ['half a million headers', `--b\r\n${'A: b\r\n'.repeat(500_000)}\r\n\r\n--b--\r\n`],
    [
      'a name of three megabytes',
      `--b\r\nContent-Disposition: form-data; name="${'%22'.repeat(1e6)}"\r\n\r\nx\r\n--b--\r\n`,
    ],
  ])('is refused with %s before the parser has it', async (_what, body) => {
    const parsing = vi.spyOn(Response.prototype, 'formData');
    const plain = { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body, isBase64Encoded: false };
    expect(await statusOf(event(new FormData(), plain))).toBe(400);
    expect(parsing).not.toHaveBeenCalled();
    parsing.mockRestore();
  });

  it('takes the largest file with its fields, and nothing above it', async () => {
    // The limit is the largest file and 64 KB for what is around it.
    const around = Buffer.byteLength((await event(formOf([['file', new File([], 'a')]]))).body ?? '', 'base64');
    const whole = (bytes: number) => event(formOf([['file', new File([new Uint8Array(bytes - around)], 'a')]]));
    expect(await statusOf(whole(uploadLimit + 65_536))).toBe(200);
    expect(await statusOf(whole(uploadLimit + 65_537))).toBe(413);
  });
});
