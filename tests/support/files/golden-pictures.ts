import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/** Whether PDFs can be painted here (Debian: poppler-utils). */
export const canPaint = existsSync('/usr/bin/pdftoppm');

/** Pixels an inch: enough to read by, and small files. */
const resolution = 60;

/** Part of a page's pixels that may differ much: versions of poppler smooth letters differently. */
const tolerance = 0.004;

/**
 * Paints a PDF and compares each page with `<golden>-<number>.png`. Returns what differs, in sentences; nothing where
 * all is alike. With `GOLDEN=write` in the environment, the pictures are written: look at them before they are
 * committed.
 */
export function compareWithGolden(pdf: Uint8Array, golden: URL): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    writeFileSync(join(folder, 'card.pdf'), pdf);
    execFileSync('/usr/bin/pdftoppm', ['-gray', '-png', '-r', String(resolution), 'card.pdf', 'page'], { cwd: folder });
    const pages = readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .sort();
    return pages.flatMap((name, index) => {
      const file = `${fileURLToPath(golden)}-${index + 1}.png`;
      const painted = readFileSync(join(folder, name));
      if (process.env.GOLDEN === 'write') writeFileSync(file, painted);
      if (!existsSync(file)) return [`page ${index + 1} has no golden picture`];
      const part = differentPart(readPng(painted), readPng(readFileSync(file)));
      return part > tolerance ? [`page ${index + 1}: ${(part * 100).toFixed(2)} % of its pixels differ`] : [];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Picture {
  /** Bytes of a row. */
  stride: number;
  bytes: Uint8Array;
}

/** Part of the bytes that are light in one picture and dark in the other; 1 where the sizes differ. */
function differentPart(a: Picture, b: Picture): number {
  if (a.stride !== b.stride || a.bytes.length !== b.bytes.length) return 1;
  let different = 0;
  for (const [i, byte] of a.bytes.entries()) if (Math.abs(byte - (b.bytes[i] ?? 0)) > 64) different += 1;
  return different / a.bytes.length;
}

/** Bytes of a pixel by the PNG's type of colour: grey and RGB. */
const bytesOfPixel: Record<number, number> = { 0: 1, 2: 3 };

/** Reads a PNG of 8 bits that is not interlaced and has no transparency, as pdftoppm writes them. */
function readPng(file: Buffer): Picture {
  const pixel = bytesOfPixel[file[25] ?? -1];
  if (file[24] !== 8 || pixel === undefined || file[28] !== 0) throw new Error('not a PNG as pdftoppm writes it');
  const stride = file.readUInt32BE(16) * pixel;
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const isData = file.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(data));
  const bytes = new Uint8Array(stride * file.readUInt32BE(20));
  for (let i = 0; i < bytes.length; i++) {
    const y = Math.floor(i / stride);
    const hasLeft = i % stride >= pixel;
    const left = hasLeft ? (bytes[i - pixel] ?? 0) : 0;
    const up = bytes[i - stride] ?? 0;
    const corner = hasLeft ? (bytes[i - stride - pixel] ?? 0) : 0;
    const filter = rows[y * (stride + 1)] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    bytes[i] = (rows[i + y + 1] ?? 0) + guess;
  }
  return { stride, bytes };
}

/** The neighbour that is nearest to what the three of them promise (PNG, 9.4). */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
