/** How files begin that a browser shows; a dot is any byte. */
const beginnings = {
  'application/pdf': '%PDF-',
  'image/png': '\u0089PNG\r\n\u001a\n',
  'image/jpeg': '\u00ff\u00d8\u00ff',
  'image/webp': 'RIFF....WEBP',
} as const;

/** Media type of a file by its first twelve bytes, whatever its name says; undefined where it is none of these (rule 20). */
export function fileTypeOf(bytes: Uint8Array): keyof typeof beginnings | undefined {
  const start = [...bytes.subarray(0, 12)].map((byte) => String.fromCharCode(byte)).join('');
  const begins = (beginning: string) => [...beginning].every((byte, index) => byte === '.' || byte === start[index]);
  const types = Object.keys(beginnings) as (keyof typeof beginnings)[];
  return types.find((type) => begins(beginnings[type]));
}
