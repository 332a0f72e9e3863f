import { cleanImage } from '#shared/students/files/clean-image.ts';
import { fileTypeOf } from '#shared/students/files/file-type.ts';
import { pixelLimit } from '#shared/students/files/image-size.ts';
import { byteLimit, type FileKind, type UploadType } from '#shared/students/files/kinds.ts';
import { fileMessages } from '#shared/students/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { checkPdf } from './foreign-pdf/foreign-pdf.ts';

const refused = (message: string) => new ValidationError({ file: [message] });

/**
 * What a browser sent, as it is kept: what its bytes say is what was announced, an image has lost its metadata, and a PDF has nothing in
 * it that runs (rule 20).
 * @throws ValidationError for everything else
 */
export async function checkUploadedFile(
  sent: Uint8Array | 'too large',
  { kind, type }: { kind: FileKind; type: UploadType },
) {
  if (sent === 'too large' || sent.length > byteLimit(kind, type)) throw refused(fileMessages.tooLarge(kind, type));
  if (sent.length === 0) throw refused(fileMessages.empty);
  if (fileTypeOf(sent) !== type) throw refused(fileMessages.mislabelled);
  if (type === 'application/pdf') {
    await checkPdf(sent);
    return sent;
  }
  const image = cleanImage(sent, type);
  if (!image) throw refused(fileMessages.damaged);
  if (image.width * image.height > pixelLimit) throw refused(fileMessages.tooManyPixels);
  if (!image.isPrintable) throw refused(fileMessages.notPrintable);
  return image.bytes;
}
