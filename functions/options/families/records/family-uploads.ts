import type { FileKind, UploadType } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { deleteFile, readUpload, uploadForm, uploadKey } from '../../../platform/files/uploads.ts';
import { hashSecret } from '../../../platform/identity/secrets.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import type { WriteAttempt } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { readItems } from '../../../platform/table/table.ts';

/**
 * Permits a student to upload one file, once (rule 20).
 *
 * @secret an upload under way
 */
interface FamilyUploadItem {
  ticket: string;
  studentId: string;
  type: UploadType;
  bytes: number;
  /**
   * Of a registration's file: which one, and the start year of the academic year. The picture of an absence note has
   * neither.
   */
  kind?: FileKind | undefined;
  year?: number | undefined;
  /** Epoch seconds, the TTL of the table; the ticket is not accepted afterwards. */
  expires: number;
}

const FamilyUploadEntity = entity<FamilyUploadItem>()({ name: 'note-upload', pk: 'upload#${ticket}', sk: 'note' });

/** Seconds in which a file can be uploaded and confirmed. */
const ticketSeconds = 1800;

/** The ticket and the form of an upload of exactly this length and type. A repeated request gets the same ticket. */
export async function permitUpload(
  upload: Pick<FamilyUploadItem, 'studentId' | 'type' | 'bytes' | 'kind' | 'year'>,
  { now, idempotencyKey }: WriteAttempt,
) {
  const ticket = hashSecret(idempotencyKey);
  const expires = Math.ceil(now.getTime() / 1000) + ticketSeconds;
  await executeActionIf(FamilyUploadEntity.create({ ...upload, ticket, expires }));
  return { ticket, ...(await uploadForm({ name: ticket, type: upload.type, bytes: upload.bytes })) };
}

/** The upload that a ticket of the student permits. @throws NotFoundError for another's or an old one */
export async function readPermittedUpload(ticket: string, { studentId, now }: { studentId: string; now: Date }) {
  const { known } = await readItems({ known: FamilyUploadEntity.key({ ticket }) });
  if (known?.studentId !== studentId || known.expires * 1000 <= now.getTime())
    throw new NotFoundError(studentFileRefusals.uploadExpired);
  return known;
}

/** The uploaded bytes, `too large` above `most`. @throws ConflictError where they have not arrived */
export async function readArrivedUpload(ticket: string, most: number): Promise<Uint8Array | 'too large'> {
  const sent = await readUpload(ticket, most);
  if (sent === undefined) throw new ConflictError(studentFileRefusals.notArrived);
  return sent;
}

/** Once the file is kept: a repeated request finds what was kept. */
export const deleteFamilyUpload = (ticket: string): Promise<void> => deleteFile(uploadKey(ticket));
