import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { fileMessages } from '#shared/student-files/messages.ts';
import { ValidationError } from '../platform/errors.ts';

/** The library is loaded when a PDF has come: most calls have none. */
const library = () => import('@cantoo/pdf-lib');

/** What a page does when it is opened or pressed, of which a paper has none; showing another place of the file is harmless. */
const refusedActions = new Set([
  '/JavaScript',
  '/Launch',
  '/ImportData',
  '/SubmitForm',
  '/Rendition',
  '/RichMediaExecute',
]);
const refusedKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMediaContent'];

const refused = (message: string) => new ValidationError({ file: [message] });

/**
 * A PDF is believed once the library has opened it: with a page, without a password, and with nothing in it that runs, starts a program
 * or carries another file (ISO 32000-1, 12.6.4 and 7.11.4).
 * @throws {ValidationError} on `file`, with what to do
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const { EncryptedPDFError, ParseSpeeds, PDFDocument, PDFArray, PDFDict: Dict, PDFStream, PDFName } = await library();
  const objects: PDFObject[] = [];
  try {
    const read = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    if (read.getPageCount() === 0) throw refused(fileMessages.damaged);
    objects.push(...read.context.enumerateIndirectObjects().map(([, object]) => object));
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    throw refused(error instanceof EncryptedPDFError ? fileMessages.protectedPdf : fileMessages.damaged);
  }
  const isActive = (dict: PDFDict): boolean =>
    refusedKeys.some((key) => dict.has(PDFName.of(key))) ||
    refusedActions.has(String(dict.get(PDFName.of('S')))) ||
    String(dict.get(PDFName.of('Type'))) === '/EmbeddedFile';
  for (let object = objects.pop(); object; object = objects.pop()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof Dict) {
      if (isActive(dict)) throw refused(fileMessages.activePdf);
      objects.push(...dict.values());
    } else if (object instanceof PDFArray) objects.push(...object.asArray());
  }
}
