/** The header value that saves an answer under a name. RFC 6266: the name in ASCII for programs that read no other, and in full. */
export function attachment(fileName: string): string {
  const plain = fileName.normalize('NFD').replaceAll(/[^\x20-\x7e]|["%\\]/g, '');
  const full = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
