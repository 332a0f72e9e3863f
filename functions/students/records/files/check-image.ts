import { cleanImage } from '#shared/students/files/clean-image.ts';
import { detectFileType } from '#shared/students/files/file-kinds.ts';
import { pixelLimit } from '#shared/students/files/image-size.ts';
import { fileMessages, fileRefusals } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';

/**
 * Checks that uploaded bytes are an image of the announced type, of a size that can be shown and printed, and removes its metadata (rule 20).
 * @returns the bytes to store
 * @throws ValidationError of `file` where a check fails
 */
export function checkImage(sent: Uint8Array, type: 'image/jpeg' | 'image/png'): Uint8Array {
  const refused = (message: string) => new ValidationError({ file: [message] });
  if (sent.length === 0) throw refused(fileMessages.empty);
  if (detectFileType(sent) !== type) throw refused(fileRefusals.mislabelled);
  const image = cleanImage(sent, type);
  if (!image) throw refused(fileMessages.damaged);
  if (image.width * image.height > pixelLimit) throw refused(fileMessages.tooManyPixels);
  if (!image.isPrintable) throw refused(fileRefusals.notPrintable);
  return image.bytes;
}
