import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from 'pdf-lib';
import { hasActiveContent } from './active-content.ts';
import { hasHiddenLayers } from './hidden-layers.ts';

/**
 * What is kept of a page (ISO 32000-1, 7.7.3.3): what it looks like. Actions, annotations and associated files are no
 * part of a paper.
 */
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
 * Writes the pages of an opened PDF into a new one, which has nothing else: of objects that are there twice the one
 * that was read, no actions, no form, no attachments, nothing that is fetched from other files. Fields of a form become
 * part of their page. Refused are scripts, and what would look otherwise afterwards: notes laid over a page, forms that
 * are drawn by a program, and hidden layers.
 */
export async function rewritePages(
  foreign: PDFDocument,
): Promise<{ whole: Uint8Array } | { refused: 'active' | 'form' | 'layers' }> {
  if (hasActiveContent(foreign)) return { refused: 'active' };
  if (hasHiddenLayers(foreign)) return { refused: 'layers' };
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
  removeOutside(own);
  // What a page draws with may have files and scripts of its own.
  if (hasActiveContent(own)) return { refused: 'active' };
  const whole = await own.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
  return { whole };
}

/**
 * What a picture or a drawing of a page has of other files, or instead of itself (ISO 32000-1, 7.3.8.2, 8.9.5.4, 8.10.4
 * and 14.11.7): a viewer that follows it asks for a file of the one who made it, or shows another thing than was looked
 * at.
 */
const outside = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'Alternates', 'AF', 'PieceInfo', 'Metadata'].map(
  (name) => PDFName.of(name),
);

function removeOutside({ context }: PDFDocument): void {
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFStream) for (const name of outside) object.dict.delete(name);
}

const hasVisibleNote = (annotations: PDFArray): boolean =>
  Array.from({ length: annotations.size() }, (_, at) => annotations.lookup(at)).some(
    (one) => one instanceof PDFDict && !unseen.some((name) => one.lookup(PDFName.of('Subtype')) === name),
  );
