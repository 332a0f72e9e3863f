/** Magic numbers of the types that are kept. */
const beginnings = {
  'application/pdf': '%PDF-',
  'image/png': '\u0089PNG\r\n\u001a\n',
  'image/jpeg': '\u00ff\u00d8\u00ff',
} as const;

/** Media type of a file by its first twelve bytes, not by its name; undefined for any other type (rule 20). */
export function detectFileType(bytes: Uint8Array): keyof typeof beginnings | undefined {
  const start = [...bytes.subarray(0, 12)].map((byte) => String.fromCharCode(byte)).join('');
  const types = Object.keys(beginnings) as (keyof typeof beginnings)[];
  return types.find((type) => start.startsWith(beginnings[type]));
}
