/** The header value that saves an answer under a name. */
export const attachmentHeader = (fileName: string): string => named('attachment', fileName);

/** The header value that displays an answer; the name is used when it is saved. */
export const inlineHeader = (fileName: string): string => named('inline', fileName);

/** RFC 6266: the name in ASCII for old programs, and in full. */
function named(disposition: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFD').replaceAll(/[^\x20-\x7e]|["%\\]/g, '');
  const full = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${full}`;
}
