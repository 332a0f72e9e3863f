/** The header value that saves an answer under a name. */
export const attachment = (fileName: string): string => named('attachment', fileName);

/** The header value that shows an answer, and saves it under the name where somebody saves it. */
export const shownAs = (fileName: string): string => named('inline', fileName);

/** RFC 6266: the name in ASCII for programs that read no other, and in full. */
function named(disposition: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFD').replaceAll(/[^\x20-\x7e]|["%\\]/g, '');
  const full = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${full}`;
}
