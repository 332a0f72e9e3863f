import { familiesContract } from '#shared/options/families/contract.ts';
import { maxNotePictureBytes, type NotePictureType } from '#shared/options/families/family-note.ts';
import { studentFileWordings } from '#shared/students/wordings.ts';
import { requireAttendanceInUse } from '../../../attendance/records/school-calendar.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { storeFile } from '../../../platform/files/uploads.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { checkImage } from '../../../students/records/files/check-image.ts';
import { type FamilyNoteItem, notePictureKey } from '../records/family-note.ts';
import { permitUpload, readArrivedUpload, readPermittedUpload } from '../records/family-uploads.ts';
import { requireStudentIdOfCaller } from '../reports/posted-report.ts';

export const requestNotePicture = callHandler(familiesContract.requestNotePicture, {
  handle: ({ input: { type, bytes }, caller, request }) => {
    requireAttendanceInUse();
    return permitUpload({ studentId: requireStudentIdOfCaller(caller), type, bytes }, request);
  },
});

/**
 * Checks the picture that was uploaded with a ticket of the student, and keeps it as that of the note.
 * @throws ValidationError where the picture is refused, NotFoundError for another's or an old ticket, ConflictError
 * where it has not arrived
 */
export async function keepNotePicture(
  ticket: string,
  { note, now }: { note: Pick<FamilyNoteItem, 'studentId' | 'id'>; now: Date },
): Promise<NotePictureType> {
  const { type } = await readPermittedUpload(ticket, { studentId: note.studentId, now });
  if (type === 'application/pdf') throw new ValidationError({ file: [studentFileWordings.wrongTypeOfPicture] });
  const sent = await readArrivedUpload(ticket, maxNotePictureBytes);
  if (sent === 'too large') throw new ValidationError({ file: [studentFileWordings.tooManyPixels] });
  await storeFile(notePictureKey(note), checkImage(sent, type), type);
  return type;
}
