/** Pixels of a page scanned at 600 dots an inch; more would fill a browser's memory. */
export const pixelLimit = 50_000_000;

/** Size of an image in pixels, by its header alone; undefined where it is no image of a type that browsers read. */
export function parseImageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  try {
    if (text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (text(0, 3) === 'GIF') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (text(0, 2) === 'BM')
      return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
    if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return sizeOfWebp(view, text(12, 4));
    if (view.getUint16(0) === 0xffd8) return sizeOfJpeg(view);
    if (text(4, 4) === 'ftyp') return sizeOfHeif(bytes, view);
  } catch (error) {
    // Reading beyond the end.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function sizeOfWebp(view: DataView, kind: string): { width: number; height: number } | undefined {
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 };
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function sizeOfJpeg(view: DataView): { width: number; height: number } | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** HEIC and AVIF: the largest size in the file, which has those of the image, its tiles and its thumbnail. */
function sizeOfHeif(bytes: Uint8Array, view: DataView): { width: number; height: number } | undefined {
  let largest: { width: number; height: number } | undefined;
  // `ispe`: length, name, version, width, height (ISO/IEC 23008-12, 6.5.3). It is near the beginning of the file.
  const end = Math.min(bytes.length, 1_000_000) - 16;
  for (let at = 0; at < end; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
