import { cleanImage } from '#shared/students/files/clean-image.ts';
import { detectFileType } from '#shared/students/files/file-kinds.ts';
import { pixelLimit } from '#shared/students/files/image-size.ts';
import { studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';

/**
 * Checks that uploaded bytes are an image of the announced type, of a size that can be shown and printed, and removes
 * its metadata (rule 20).
 * @returns the bytes to store
 * @throws ValidationError of `file` where a check fails
 */
export function checkImage(sent: Uint8Array, type: 'image/jpeg' | 'image/png'): Uint8Array {
  const refused = (message: string) => new ValidationError({ file: [message] });
  if (sent.length === 0) throw refused(studentFileWordings.empty);
  if (detectFileType(sent) !== type) throw refused(studentFileRefusals.mislabelled);
  const image = cleanImage(sent, type);
  if (!image) throw refused(studentFileWordings.damaged);
  if (image.width * image.height > pixelLimit) throw refused(studentFileWordings.tooManyPixels);
  if (!image.isPrintable) throw refused(studentFileRefusals.notPrintable);
  return image.bytes;
}
