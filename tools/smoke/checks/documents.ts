import assert from 'node:assert/strict';
import { eventStreamType, xlsxType } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { toWebRequest } from '../../../web/api/request.ts';
import { idempotencyKeyOf, type Visitor, yearWithoutLessons } from '../visitor.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** A zip begins and ends so; an xlsx is one. */
function assertZip(bytes: Uint8Array, name: string): void {
  assert.equal(textOf(bytes.slice(0, 4)), 'PK\u0003\u0004', `${name} does not begin as a zip`);
  assert.ok(textOf(bytes.slice(-66)).includes('PK\u0005\u0006'), `${name} is cut off`);
}

/** A printed list of one day, each byte of it: what a gateway would spoil by taking bytes for text is noticed. */
export async function checkPrintedPdf({ client }: Visitor): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const { status, headers, bytes } = await client.call(reportsContract.printFailedLogins, {
    date_range: `${today},${today}`,
  });
  assert.equal(status, 200, `It was answered ${status}`);
  assert.equal(headers.get('content-type'), 'application/pdf');
  const text = textOf(bytes);
  assert.match(text, /^%PDF-1\.\d/, 'It does not begin as a PDF');
  const place = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  assert.match(text.slice(place, place + 12), /^(xref|\d+ 0 obj)/, 'Its bytes are not where it says');
  return `${bytes.length} bytes, whole`;
}

/** Progress that comes while the work goes on, in more than one piece; and the spreadsheet that it leads to. */
export async function checkEventStream({ client, mark, place }: Visitor): Promise<string> {
  const [formClass] = place.school.formClasses;
  const wanted = { year: String(yearWithoutLessons), term: '1', formClass: formClass?.id, subjectId: mark } as const;
  const answer = await client.follow(toWebRequest(markBookContract.makeSpreadsheet, wanted).url);
  assert.equal(answer.status, 200, `It was answered ${answer.status}`);
  assert.match(answer.headers.get('content-type') ?? '', new RegExp(`^${eventStreamType}`));
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  for await (const chunk of answer.body ?? []) chunks.push(decoder.decode(chunk, { stream: true }));
  assert.ok(chunks.length > 1, 'All of it came at once, when the work was done');
  const events = chunks
    .join('')
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
  const filePath: unknown = events.at(-1)?.filePath;
  assert.ok(typeof filePath === 'string', 'The last event names no file');
  const file = await client.call(markBookContract.downloadSpreadsheet, { filePath });
  assert.equal(file.headers.get('content-type'), xlsxType);
  assertZip(file.bytes, 'The spreadsheet');
  return `${events.length} events in ${chunks.length} pieces, and the spreadsheet of ${file.bytes.length} bytes`;
}

/** Everything about a student as one zip, by a link that opens in this session alone. */
export async function checkFileExport({ client, mark, place, student }: Visitor): Promise<string> {
  const key = { 'Idempotency-Key': idempotencyKeyOf(mark, 'everything') };
  const { status, body } = await client.call(
    studentRegisterContract.exportEverythingAboutStudent,
    { student_id: student },
    key,
  );
  assert.equal(status, 200, `It was answered ${status}`);
  const stranger = await fetch(new URL(body.link, place.url));
  await stranger.arrayBuffer();
  assert.equal(stranger.status, 403, `The link was answered ${stranger.status} without a session`);
  const answer = await client.follow(body.link);
  assert.equal(answer.status, 200, `The link was answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.equal(bytes.length, body.bytes, 'The zip has another length than was said');
  assertZip(bytes, 'The zip');
  return `a zip of ${body.contents.length} files, ${bytes.length} bytes; its link is refused elsewhere`;
}
