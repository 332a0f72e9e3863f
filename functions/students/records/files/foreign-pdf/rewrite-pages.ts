import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { hasActiveContent } from './active-content.ts';

/** What is kept of a page (ISO 32000-1, 7.7.3.3): what it looks like. Actions, annotations and associated files are no part of a paper. */
const keptOfPage = new Set(
  [
    'Type',
    'Parent',
    'Resources',
    'MediaBox',
    'CropBox',
    'BleedBox',
    'TrimBox',
    'ArtBox',
    'Rotate',
    'Contents',
    'UserUnit',
    'Group',
  ].map((name) => PDFName.of(name)),
);

/** Annotations that nobody sees on paper. */
const unseen = ['Link', 'Popup', 'Widget'].map((name) => PDFName.of(name));

/**
 * Writes the pages of an opened PDF into a new one, which has nothing else: of objects that are there twice the one that was read, no actions, no form, no
 * attachments. Fields of a form become part of their page. Refused are scripts, and what would look otherwise afterwards: notes laid over a page, and
 * forms that are drawn by a program.
 */
export async function rewritePages(
  foreign: PDFDocument,
): Promise<{ whole: Uint8Array } | { refused: 'active' | 'form' }> {
  if (hasActiveContent(foreign)) return { refused: 'active' };
  const form = foreign.catalog.lookup(PDFName.of('AcroForm'));
  if (form instanceof PDFDict && form.has(PDFName.of('XFA'))) return { refused: 'form' };
  if (form !== undefined) {
    try {
      foreign.getForm().flatten({ updateFieldAppearances: false });
    } catch {
      return { refused: 'form' };
    }
  }
  for (const page of foreign.getPages()) {
    const annotations = page.node.lookup(PDFName.of('Annots'));
    if (annotations instanceof PDFArray && hasVisibleNote(annotations)) return { refused: 'form' };
    for (const name of page.node.keys()) if (!keptOfPage.has(name)) page.node.delete(name);
  }
  const own = await PDFDocument.create({ updateMetadata: false });
  for (const page of await own.copyPages(foreign, foreign.getPageIndices())) own.addPage(page);
  // What a page draws with may have files and scripts of its own.
  if (hasActiveContent(own)) return { refused: 'active' };
  const whole = await own.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
  return { whole };
}

const hasVisibleNote = (annotations: PDFArray): boolean =>
  Array.from({ length: annotations.size() }, (_, at) => annotations.lookup(at)).some(
    (one) => one instanceof PDFDict && !unseen.some((name) => one.lookup(PDFName.of('Subtype')) === name),
  );
