import { studentFilesContract } from '#shared/students/files/contract.ts';
import {
  type FileKind,
  fileNameExtension,
  isTypeAllowed,
  maxFileBytes,
  type UploadType,
} from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { filesBucket, openFile } from '../../platform/files/file-storage.ts';
import { deleteFile, readUpload, storeFile, uploadForm, uploadKey } from '../../platform/files/uploads.ts';
import { hashSecret } from '../../platform/identity/secrets.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { executeAction, executeActionIf } from '../../platform/table/action.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';
import { checkUploadedFile } from '../records/files/check-uploaded-file.ts';
import { fileKeyOf } from '../records/files/file-keys.ts';
import { moveToReplacedFiles, newFileName } from '../records/files/replaced-files.ts';
import { requireStudent, studentKey } from '../records/store.ts';
import { changeFileOfStudent, undoableFileAction } from './write-file.ts';

export const requestFileUpload = callHandler(studentFilesContract.requestFileUpload, {
  prefetch: ({ student_id: studentId }) => ({ student: studentKey(studentId) }),
  handle: async ({ input: { kind, type, bytes, was }, caller, found, request }) => {
    const student = requireStudent(found.student);
    if (!isTypeAllowed(kind, type)) throw new ValidationError({ type: [studentFileWordings.wrongTypeOfPicture] });
    if (bytes > maxFileBytes(kind, type))
      throw new ValidationError({ bytes: [studentFileWordings.tooLarge(kind, type)] });
    if ((student[kind] ?? null) !== was) throw new ConflictError(studentFileRefusals.changed);
    // A repeated request gets the same ticket.
    const ticket = hashSecret(request.idempotencyKey);
    const { accountId } = caller;
    const { studentId } = student;
    const expires = Math.ceil(request.now.getTime() / 1000) + ticketSeconds;
    const seen = was === null ? {} : { seen: was };
    await executeActionIf(
      UploadTicketEntity.create({ ticket, accountId, studentId, kind, type, bytes, expires, ...seen }),
    );
    return { ticket, ...(await uploadForm({ name: ticket, type, bytes })) };
  },
});

interface UploadConfirmation {
  ticket: TicketItem;
  by: Authorship;
}

export const confirmFileUpload = callHandler(studentFilesContract.confirmFileUpload, {
  prefetch: ({ ticket }) => ({ ticket: ticketKey(ticket) }),
  handle: async ({ found: { ticket }, caller, request }) => {
    const isOwn = ticket?.accountId === caller.accountId && ticket.expires * 1000 > request.now.getTime();
    if (!ticket || !isOwn) throw new NotFoundError(studentFileRefusals.uploadExpired);
    const isOfThisRequest = (one: TicketItem | undefined) => one?.usedIn === request.idempotencyKey;
    if (ticket.usedIn !== undefined) {
      if (!isOfThisRequest(ticket)) throw new ConflictError(studentFileRefusals.uploadExpired);
      return await answerOfUsedTicket(ticket);
    }
    try {
      return await storeUpload({ ticket, by: { caller, request } });
    } catch (error) {
      // The same request, sent twice at once: the other one has deleted the upload, or has changed the record already.
      const { current } = await readItems({ current: ticketKey(ticket.ticket) });
      if (current && isOfThisRequest(current)) return await answerOfUsedTicket(current);
      throw error;
    }
  },
});

async function answerOfUsedTicket(ticket: TicketItem) {
  const { studentId, kind, seen: before = null, file = null, usedIn = null } = ticket;
  if (file !== before) await deleteLeftovers(ticket);
  return { student_id: studentId, kind, file, undo: file === before ? null : usedIn };
}

/** @throws {ConflictError} where the upload has not arrived, or the record names another file by now */
async function storeUpload({ ticket, by }: UploadConfirmation) {
  const { studentId, kind, seen: before = null } = ticket;
  const sent = await readUpload(ticket.ticket, maxFileBytes(kind, ticket.type));
  if (sent === undefined) throw new ConflictError(studentFileRefusals.notArrived);
  const bytes = await checkUploadedFile(sent, ticket);
  const student = requireStudent((await readItems({ student: studentKey(studentId) })).student);
  if ((student[kind] ?? null) !== before) throw new ConflictError(studentFileRefusals.changed);
  if (before !== null && (await hasSameBytes(bytes, fileKeyOf(kind, before)))) {
    await executeAction(
      UploadTicketEntity.update(
        { ticket: ticket.ticket },
        { set: { usedIn: by.request.idempotencyKey, file: before } },
      ),
    );
    await deleteFile(uploadKey(ticket.ticket));
    return { student_id: studentId, kind, file: before, undo: null };
  }
  const after = newFileName(studentId, ticket.ticket, fileNameExtension(ticket.type));
  await storeFile(fileKeyOf(kind, after), bytes, ticket.type);
  const using = UploadTicketEntity.update(
    { ticket: ticket.ticket },
    { set: { usedIn: by.request.idempotencyKey, file: after }, where: { usedIn: null } },
  );
  const change = { student, kind, before, after, by };
  await changeFileOfStudent({ ...change, more: [undoableFileAction(change), using] });
  await deleteLeftovers(ticket);
  return { student_id: studentId, kind, file: after, undo: by.request.idempotencyKey };
}

/** Deletes the upload and retires the replaced file. */
async function deleteLeftovers({ ticket, studentId, kind, seen }: TicketItem): Promise<void> {
  await Promise.all([moveToReplacedFiles(studentId, kind, seen ?? null), deleteFile(uploadKey(ticket))]);
}

async function hasSameBytes(bytes: Uint8Array, key: string): Promise<boolean> {
  const file = await openFile(filesBucket(), key);
  if (!file?.Body) return false;
  return file.ContentLength === bytes.length && Buffer.from(bytes).equals(await file.Body.transformToByteArray());
}

/**
 * Permits an account to upload one file of a student, once (rule 20).
 *
 * @secret an upload under way
 */
interface TicketItem {
  ticket: string;
  accountId: string;
  studentId: string;
  kind: FileKind;
  type: UploadType;
  bytes: number;
  /** The file that the new one replaces; absent for none. */
  seen?: string | undefined;
  /** The idempotency key of the request that used it, and the file that the student got by it. */
  usedIn?: string | undefined;
  file?: string | undefined;
  /** Epoch seconds, the TTL of the table; the ticket is not accepted afterwards. */
  expires: number;
}

const UploadTicketEntity = entity<TicketItem>()({
  name: 'upload-ticket',
  pk: 'upload#${ticket}',
  sk: 'ticket',
});

const ticketKey = (ticket: string) => UploadTicketEntity.key({ ticket });

/** Seconds in which a file can be uploaded and confirmed. */
const ticketSeconds = 1800;
