/** An image without its metadata. */
export interface CleanImage {
  bytes: Uint8Array<ArrayBuffer>;
  /** Pixels. */
  width: number;
  height: number;
  /** Its Exif orientation makes viewers rotate or mirror it. */
  isTurned: boolean;
  /**
   * Documents can include it: not a JPEG with unusual colours, an interlaced PNG, or a transparent PNG too large to be
   * put on white.
   */
  isPrintable: boolean;
}

/** Most pixels of a transparent PNG that is put on white for a document: each takes four bytes of memory. */
const transparentPixels = 12_000_000;

type Part = Uint8Array;

/**
 * Removes the metadata of an image: place, time and device, thumbnails, comments, and any bytes after its end. Colours,
 * transparency and orientation stay. Undefined where the image is damaged.
 */
export function cleanImage(bytes: Uint8Array, type: 'image/jpeg' | 'image/png'): CleanImage | undefined {
  try {
    return type === 'image/jpeg' ? cleanJpeg(bytes) : cleanPng(bytes);
  } catch (error) {
    // Reading beyond the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function joinBytes(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** The chunks of a PNG that determine what it looks like. */
const keptChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs']);

function cleanPng(bytes: Uint8Array): CleanImage | undefined {
  const view = viewOf(bytes);
  const parts: Part[] = [bytes.subarray(0, 8)];
  let at = 8;
  for (;;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    if (keptChunks.has(type)) parts.push(bytes.subarray(at, end));
    at = end;
    if (type === 'IEND') break;
  }
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  const [depth, colours, , , interlace] = bytes.subarray(24, 29);
  const isTransparent = colours === 4 || colours === 6;
  const isOpened = !isTransparent || (depth === 8 && size.width * size.height <= transparentPixels);
  return { bytes: joinBytes(parts), ...size, isTurned: false, isPrintable: interlace === 0 && isOpened };
}

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const exif = 0xe1;
const comment = 0xfe;
/** Whether the segment is a frame header, which has the size; three tables have numbers in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** JFIF, colour profile and colour coding; an image is shown without the other application segments. */
const keptApplications = [0xe0, 0xe2, 0xee];
const isMetadata = (marker: number) =>
  marker === comment || (marker >= 0xe0 && marker <= 0xef && !keptApplications.includes(marker));

function cleanJpeg(bytes: Uint8Array): CleanImage | undefined {
  const view = viewOf(bytes);
  if (view.getUint16(0) !== 0xff00 + startOfImage) return undefined;
  const parts: Part[] = [];
  let orientation = 1;
  let size: { width: number; height: number } | undefined;
  let colours = 0;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    if (marker === exif) orientation = parseExifOrientation(segment) ?? orientation;
    if (isFrame(marker)) {
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      colours = view.getUint8(at + 9);
    }
    const isSecondImage = marker === 0xe2 && !startsWith(segment, 'ICC_PROFILE');
    if (!isMetadata(marker) && !isSecondImage) parts.push(segment);
    at = end;
    if (marker === startOfScan) {
      const after = endOfScan(bytes, end);
      parts.push(bytes.subarray(end, after));
      at = after;
    }
  }
  if (!size) return undefined;
  const turned = orientation === 1 ? [] : [orientationSegment(orientation)];
  const whole = [new Uint8Array([0xff, startOfImage]), ...turned, ...parts, new Uint8Array([0xff, endOfImage])];
  return { bytes: joinBytes(whole), ...size, isTurned: orientation !== 1, isPrintable: [1, 3, 4].includes(colours) };
}

const startsWith = (segment: Uint8Array, name: string): boolean =>
  String.fromCharCode(...segment.subarray(4, 4 + name.length)) === name;

/** Where the scan that begins here ends: at the next marker that does not belong to it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isOfScan = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isOfScan) return at;
  }
  throw new RangeError('The pixels do not end.');
}

const orientationTag = 0x0112;

/** The orientation, 1 to 8 (Exif 2.3, 4.6.4); undefined where the segment has none. */
export function parseExifOrientation(segment: Uint8Array): number | undefined {
  if (!startsWith(segment, 'Exif\0\0')) return undefined;
  const tiff = viewOf(segment.subarray(10));
  try {
    const isLittle = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, isLittle);
    const entries = tiff.getUint16(directory, isLittle);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + 12 * entry;
      const value = tiff.getUint16(at + 8, isLittle);
      if (tiff.getUint16(at, isLittle) === orientationTag) return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const asciiOf = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** An Exif segment with the orientation alone. */
function orientationSegment(orientation: number): Uint8Array {
  const head = [0xff, exif, 0, 34, ...asciiOf('Exif\0\0MM'), 0, 42, 0, 0, 0, 8, 0, 1];
  return new Uint8Array([...head, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
}
