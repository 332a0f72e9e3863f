import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedPDFError, ParseSpeeds, PDFDocument, PDFName } from 'pdf-lib';
import { maxPdfPages } from '#shared/students/files/file-kinds.ts';
import { limitUnpacking } from './limit-unpacking.ts';
import { rewritePages } from './rewrite-pages.ts';

/**
 * The task of the thread: write an upload again, count the pages that can be copied, or append other PDFs to our own.
 */
export type PdfThreadTask =
  | { rewrite: Uint8Array }
  | { count: Uint8Array }
  | { own: Uint8Array; others: readonly Uint8Array[] };
/** Why an uploaded PDF is refused. */
export type PdfRefusal = 'protected' | 'damaged' | 'active' | 'form' | 'layers' | 'too much' | 'too many pages';
/** The only message of the thread. */
export type PdfThreadResult = { pages: number } | { whole: Uint8Array } | { refused: PdfRefusal };

const unpacking = limitUnpacking();

/** The program of the thread (`foreign-pdf.ts` starts it). */
parentPort?.postMessage(await runTask(workerData as PdfThreadTask));

async function runTask(task: PdfThreadTask): Promise<PdfThreadResult> {
  if ('own' in task) return { whole: await joinPdfs(task.own, task.others) };
  try {
    const foreign = await openPdf('rewrite' in task ? task.rewrite : task.count);
    const pages = foreign.getPageCount();
    if (unpacking.isExceeded()) return { refused: 'too much' };
    if (pages === 0) return { refused: 'damaged' };
    if (pages > maxPdfPages) return { refused: 'too many pages' };
    if ('rewrite' in task) return await rewritePages(foreign);
    await (await PDFDocument.create()).copyPages(foreign, foreign.getPageIndices());
    return { pages };
  } catch (error) {
    if (unpacking.isExceeded()) return { refused: 'too much' };
    return { refused: error instanceof EncryptedPDFError ? 'protected' : 'damaged' };
  }
}

async function joinPdfs(own: Uint8Array, others: readonly Uint8Array[]): Promise<Uint8Array> {
  const whole = await openPdf(own);
  for (const bytes of others) {
    const foreign = await openPdf(bytes);
    for (const page of await whole.copyPages(foreign, foreign.getPageIndices())) {
      // Actions of a page, such as links and scripts, are no part of the paper.
      for (const name of ['AA', 'Annots']) page.node.delete(PDFName.of(name));
      whole.addPage(page);
    }
  }
  return whole.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY });
}

/**
 * Opens a PDF; one with an owner's password alone as every viewer does, by the empty one of its readers. @throws
 * EncryptedPDFError
 */
async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const options = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
  try {
    return await PDFDocument.load(bytes, options);
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
    return await PDFDocument.load(bytes, { ...options, password: '' }).catch(() => {
      throw error;
    });
  }
}
