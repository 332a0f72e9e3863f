import { attachmentWordings, studentFileRefusals, studentFileWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../../platform/errors.ts';
import { ReadingLimitError, type ReadingLimits, startReadingThread } from '../../../../platform/reading-thread.ts';
import type { PdfRefusal, PdfThreadResult, PdfThreadTask } from './pdf-reader.ts';

/** A PDF of 10 MB takes less than a second. */
const readingLimits: ReadingLimits = { milliseconds: 7000, megabytes: 256 };
/** For appending all PDFs of a student to a form. */
const joiningLimits: ReadingLimits = { milliseconds: 20_000, megabytes: 512 };

const uploadRefusals: Record<PdfRefusal, string> = {
  protected: studentFileRefusals.protectedPdf,
  damaged: studentFileWordings.damaged,
  active: studentFileRefusals.activePdf,
  'too much': studentFileRefusals.tooMuchPdf,
  form: studentFileRefusals.formPdf,
  layers: studentFileRefusals.layersPdf,
  'too many pages': studentFileRefusals.tooManyPages,
};

/**
 * Writes the pages of a PDF again, in a thread of its own and within its limits: what is stored has no actions, forms
 * or attachments, whatever a viewer makes of the sent bytes.
 * @throws {ValidationError} on `file`, with what to do
 */
export async function rewritePdf(bytes: Uint8Array, limits: ReadingLimits = readingLimits): Promise<Uint8Array> {
  const result = await readInWorker({ rewrite: bytes }, limits);
  if ('refused' in result) throw new ValidationError({ file: [uploadRefusals[result.refused]] });
  if (!('whole' in result)) throw new Error('The PDF was not written again');
  return result.whole;
}

const printRefusals = {
  protected: attachmentWordings.protectedPdf,
  damaged: attachmentWordings.damaged,
  active: attachmentWordings.damaged,
  form: attachmentWordings.damaged,
  layers: attachmentWordings.damaged,
  'too much': attachmentWordings.tooMuch,
  'too many pages': attachmentWordings.tooManyPages,
} as const satisfies Record<PdfRefusal, string>;

/** The number of pages of an uploaded PDF, all of which can be copied; or the sentence why it is not printed. */
export async function countPrintablePages(bytes: Uint8Array): Promise<number | (typeof printRefusals)[PdfRefusal]> {
  const result = await readInWorker({ count: bytes }, readingLimits);
  if ('refused' in result) return printRefusals[result.refused];
  return 'pages' in result ? result.pages : 0;
}

/** Appends the pages of uploaded PDFs, which `countPrintablePages` has accepted, to a PDF of our own. */
export async function appendPdfs(own: Uint8Array, others: readonly Uint8Array[]): Promise<Uint8Array> {
  if (others.length === 0) return own;
  const result = await readInWorker({ own, others }, joiningLimits);
  if (!('whole' in result)) throw new Error('The PDFs of a student cannot be appended to the form.');
  return result.whole;
}

const program = new URL('./pdf-reader.ts', import.meta.url);

async function readInWorker(task: PdfThreadTask, limits: ReadingLimits): Promise<PdfThreadResult> {
  const thread = startReadingThread<PdfThreadResult>(program, task, limits);
  try {
    return await thread.next();
  } catch (error) {
    if (error instanceof ReadingLimitError) return { refused: 'too much' };
    throw error;
  } finally {
    await thread.close();
  }
}
