/** How files begin that a browser shows as a picture; a dot stands for any byte. */
const beginnings = {
  'image/png': '\u0089PNG\r\n\u001a\n',
  'image/jpeg': '\u00ff\u00d8\u00ff',
  'image/webp': 'RIFF....WEBP',
};

/** Media type of an image by its first bytes, whatever its name says; undefined where it is none (rule 20). */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const begins = (beginning: string) => [...beginning].every((byte, index) => byte === '.' || byte === start[index]);
  return Object.entries(beginnings).find(([, beginning]) => begins(beginning))?.[0];
}
