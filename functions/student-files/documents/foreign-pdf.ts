import type { PDFDocument } from '@cantoo/pdf-lib';

/** Why a PDF from outside is not printed. */
export type Refusal = 'It is protected by a password.' | 'It is damaged.' | 'It has more than 200 pages.';

const mostPages = 200;

/** The library is loaded when a form has a PDF behind it: most have none. */
const library = () => import('@cantoo/pdf-lib');

/** How many pages a PDF from outside has, all of which can be copied; or why not. Never throws. */
export async function pagesOf(bytes: Uint8Array): Promise<number | Refusal> {
  const { EncryptedPDFError, PDFDocument: Document } = await library();
  try {
    const foreign = await read(bytes);
    const pages = foreign.getPageCount();
    if (pages === 0) return 'It is damaged.';
    if (pages > mostPages) return 'It has more than 200 pages.';
    await (await Document.create()).copyPages(foreign, foreign.getPageIndices());
    return pages;
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'It is protected by a password.' : 'It is damaged.';
  }
}

/** Our own PDF with the pages of others behind it, of which `pagesOf` has told the number. */
export async function withPagesOf(own: Uint8Array, others: readonly Uint8Array[]): Promise<Uint8Array> {
  if (others.length === 0) return own;
  const { PDFName } = await library();
  const whole = await read(own);
  for (const bytes of others) {
    const foreign = await read(bytes);
    for (const page of await whole.copyPages(foreign, foreign.getPageIndices())) {
      // What is done on a page, a link or a script, is no part of what was handed in.
      for (const name of ['AA', 'Annots']) page.node.delete(PDFName.of(name));
      whole.addPage(page);
    }
  }
  return whole.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY });
}

async function read(bytes: Uint8Array): Promise<PDFDocument> {
  const { ParseSpeeds, PDFDocument: Document } = await library();
  return Document.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
}
