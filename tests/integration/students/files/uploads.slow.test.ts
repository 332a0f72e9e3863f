import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFile } from '#functions/platform/files/file-storage.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { studentsContract } from '#shared/students/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { makeEncryptedPdf, makePdfBomb } from '../../../support/files/hostile-pdfs.ts';
import { makeJpeg, makePdf, makePng } from '../../../support/files/sample-files.ts';
import { postFileForm, requestUploadTicket, sendFile } from '../../../support/files/send-file.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { listStudentFiles, requestFileUpload, confirmFileUpload } = studentFilesContract;
const pdf = 'application/pdf' as const;
const webp = Buffer.from('RIFF\n\n\n\nWEBPVP8 ', 'latin1');

describe('an uploaded file', () => {
  const server = schoolForTests();
  const [admin, clerk] = [server.as('A1'), server.as('A2')];

  afterEach(() => vi.useRealTimers());

  const fileOf = async (studentId: string, kind: string) =>
    (await admin.call(listStudentFiles, { student_id: studentId })).body.files.find((one) => one.kind === kind)?.file;
  const passport = (studentId: string, bytes: Uint8Array, was: string | null = null) =>
    ({ studentId, kind: 'file_passport', type: pdf, bytes, was }) as const;

  it('becomes the student’s, with an audit row', async () => {
    const { status, body } = await sendFile(admin, passport('S01', makePdf()));
    expect(status).toBe(200);
    expect(body).toMatchObject({ student_id: 'S01', kind: 'file_passport' });
    expect(body.file).toMatch(/^S01-[0-9a-f]{16}\.pdf$/);
    expect(await fileOf('S01', 'file_passport')).toBe(body.file);
    expect((await listAuditTrail('student#S01')).at(-1)).toMatchObject({
      accountId: 'A1',
      changes: [{ field: 'file_passport', before: null, after: body.file }],
    });
  });

  it('that is a picture is on the sheets of every subject that the student takes', async () => {
    const { body } = await sendFile(admin, {
      studentId: 'S02',
      kind: 'picture',
      type: 'image/jpeg',
      bytes: makeJpeg(),
    });
    const copies = await listAssignmentsOfStudent('S02');
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.map(({ picture }) => picture)).toEqual(copies.map(() => body.file));
    const shown = await admin.call(studentsContract.readStudentPicture, { picture: body.file ?? '' });
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
  });

  it('loses its location before anybody sees it', async () => {
    const kind = 'file_sea_slip';
    const taken = makeJpeg({ orientation: 6, after: 'GPS' });
    const { body } = await sendFile(admin, { studentId: 'S01', kind, type: 'image/jpeg', bytes: taken });
    const kept = await openFile(process.env.FILES_BUCKET, `student-files/${kind}/${body.file}`);
    expect(Buffer.from((await kept?.Body?.transformToByteArray()) ?? []).includes('GPS')).toBe(false);
  });

  it.each([
    ['HTML that says it is a PDF', Buffer.from('<html><script>alert(1)</script>'), pdf],
    ['an SVG that says it is a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['a PNG that no document can show', makePng({ isInterlaced: true }), 'image/png'],
    ['a PDF that runs a script', makePdf('x', '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), pdf],
    ['a PDF of 64 KB that unpacks to 64 MB', makePdfBomb(), pdf],
  ] as const)('is refused where it is %s, and nothing is changed', async (_, bytes, type) => {
    const before = await fileOf('S03', 'file_passport');
    const { status, error } = await sendFile(admin, { studentId: 'S03', kind: 'file_passport', type, bytes });
    expect(status).toBe(422);
    expect(error?.fields).toHaveProperty('file');
    expect(await fileOf('S03', 'file_passport')).toBe(before);
  });

  it('is refused where it is a PDF with a password to open it, with the reason, and taken where only its owner has one', async () => {
    const bytes = await makeEncryptedPdf('for the owner', 'to open it');
    const { status, error } = await sendFile(admin, { ...passport('S43', bytes), kind: 'file_passport' });
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ file: [studentFileRefusals.protectedPdf] });
    const open = { ...passport('S43', await makeEncryptedPdf('for the owner')), kind: 'file_passport' as const };
    expect((await sendFile(admin, open)).status).toBe(200);
  });

  it.each([
    ['a drawing with scripts', 'image/svg+xml', 100],
    ['nothing', pdf, 0],
    ['more than 10 MB', pdf, 10 * 1024 * 1024 + 1],
    ['an image of more than 5 MB', 'image/png', 5 * 1024 * 1024 + 1],
  ])('gets no ticket where it is %s', async (_, type, bytes) => {
    const input = { student_id: 'S03', kind: 'file_passport' as const, type: type as typeof pdf, bytes, was: null };
    expect((await admin.call(requestFileUpload, input)).status).toBe(422);
  });

  it('gets no ticket where it is a WebP, with the types to choose', async () => {
    const input = { student_id: 'S03', kind: 'file_passport', bytes: webp.length, was: null } as const;
    const { status, error } = await admin.call(requestFileUpload, { ...input, type: 'image/webp' as typeof pdf });
    expect(status).toBe(422);
    expect(error?.fields?.type).toEqual([studentFileWordings.wrongType]);
  });

  it('gets no ticket as a picture where it is no image, or for an unknown student', async () => {
    const input = { kind: 'picture', type: pdf, bytes: 100, was: null } as const;
    expect((await admin.call(requestFileUpload, { student_id: 'S03', ...input })).error?.message).toEqual([
      studentFileWordings.wrongTypeOfPicture,
    ]);
    expect((await admin.call(requestFileUpload, { student_id: 'S99', ...input, kind: 'file_passport' })).status).toBe(
      404,
    );
  });

  it.each([
    ['a byte more', { bytes: Buffer.concat([makePdf(), Buffer.from('\n')]) }, {}],
    ['a place of another file', {}, { key: 'student-files/file_passport/S01-0123456789abcdef.pdf' }],
    ['a way out of its folder', {}, { key: 'uploads/../pictures/S01-0123456789abcdef.png' }],
  ])('is taken with %s by nobody', async (_, sent, changed) => {
    const whole = passport('S03', makePdf());
    const { body } = await requestUploadTicket(admin, whole);
    const answer = await postFileForm(admin, body, { ...whole, ...sent }, changed as Record<string, string>);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await admin.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(409);
  });

  it('is accepted again after a lost connection', async () => {
    const whole = passport('S04', makePdf('again'));
    const { body } = await requestUploadTicket(admin, whole);
    const half = new AbortController();
    const slow = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(50)),
      pull: () => half.abort(),
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '5000' };
    const broken = { method: 'POST', headers, body: slow, duplex: 'half', signal: half.signal } as RequestInit;
    await expect(fetch(`${admin.url}${body.url}`, broken)).rejects.toThrow();
    expect((await admin.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(409);
    expect((await postFileForm(admin, body, whole)).status).toBe(204);
    expect((await admin.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(200);
  });

  it('is confirmed only by the owner of the ticket, and once', async () => {
    const whole = passport('S05', makePdf());
    const { body } = await requestUploadTicket(admin, whole);
    await postFileForm(admin, body, whole);
    expect((await clerk.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(404);
    expect((await admin.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(200);
    const file = await fileOf('S05', 'file_passport');
    // What is sent afterwards is looked at by nobody, and shown to nobody.
    await postFileForm(admin, body, { ...whole, bytes: Buffer.alloc(whole.bytes.length, 'x') });
    expect((await admin.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(409);
    expect(await fileOf('S05', 'file_passport')).toBe(file);
  });

  it('that is stored already changes nothing', async () => {
    const first = await sendFile(admin, passport('S12', makePdf('same')));
    const second = await sendFile(admin, passport('S12', makePdf('same'), first.body.file));
    expect(second.body).toEqual({ ...first.body, undo: null });
  });

  it('does not take the place of one that its sender has not seen', async () => {
    const [one, two] = [
      await requestUploadTicket(admin, passport('S13', makePdf('1'))),
      await requestUploadTicket(clerk, passport('S13', makePdf('2'))),
    ];
    await postFileForm(admin, one.body, passport('S13', makePdf('1')));
    await postFileForm(clerk, two.body, passport('S13', makePdf('2')));
    const first = await admin.call(confirmFileUpload, { ticket: one.body.ticket });
    expect(first.status).toBe(200);
    expect((await clerk.call(confirmFileUpload, { ticket: two.body.ticket })).status).toBe(409);
    expect(await fileOf('S13', 'file_passport')).toBe(first.body.file);
    expect((await requestUploadTicket(clerk, passport('S13', makePdf('2')))).status).toBe(409);
  });

  it('has half an hour from its ticket on, and ten minutes to be sent', async () => {
    const whole = passport('S41', makePdf());
    const { body } = await requestUploadTicket(admin, whole);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await postFileForm(admin, body, whole)).status).toBe(403);
    vi.setSystemTime(Date.now() + 1_200_000);
    expect((await admin.call(confirmFileUpload, { ticket: body.ticket })).status).toBe(404);
  });
});
