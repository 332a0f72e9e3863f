import { PDFArray, PDFDict, type PDFDocument, PDFInvalidObject, PDFName, type PDFObject, PDFStream } from 'pdf-lib';

/** Actions of a page that a scanned paper does not have; a jump to another page of the file is harmless. */
const refusedActions = ['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'Rendition', 'RichMediaExecute'];
const refusedKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMediaContent'];

/** Whether a PDF has scripts, starts programs or embeds files (ISO 32000-1, 12.6.4 and 7.11.4). */
export function hasActiveContent(document: PDFDocument): boolean {
  const objects: PDFObject[] = [];
  for (const [, object] of document.context.enumerateIndirectObjects()) objects.push(object);
  for (let object = objects.pop(); object; object = objects.pop()) {
    if (object instanceof PDFInvalidObject && isActiveText(object)) return true;
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      if (isActive(dict)) return true;
      for (const value of dict.values()) objects.push(value);
    } else if (object instanceof PDFArray) for (const value of object.asArray()) objects.push(value);
  }
  return false;
}

const isActive = (dict: PDFDict): boolean =>
  refusedKeys.some((key) => dict.has(PDFName.of(key))) ||
  refusedActions.some((action) => dict.get(PDFName.of('S')) === PDFName.of(action)) ||
  dict.get(PDFName.of('Type')) === PDFName.of('EmbeddedFile');

const activeName = new RegExp(`/(?:${[...refusedActions, ...refusedKeys, 'EmbeddedFile'].join('|')})(?![\\w#])`);

/** A viewer that is less strict may read an object that the library cannot: the names are searched in its bytes. */
function isActiveText(object: PDFInvalidObject): boolean {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  const text = Buffer.from(bytes).toString('latin1');
  return activeName.test(
    text.replaceAll(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}
