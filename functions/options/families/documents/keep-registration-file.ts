import { familiesContract } from '#shared/options/families/contract.ts';
import { fileNameExtension, maxFileBytes } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { deleteFile, storeFile } from '../../../platform/files/uploads.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { checkUploadedFile } from '../../../students/records/files/check-uploaded-file.ts';
import { newFileName } from '../../../students/records/files/replaced-files.ts';
import { requireCurrentStudent } from '../../../students/records/store.ts';
import { deleteFamilyUpload, readArrivedUpload, readPermittedUpload } from '../records/family-uploads.ts';
import { registrationFileKey } from '../records/registration-files.ts';
import { replaceRegistrationFile } from '../registration/my-registration-files.ts';
import {
  ofCaller,
  type Registration,
  readRegistrationOf,
  requireOpen,
  requireThisYear,
} from '../registration/open-registration.ts';

/** Of a ticket one file is kept, however often it is confirmed: its name is made of the ticket. */
export const keepRegistrationFile = callHandler(familiesContract.keepRegistrationFile, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ input: { ticket }, found, caller, request }) => {
    const student = requireCurrentStudent(found.student);
    const { studentId } = student;
    const { kind, year, type } = await readPermittedUpload(ticket, { studentId, now: request.now });
    if (kind === undefined || year === undefined) throw new NotFoundError(studentFileRefusals.uploadExpired);
    requireThisYear(year, found.current);
    const file = newFileName(studentId, ticket, fileNameExtension(type));
    const key = registrationFileKey(studentId, kind, file);
    const isKeptIn = ({ proposal }: Registration) => proposal?.files?.[kind] === file;
    const registration = await readRegistrationOf(student, year);
    if (!isKeptIn(registration)) {
      requireOpen(registration, request.now);
      const bytes = await checkUploadedFile(await readArrivedUpload(ticket, maxFileBytes(kind, type)), { kind, type });
      await storeFile(key, bytes, type);
      try {
        await replaceRegistrationFile({ student, year, kind, file, by: { caller, request } });
      } catch (error) {
        // Refused: nothing names it. The same request, sent twice at once, may have been carried out.
        if (!isKeptIn(await readRegistrationOf(student, year))) await deleteFile(key);
        throw error;
      }
    }
    await deleteFamilyUpload(ticket);
    return { kind, type };
  },
});
