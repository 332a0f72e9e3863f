import type { Random } from '../random.ts';
import { encodePng } from './png.ts';

/** Pixels of a side. */
const size = 72;
const backgrounds = [0xcfd8e3, 0xd9e2d0, 0xe6dccf, 0xdcd3e6, 0xcfe3e0, 0xe8e4d4];
const skins = [0x5a3825, 0x6f4530, 0x8a5a3c, 0xa87350, 0xc68e65, 0xe0b48c];
const hairs = [0x15100d, 0x241812, 0x3a2518, 0x4f3322];
const shirts = [0xf4f4f0, 0xf4f4f0, 0x9db8d9];
const eyes = 0x1c1410;
const edge = 0.5;

/** A drawn head with shoulders; nobody's likeness. A few kilobytes of PNG. */
export function drawPortrait(random: Random): Buffer {
  const colours = [random.pick(backgrounds), random.pick(shirts), random.pick(skins), random.pick(hairs), eyes];
  const head = { x: 0.5 + 0.02 * (random.next() - 0.5), y: 0.45, width: 0.17 + 0.03 * random.next(), height: 0.22 };
  const hair = { length: random.next() < 0.5 ? 0.3 + 0.3 * random.next() : 0.05, crown: 0.04 + 0.03 * random.next() };
  const pixels = new Uint8Array(size * size);
  for (let index = 0; index < pixels.length; index += 1) {
    const x = ((index % size) + edge) / size;
    const y = (Math.floor(index / size) + edge) / size;
    pixels[index] = colourAt({ x, y }, head, hair);
  }
  return encodePng(pixels, { size, colours });
}

interface Head {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isInside = (x: number, y: number, { width, height }: Pick<Head, 'width' | 'height'>): boolean =>
  (x / width) ** 2 + (y / height) ** 2 <= 1;

/** The number of the colour at a point between 0 and 1. */
function colourAt(point: { x: number; y: number }, head: Head, hair: { length: number; crown: number }): number {
  const x = Math.abs(point.x - head.x);
  const y = point.y - head.y;
  const isEye = isInside(x - 0.07, y + 0.01, { width: 0.018, height: 0.022 });
  const isMouth = x < 0.06 && Math.abs(y - 0.12 + 4 * x * x) < 0.008;
  if (isEye || isMouth) return 4;
  const isFace = isInside(x, y, head);
  if (isFace && y > -0.1 - x * x) return 2;
  const { width, height } = head;
  const cap = { width: width + hair.crown, height: height + hair.crown };
  const isBeside = x < cap.width && x > width * 0.7 && y > 0 && y < hair.length;
  if ((isInside(x, y, cap) && y < 0.08) || isBeside) return 3;
  const isNeck = x < 0.075 && y > 0 && y < 0.3;
  if (isFace || isNeck) return 2;
  return isInside(x, y - 0.56, { width: 0.38, height: 0.32 }) ? 1 : 0;
}
