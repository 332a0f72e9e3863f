import { detectFileType, type FileKind, maxFileBytes, type UploadType } from '#shared/students/files/file-kinds.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { checkImage } from './check-image.ts';
import { rewritePdf } from './foreign-pdf/foreign-pdf.ts';

const refused = (message: string) => new ValidationError({ file: [message] });

/**
 * Checks that uploaded bytes have the announced type, writes a PDF again as its pages alone, and removes the metadata
 * of an image (rule 20).
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
    const written = await rewritePdf(sent);
    if (written.length > maxFileBytes(kind, type)) throw refused(studentFileWordings.tooLarge(kind, type));
    return written;
  }
  return checkImage(sent, type);
}
