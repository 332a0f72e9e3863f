import assert from 'node:assert/strict';
import { extractText } from 'unpdf';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { idempotencyKeyOf, uploadedFileKind, type uploadRequests, type Visitor } from '../visitor.ts';

/** What the page of the PDF says. */
const said = 'Smoke test';
/**
 * A PDF of one page. Letters alone would pass where bytes are taken for text: its second line has four that are none.
 */
const document = onePagePdf();

function onePagePdf(): Buffer<ArrayBuffer> {
  const content = `BT /F 24 Tf 72 720 Td (${said}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

async function ticketFor(
  { client, mark, student }: Visitor,
  request: (typeof uploadRequests)[number],
  was: string | null,
) {
  const { status, body } = await client.call(
    studentFilesContract.requestFileUpload,
    { student_id: student, kind: uploadedFileKind, type: 'application/pdf', bytes: document.length, was },
    { 'Idempotency-Key': idempotencyKeyOf(mark, request) },
  );
  assert.equal(status, 200, `The ticket was answered ${status}`);
  return body;
}

/** As a browser does: the form that S3 has signed, then the file, without a session. */
async function send(
  { place }: Visitor,
  { url, fields }: Awaited<ReturnType<typeof ticketFor>>,
  file: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file], { type: 'application/pdf' }), 'smoke-test.pdf');
  const answer = await fetch(new URL(url, place.url), { method: 'POST', body: form });
  await answer.arrayBuffer();
  return answer.status;
}

/** Uploads a file through S3 into a student's record, which keeps it as the library writes it again: one page still. */
export async function checkUpload(visitor: Visitor): Promise<string> {
  const { client, student } = visitor;
  const ticket = await ticketFor(visitor, 'upload', null);
  const sent = await send(visitor, ticket, document);
  assert.ok(sent === 204 || sent === 201, `S3 answered ${sent}`);
  const kept = await client.call(studentFilesContract.confirmFileUpload, { ticket: ticket.ticket });
  assert.equal(kept.status, 200, `It was not taken: ${kept.status}`);
  const { body } = await client.call(studentFilesContract.openStudentFile, {
    student_id: student,
    kind: uploadedFileKind,
  });
  const answer = await client.follow(body.url);
  assert.equal(answer.status, 200, `The link was answered ${answer.status}`);
  const written = new Uint8Array(await answer.arrayBuffer());
  // The mark that takes the place of bytes where they are taken for text; a reader of PDFs may read over it.
  assert.ok(!Buffer.from(written).includes(Buffer.from('\ufffd')), 'Other bytes came back');
  const { totalPages, text } = await extractText(written.slice()).catch((error: unknown) => {
    throw new Error(`What came back is no PDF: ${error}`);
  });
  assert.deepEqual([totalPages, text.map((page) => page.trim())], [1, [said]], 'Another document came back');
  return `${document.length} bytes there, ${written.length} back`;
}

/** One byte more than was announced, refused by S3; and a file that is too large, refused before. */
export async function checkRefusedUpload(visitor: Visitor): Promise<string> {
  const { client, student } = visitor;
  const { body } = await client.call(studentFilesContract.listStudentFiles, { student_id: student });
  const was = body.files.find(({ kind }) => kind === uploadedFileKind)?.file ?? null;
  const ticket = await ticketFor(visitor, 'refused-upload', was);
  const sent = await send(visitor, ticket, Buffer.concat([document, Buffer.from('x')]));
  assert.equal(sent, 400, `S3 answered ${sent} to a byte too many`);
  const nothing = await client.call(studentFilesContract.confirmFileUpload, { ticket: ticket.ticket });
  assert.equal(nothing.status, 409, `What was refused was confirmed: ${nothing.status}`);
  const large = {
    student_id: student,
    kind: uploadedFileKind,
    type: 'application/pdf',
    bytes: 11 * 1024 * 1024,
    was,
  } as const;
  const { status } = await client.call(studentFilesContract.requestFileUpload, large);
  assert.equal(status, 422, `Eleven megabytes were answered ${status}`);
  return 'one byte too many, and eleven megabytes';
}
