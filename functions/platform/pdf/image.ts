import { deflateSync, inflateSync } from 'node:zlib';
import { parseExifOrientation } from '#shared/students/files/clean-image.ts';

/**
 * An image as a PDF holds it (ISO 32000-1, 8.9.5): entries of its dictionary, and data in the filter that they name.
 */
export interface PrintableImage {
  /** Pixels, after rotation. */
  width: number;
  height: number;
  /** Exif orientation, 1 to 8. */
  orientation: number;
  dictionary: string;
  data: Uint8Array;
}

/** Most pixels of a PNG that must be decoded, at four bytes each. */
const mostDecodedPixels = 12_000_000;

/**
 * Embeds a JPEG, or a PNG without transparency, as it is; blends a transparent PNG with white. Undefined for other
 * kinds of file, interlaced PNGs, transparent PNGs of 16 bits or too many pixels, and damaged files.
 */
export function parseImage(bytes: Uint8Array): PrintableImage | undefined {
  try {
    if (bytes[0] === 0xff) return readJpeg(bytes);
    return bytes[0] === 0x89 ? readPng(bytes) : undefined;
  } catch (error) {
    // Reads beyond the end, and errors of zlib on damaged data.
    if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_')) return undefined;
    throw error;
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

function image(
  size: { width: number; height: number },
  entries: string,
  data: Uint8Array,
  orientation = 1,
): PrintableImage {
  const { width, height } = size;
  const isOnItsSide = orientation >= 5;
  return {
    ...(isOnItsSide ? { width: height, height: width } : size),
    orientation,
    dictionary: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${entries}`,
    data,
  };
}

const jpegColours: Record<number, string> = {
  1: '/DeviceGray',
  3: '/DeviceRGB',
  // CMYK JPEGs are stored inverted.
  4: '/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]',
};

function readJpeg(bytes: Uint8Array): PrintableImage | undefined {
  const view = viewOf(bytes);
  let orientation = 1;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const end = at + 2 + view.getUint16(at + 2);
    if (marker === 0xe1) orientation = parseExifOrientation(bytes.subarray(at, end)) ?? orientation;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      const colours = jpegColours[view.getUint8(at + 9)];
      if (colours === undefined || size.width * size.height === 0) return undefined;
      return image(size, `/ColorSpace${colours}/BitsPerComponent 8/Filter/DCTDecode`, bytes, orientation);
    }
    at = end;
  }
  return undefined;
}

function readPng(bytes: Uint8Array): PrintableImage | undefined {
  const view = viewOf(bytes);
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  const [depth = 0, colourType = 0, , , interlace] = bytes.subarray(24, 29);
  if (interlace !== 0 || size.width * size.height === 0) return undefined;
  const packed = Buffer.concat(chunksOf(bytes, 'IDAT'));
  const predicted = (colours: number, bits: number) =>
    `/BitsPerComponent ${bits}/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ${colours}/BitsPerComponent ${bits}/Columns ${size.width}>>`;
  if (colourType === 0) return image(size, `/ColorSpace/DeviceGray${predicted(1, depth)}`, packed);
  if (colourType === 2) return image(size, `/ColorSpace/DeviceRGB${predicted(3, depth)}`, packed);
  if (colourType === 3) {
    const [palette = Buffer.alloc(0)] = chunksOf(bytes, 'PLTE');
    const colours = `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${palette.toString('hex')}>]`;
    return image(size, `/ColorSpace${colours}${predicted(1, depth)}`, packed);
  }
  const channels = { 4: 2, 6: 4 }[colourType];
  if (depth !== 8 || channels === undefined || size.width * size.height > mostDecodedPixels) return undefined;
  const maxOutputLength = size.height * (1 + size.width * channels);
  const pixels = unfiltered(inflateSync(packed, { maxOutputLength }), size, channels);
  const onWhite = deflateSync(blendWithWhite(pixels, channels));
  const space = channels === 2 ? '/DeviceGray' : '/DeviceRGB';
  return image(size, `/ColorSpace${space}/BitsPerComponent 8/Filter/FlateDecode`, onWhite);
}

function chunksOf(bytes: Uint8Array, wanted: string): Buffer[] {
  const view = viewOf(bytes);
  const chunks: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) throw new RangeError('The image ends within a chunk.');
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    if (type === wanted) chunks.push(Buffer.from(bytes.subarray(at + 8, end - 4)));
    at = end;
  }
  return chunks;
}

/** Reverses the PNG filters (PNG, 9.2): each line has the differences to its neighbours. */
function unfiltered(
  lines: Uint8Array,
  { width, height }: { width: number; height: number },
  channels: number,
): Uint8Array {
  const length = width * channels;
  if (lines.length < height * (length + 1)) throw new RangeError('The image has too few lines.');
  const pixels = new Uint8Array(height * length);
  for (let line = 0; line < height; line += 1) {
    const filter = lines[line * (length + 1)];
    for (let at = 0; at < length; at += 1) {
      const to = line * length + at;
      const left = at < channels ? 0 : (pixels[to - channels] ?? 0);
      const above = line === 0 ? 0 : (pixels[to - length] ?? 0);
      const corner = at < channels || line === 0 ? 0 : (pixels[to - length - channels] ?? 0);
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      pixels[to] = (lines[line * (length + 1) + 1 + at] ?? 0) + predicted;
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Blends colours with white by their opacity. */
function blendWithWhite(pixels: Uint8Array, channels: number): Uint8Array {
  const colours = channels - 1;
  const opaque = new Uint8Array((pixels.length / channels) * colours);
  for (let from = 0, to = 0; from < pixels.length; from += channels) {
    const opacity = (pixels[from + colours] ?? 0) / 255;
    for (let colour = 0; colour < colours; colour += 1, to += 1) {
      opaque[to] = Math.round(255 + ((pixels[from + colour] ?? 0) - 255) * opacity);
    }
  }
  return opaque;
}
