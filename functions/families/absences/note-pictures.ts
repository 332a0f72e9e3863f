import { maxNotePictureBytes, type NotePictureType } from '#shared/attendance/family-note.ts';
import { familyNoteRefusals as wordings } from '#shared/attendance/wordings.ts';
import { familiesContract } from '#shared/families/contract.ts';
import { studentFileWordings } from '#shared/students/wordings.ts';
import { type FamilyNoteItem, notePictureKey } from '../../attendance/records/family-note.ts';
import { requireAttendanceInUse } from '../../attendance/records/school-calendar.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { deleteFile, readUpload, storeFile, uploadForm, uploadKey } from '../../platform/files/uploads.ts';
import { hashSecret } from '../../platform/identity/secrets.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { executeActionIf } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';
import { checkImage } from '../../students/records/files/check-image.ts';
import { requireStudentIdOfCaller } from '../reports/posted-report.ts';

/** Permits a student to upload one picture, once (rule 20). */
interface NoteUploadItem {
  ticket: string;
  studentId: string;
  type: NotePictureType;
  bytes: number;
  /** Epoch seconds, the TTL of the table; the ticket is not accepted afterwards. */
  expires: number;
}

const NoteUploadEntity = entity<NoteUploadItem>()({ name: 'note-upload', pk: 'upload#${ticket}', sk: 'note' });

/** Seconds in which a picture can be uploaded and its note sent. */
const ticketSeconds = 1800;

export const requestNotePicture = callHandler(familiesContract.requestNotePicture, {
  handle: async ({ input: { type, bytes }, caller, request }) => {
    requireAttendanceInUse();
    // A repeated request gets the same ticket.
    const ticket = hashSecret(request.idempotencyKey);
    const expires = Math.ceil(request.now.getTime() / 1000) + ticketSeconds;
    await executeActionIf(
      NoteUploadEntity.create({ ticket, studentId: requireStudentIdOfCaller(caller), type, bytes, expires }),
    );
    return { ticket, ...(await uploadForm({ name: ticket, type, bytes })) };
  },
});

/**
 * Checks the picture that was uploaded with a ticket of the student, and keeps it as that of the note.
 * @throws ValidationError where the picture is refused, NotFoundError for another's or an old ticket, ConflictError where it has not arrived
 */
export async function keepNotePicture(
  ticket: string,
  { note, now }: { note: Pick<FamilyNoteItem, 'studentId' | 'id'>; now: Date },
): Promise<NotePictureType> {
  const { known } = await readItems({ known: NoteUploadEntity.key({ ticket }) });
  if (known?.studentId !== note.studentId || known.expires * 1000 <= now.getTime())
    throw new NotFoundError(wordings.uploadExpired);
  const sent = await readUpload(ticket, maxNotePictureBytes);
  if (sent === undefined) throw new ConflictError(wordings.uploadExpired);
  if (sent === 'too large') throw new ValidationError({ file: [studentFileWordings.tooManyPixels] });
  await storeFile(notePictureKey(note), checkImage(sent, known.type), known.type);
  return known.type;
}

/** Once the note is written: a repeated request finds the note. */
export const deleteNoteUpload = (ticket: string): Promise<void> => deleteFile(uploadKey(ticket));
