import { detectFileType, type FileKind, maxFileBytes, type UploadType } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { checkImage } from './check-image.ts';
import { refuseUnsafePdf } from './foreign-pdf/foreign-pdf.ts';

const refused = (message: string) => new ValidationError({ file: [message] });

/**
 * Checks that uploaded bytes have the announced type, that a PDF has no active content, and removes the metadata of an image (rule 20).
 * @returns the bytes to store
 * @throws ValidationError where a check fails
 */
export async function checkUploadedFile(
  sent: Uint8Array | 'too large',
  { kind, type }: { kind: FileKind; type: UploadType },
) {
  if (sent === 'too large' || sent.length > maxFileBytes(kind, type))
    throw refused(studentFileWordings.tooLarge(kind, type));
  if (sent.length === 0) throw refused(studentFileWordings.empty);
  if (detectFileType(sent) !== type) throw refused(studentFileRefusals.mislabelled);
  if (type === 'application/pdf') {
    await refuseUnsafePdf(sent);
    return sent;
  }
  return checkImage(sent, type);
}
