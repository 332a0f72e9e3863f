import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one byte a pixel, each the number of a colour; colours are 0xRRGGBB. */
export function encodePng(pixels: Uint8Array, { size, colours }: { size: number; colours: readonly number[] }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits, a palette; no other compression, filter or interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const lines = Buffer.alloc(size * (size + 1));
  for (let line = 0; line < size; line += 1) {
    lines.set(pixels.subarray(line * size, (line + 1) * size), line * (size + 1) + 1);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', deflateSync(lines)), chunk('IEND')];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
