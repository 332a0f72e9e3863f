import { crc32, deflateSync } from 'node:zlib';

/** Files as cameras, scanners and tricksters make them, written byte by byte. */

const latin = (text: string) => Buffer.from(text, 'latin1');
const twoBytes = (value: number) => Buffer.from([value >> 8, value & 255]);
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), twoBytes(data.length + 2), data]);

/** One grey pixel as a baseline JPEG, without any metadata: what its parts are is in T.81. */
const jpegParts = {
  jfif: segment(0xe0, Buffer.concat([latin('JFIF\0'), Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0])])),
  quantisation: segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  frame: (width: number, height: number) =>
    segment(0xc0, Buffer.concat([Buffer.from([8]), twoBytes(height), twoBytes(width), Buffer.from([1, 1, 0x11, 0])])),
  codes: Buffer.concat(
    [0x00, 0x10].map((table) =>
      segment(0xc4, Buffer.concat([Buffer.from([table, 1]), Buffer.alloc(15), Buffer.from([0])])),
    ),
  ),
  // One block: no difference from grey, and the end of the block; the rest of the byte is filled with ones.
  scan: Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([0x3f])]),
};

/** Exif of a telephone: which side is up, and where the picture was taken. */
export const makeExif = (orientation: number) => {
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([twoBytes(tag), twoBytes(type), Buffer.from([0, 0, 0, count]), value]);
  const directory = [
    entry(0x010f, 2, 4, latin('Cam\0')),
    entry(0x0112, 3, 1, Buffer.from([0, orientation, 0, 0])),
    // The directory of GPS begins behind this one: latitude as text, for a test to look for.
    entry(0x8825, 4, 1, Buffer.from([0, 0, 0, 50])),
  ];
  const tiff = Buffer.concat([latin('MM'), Buffer.from([0, 42, 0, 0, 0, 8, 0, 3]), ...directory, Buffer.alloc(4)]);
  return segment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff, latin('GPS 10.2799N 61.4684W')]));
};

export function makeJpeg({
  orientation,
  comment,
  width = 8,
  height = 8,
  after = '',
}: {
  orientation?: number;
  comment?: string;
  width?: number;
  height?: number;
  after?: string;
} = {}): Buffer {
  const { jfif, quantisation, frame, codes, scan } = jpegParts;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jfif,
    ...(orientation === undefined ? [] : [makeExif(orientation)]),
    ...(comment === undefined ? [] : [segment(0xfe, latin(comment)), segment(0xed, latin(comment))]),
    ...[quantisation, frame(width, height), codes, scan],
    Buffer.from([0xff, 0xd9]),
    latin(after),
  ]);
}

export function makePngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([latin(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngOptions {
  width?: number;
  height?: number;
  /** 0 grey, 2 colours, 4 grey with alpha, 6 colours with alpha. */
  colourType?: 0 | 2 | 4 | 6;
  /** Bits a channel. */
  depth?: 8 | 16;
  /** Sent in seven passes, so that a slow line shows all of it early. */
  isInterlaced?: boolean;
  extra?: Buffer[];
}

/** A PNG, black. */
export function makePng({
  width = 2,
  height = 2,
  colourType = 2,
  depth = 8,
  isInterlaced = false,
  extra = [],
}: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType];
  const pixels = deflateSync(
    Buffer.alloc(Math.min(height, 2000) * (1 + (Math.min(width, 2000) * channels * depth) / 8)),
  );
  return Buffer.concat([
    pngSignature,
    makePngChunk('IHDR', header),
    ...extra,
    makePngChunk('IDAT', pixels),
    makePngChunk('IEND'),
  ]);
}

/** A PDF of one page, that says the text. */
export function makePdf(text = 'A certificate', extra = ''): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${extra}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((body, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const start = file.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return latin(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`);
}
