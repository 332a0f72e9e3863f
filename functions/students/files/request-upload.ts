import { studentFilesContract } from '#shared/students/files/contract.ts';
import { byteLimit, mayBe } from '#shared/students/files/kinds.ts';
import { fileMessages } from '#shared/students/files/messages.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { uploadForm } from '../../platform/files/uploads.ts';
import { hashOf } from '../../platform/identity/secrets.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isConditionFailure } from '../../platform/table/table.ts';
import { requireStudent } from '../records/require-student.ts';
import { studentKey } from '../records/store.ts';
import { ticketSeconds, UploadTicket } from './upload-ticket.ts';

export const requestUpload = callHandler(studentFilesContract.requestUpload, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ input: { kind, type, bytes, was }, caller, found, request }) => {
    const student = requireStudent(found.student);
    if (!mayBe(kind, type)) throw new ValidationError({ type: [fileMessages.wrongTypeOfPicture] });
    if (bytes > byteLimit(kind, type)) throw new ValidationError({ bytes: [fileMessages.tooLarge(kind, type)] });
    if ((student[kind] ?? null) !== was) throw new ConflictError(fileMessages.changed);
    // Asked for again under its key, it is the same ticket.
    const ticket = hashOf(request.idempotencyKey);
    const { accountId } = caller;
    const { studentId } = student;
    const expires = Math.ceil(request.now.getTime() / 1000) + ticketSeconds;
    const seen = was === null ? {} : { seen: was };
    await UploadTicket.create({ ticket, accountId, studentId, kind, type, bytes, expires, ...seen })
      .go()
      .catch((error: unknown) => {
        if (!isConditionFailure(error)) throw error;
      });
    return { ticket, ...(await uploadForm({ name: ticket, type, bytes })) };
  },
});
