import { studentFilesContract } from '#shared/students/files/contract.ts';
import { byteLimit, endingOf } from '#shared/students/files/kinds.ts';
import { fileMessages } from '#shared/students/files/messages.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { filesBucket, openFile } from '../../platform/files/file-storage.ts';
import { deleteFile, keepFile, openUpload, uploadKey } from '../../platform/files/uploads.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Attempt, Author } from '../../platform/table/audit.ts';
import { readItems } from '../../platform/table/table.ts';
import { keyOf } from '../records/kept-files.ts';
import { requireStudent } from '../records/require-student.ts';
import { studentKey } from '../records/store.ts';
import { checkedFile } from './checked-file.ts';
import { newFileName, retire } from './kept-file.ts';
import { type TicketItem, ticketKey, UploadTicket } from './upload-ticket.ts';
import { fileAct, writeFile } from './write-file.ts';

interface Confirming {
  ticket: TicketItem;
  caller: Author;
  request: Attempt;
}

export const confirmUpload = callHandler(studentFilesContract.confirmUpload, {
  prefetch: ({ ticket }) => ({ ticket: ticketKey(ticket) }),
  handle: async ({ found: { ticket }, caller, request }) => {
    const isOwn = ticket?.accountId === caller.accountId && ticket.expires * 1000 > request.now.getTime();
    if (!ticket || !isOwn) throw new NotFoundError(fileMessages.over);
    const isOfThisRequest = (one: TicketItem | undefined) => one?.usedIn === request.idempotencyKey;
    if (ticket.usedIn !== undefined) {
      if (!isOfThisRequest(ticket)) throw new ConflictError(fileMessages.over);
      return await answerOfUsed(ticket);
    }
    try {
      return await keepUpload({ ticket, caller, request });
    } catch (error) {
      // The same request, sent twice at once: the other has taken the file away, or the record names it already.
      const { current } = await readItems({ current: ticketKey(ticket.ticket) });
      if (current && isOfThisRequest(current)) return await answerOfUsed(current);
      throw error;
    }
  },
});

async function answerOfUsed(ticket: TicketItem) {
  const { studentId, kind, seen: before = null, file = null, usedIn = null } = ticket;
  if (file !== before) await tidy(ticket);
  return { student_id: studentId, kind, file, undo: file === before ? null : usedIn };
}

/** @throws {ConflictError} where the upload has not arrived or the record names another file by now */
async function keepUpload({ ticket, caller, request }: Confirming) {
  const { studentId, kind, seen: before = null } = ticket;
  const sent = await openUpload(ticket.ticket, byteLimit(kind, ticket.type));
  if (sent === undefined) throw new ConflictError(fileMessages.notArrived);
  const bytes = await checkedFile(sent, ticket);
  const student = requireStudent((await readItems({ student: studentKey(studentId) })).student);
  if ((student[kind] ?? null) !== before) throw new ConflictError(fileMessages.changed);
  if (before !== null && (await isSame(bytes, keyOf(kind, before)))) {
    await UploadTicket.patch({ ticket: ticket.ticket }).set({ usedIn: request.idempotencyKey, file: before }).go();
    await deleteFile(uploadKey(ticket.ticket));
    return { student_id: studentId, kind, file: before, undo: null };
  }
  const after = newFileName(studentId, ticket.ticket, endingOf(ticket.type));
  await keepFile(keyOf(kind, after), bytes, ticket.type);
  const using = UploadTicket.patch({ ticket: ticket.ticket })
    .set({ usedIn: request.idempotencyKey, file: after })
    .where(({ usedIn }, { notExists }) => notExists(usedIn));
  const change = { student, kind, before, after, caller, request };
  await writeFile({ ...change, more: [fileAct(change), { Update: using.params() }] });
  await tidy(ticket);
  return { student_id: studentId, kind, file: after, undo: request.idempotencyKey };
}

/** The file before, and what was sent: neither has a place any more. */
async function tidy({ ticket, studentId, kind, seen }: TicketItem): Promise<void> {
  await Promise.all([retire(studentId, kind, seen ?? null), deleteFile(uploadKey(ticket))]);
}

async function isSame(bytes: Uint8Array, key: string): Promise<boolean> {
  const file = await openFile(filesBucket(), key);
  if (!file?.Body) return false;
  return file.ContentLength === bytes.length && Buffer.from(bytes).equals(await file.Body.transformToByteArray());
}
