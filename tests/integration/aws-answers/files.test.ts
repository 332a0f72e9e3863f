import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { loadFileStorage } from '#functions/platform/files/file-storage.ts';
import { requestWordings, serverWordings } from '#shared/http/wordings.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { studentsContract } from '#shared/students/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { recordWordings, studentFileRefusals } from '#shared/students/wordings.ts';
import { type AwsAnswer, answerInstead, awsError, lostConnectionError } from '../../support/aws-answers.ts';
import { makeJpeg, makePdf } from '../../support/files/sample-files.ts';
import { postFileForm, requestUploadTicket, sendFile } from '../../support/files/send-file.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addStudents } from '../../support/school/small-school.ts';

const { confirmFileUpload, openStudentFile, listStudentFiles } = studentFilesContract;
const kind = 'file_passport' as const;
const type = 'application/pdf' as const;

const slowDown = awsError('SlowDown', 503, 'Please reduce your request rate.');
const denied = awsError('AccessDenied', 403);
const fault = { status: 500, message: requestWordings.failed };
const awayToRead = {
  status: 503,
  message: serverWordings.serviceAway,
};
const awayToWrite = {
  status: 503,
  message: serverWordings.serviceAwayUncertain,
};

/** A file whose bytes end before its length is reached. */
const cutOff = async (reach: () => Promise<object>) => ({
  ...(await reach()),
  Body: { transformToByteArray: () => Promise.reject(lostConnectionError()) },
});

describe('what S3 answers and its stand-in does not', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let s3: ReturnType<typeof answerInstead> | undefined;
  let number = 0;
  afterEach(() => s3?.end());

  async function s3Answers(command: Parameters<typeof answerInstead>[1], ...answers: AwsAnswer[]) {
    s3 = answerInstead((await loadFileStorage()).client as never, command, answers);
  }
  const seen = ({ status, error }: { status: number; error: { message: string[] } | undefined }) => ({
    status,
    message: error?.message[0],
  });

  it.each([
    ['access denied, which is a fault of the function’s rights', denied, fault],
    ['that there is no such key', awsError('NoSuchKey', 404), { status: 404, message: recordWordings.noPicture }],
    ['to slow down', slowDown, awayToRead],
    ['nothing: the connection ends', lostConnectionError(), awayToRead],
    ['half of the bytes', cutOff, awayToRead],
  ] as const)('to a picture: %s', async (_, answer, expected) => {
    const taken = { studentId: 'S02', kind: 'picture' as const, type: 'image/jpeg' as const, bytes: makeJpeg() };
    const was = (await office.call(listStudentFiles, { student_id: 'S02' })).body.files.find(
      (one) => one.kind === 'picture',
    );
    const file = was?.file ?? (await sendFile(office, taken)).body.file ?? '';
    await s3Answers(GetObjectCommand, answer);
    expect(seen(await office.call(studentsContract.readStudentPicture, { picture: file }))).toEqual(expected);
    s3?.end();
    expect((await office.call(studentsContract.readStudentPicture, { picture: file })).status).toBe(200);
  });

  const gone = { status: 404, message: studentFileRefusals.noFile };
  it.each([
    ['404', awsError('NotFound', 404), gone],
    ['403, which is a fault of the function’s rights', awsError('403', 403), fault],
    ['503, without a name', awsError('UnknownError', 503), awayToRead],
    ['nothing: the connection ends', lostConnectionError(), awayToRead],
  ])('to reading an uploaded file: %s', async (_, answer, expected) => {
    const was = (await office.call(listStudentFiles, { student_id: 'S03' })).body.files.find(
      (one) => one.kind === kind,
    )?.file;
    if (!was) await sendFile(office, { studentId: 'S03', kind, type, bytes: makePdf() });
    await s3Answers(HeadObjectCommand, answer);
    expect(seen(await office.call(openStudentFile, { student_id: 'S03', kind }))).toEqual(expected);
  });

  /** A file that was sent to S3, and is to be confirmed. */
  async function sent(was: string | null = null, studentId = `F${++number}`) {
    if (was === null) await addStudents('1B', [studentId]);
    const sending = { studentId, kind, type, bytes: makePdf(`Passport ${number} ${was ?? ''}`), was };
    const { body } = await requestUploadTicket(office, sending);
    await postFileForm(office, body, sending);
    const key = { 'Idempotency-Key': `confirm-${number}-${was === null ? 'first' : 'next'}` };
    return { studentId, confirm: () => office.call(confirmFileUpload, { ticket: body.ticket }, key) };
  }
  const fileOf = async (studentId: string) =>
    (await office.call(listStudentFiles, { student_id: studentId })).body.files.find((one) => one.kind === kind)
      ?.file ?? null;

  it.each([
    [
      'that there is no such key, as nothing has arrived',
      GetObjectCommand,
      awsError('NoSuchKey', 404),
      { status: 409, message: studentFileRefusals.notArrived },
    ],
    ['access denied', GetObjectCommand, denied, fault],
    ['half of the bytes', GetObjectCommand, cutOff, awayToWrite],
    ['to slow down, when it is kept', PutObjectCommand, slowDown, awayToWrite],
    ['nothing, when it is kept', PutObjectCommand, lostConnectionError(), awayToWrite],
    [
      'nothing, after it was kept',
      PutObjectCommand,
      async (reach: () => Promise<object>) => {
        await reach();
        throw lostConnectionError();
      },
      awayToWrite,
    ],
  ] as const)('to an upload: %s. The record names none, and the next attempt keeps it', async (_, command, answer, expected) => {
    const { studentId, confirm } = await sent();
    await s3Answers(command, answer);
    expect(seen(await confirm())).toEqual(expected);
    expect(await fileOf(studentId)).toBeNull();
    s3?.end();
    const again = await confirm();
    expect(again.status).toBe(200);
    expect(await fileOf(studentId)).toBe(again.body.file);
  });

  it.each([
    ['to slow down, when it is moved', CopyObjectCommand, slowDown, 503],
    ['to slow down, when it is deleted', DeleteObjectCommand, slowDown, 503],
    ['that there is no such key', CopyObjectCommand, awsError('NoSuchKey', 404), 200],
  ])('to the file that another one replaces: %s. The new one counts, and the same press again ends it', async (_, command, answer, status) => {
    const first = await sent();
    const { body } = await first.confirm();
    const { confirm, studentId } = await sent(body.file, first.studentId);
    await s3Answers(command, answer);
    expect((await confirm()).status).toBe(status);
    const now = await fileOf(studentId);
    expect(now).not.toBe(body.file);
    s3?.end();
    expect(await confirm()).toMatchObject({ status: 200, body: { file: now } });
  });

  it('to a spreadsheet that was made: that there is no such key, because its ten minutes are over and it was deleted', async () => {
    await s3Answers(GetObjectCommand, awsError('NoSuchKey', 404));
    const answer = await office.call(markBookContract.downloadSpreadsheet, { filePath: 'a'.repeat(43) });
    expect(seen(answer)).toEqual({
      status: 404,
      message: markFileRefusals.gone,
    });
  });
});
