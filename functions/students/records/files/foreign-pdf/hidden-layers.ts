import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib';

const name = (text: string) => PDFName.of(text);

/**
 * Whether a PDF has layers (optional content; ISO 32000-1, 8.11) that are not seen, or not always. Without the list of
 * its layers, which is in no page, all of them are seen.
 */
export function hasHiddenLayers({ catalog, context }: PDFDocument): boolean {
  const layers = catalog.lookup(name('OCProperties'));
  if (!(layers instanceof PDFDict)) return false;
  const shown = layers.lookup(name('D'));
  if (shown instanceof PDFDict) {
    const base = shown.lookup(name('BaseState'));
    if (base !== undefined && base !== name('ON')) return true;
    const off = shown.lookup(name('OFF'));
    if (off instanceof PDFArray && off.size() > 0) return true;
  }
  return context.enumerateIndirectObjects().some(([, object]) => isSometimesHidden(object));
}

/** A layer that is seen on screens or on paper alone, or a group whose parts are seen while others are not. */
function isSometimesHidden(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false;
  const type = object.lookup(name('Type'));
  if (type === name('OCMD')) {
    const policy = object.lookup(name('P'));
    return object.has(name('VE')) || policy === name('AllOff') || policy === name('AnyOff');
  }
  const usage = type === name('OCG') ? object.lookup(name('Usage')) : undefined;
  if (!(usage instanceof PDFDict)) return false;
  return ['View', 'Print'].some((medium) => {
    const state = usage.lookup(name(medium));
    return state instanceof PDFDict && state.lookup(name(`${medium}State`)) === name('OFF');
  });
}
