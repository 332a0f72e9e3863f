import { inflateSync } from 'node:zlib';

/** Pixels of a point. */
const scale = 4;

/** Paints the filled paths of modules in a PDF, and what is behind them white, as a printer would. */
export function paintModules(pdf: Uint8Array) {
  const text = Buffer.from(pdf).toString('latin1');
  const streams = [...text.matchAll(/stream\n/g)].flatMap(({ index }) => {
    try {
      return [inflateSync(pdf.subarray(index + 7)).toString('latin1')];
    } catch {
      return [];
    }
  });
  const [, size = '', x = '', y = '', path = ''] =
    streams
      .map((stream) => /q ([\d.]+) 0 0 -[\d.]+ ([\d.]+) ([\d.]+) cm\n((?:\d+ \d+ \d+ 1 re\n)+)f\nQ/.exec(stream))
      .find((found) => found !== null) ?? [];
  const [width, height] = [Math.round(595 * scale), Math.round(842 * scale)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const paint = (left: number, top: number, right: number, bottom: number) => {
    for (let row = Math.round(top); row < Math.round(bottom); row += 1)
      for (let column = Math.round(left); column < Math.round(right); column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  };
  const rectangles = [...path.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map((match) => match.slice(1).map(Number));
  const unit = Number(size) * scale;
  for (const [column = 0, row = 0, run = 0] of rectangles) {
    const [left, top] = [Number(x) * scale + column * unit, height - Number(y) * scale + row * unit];
    paint(left, top, left + run * unit, top + unit);
  }
  return { data, width, height };
}

const frame = { width: 1280, height: 720 };
/** Luminance of a desk, and of paper and ink in a room at night. */
const light = { desk: 60, paper: 190, ink: 50 };
/** How far the paper is turned, in radians, and how much larger than painted the camera sees it. */
const [turn, zoom] = [0.12, 1.4];

/** What a camera sees that is held over the QR code of a printed card, not quite straight: a video in Y4M. */
export function filmCard(pdf: Uint8Array): Buffer {
  const { data, width, height } = paintModules(pdf);
  const isInk = (x: number, y: number) => data[(y * width + x) * 4] === 0;
  const dark = Array.from({ length: width * height }, (_, at) => at).filter((at) => data[at * 4] === 0);
  const middleOf = (values: readonly number[]) =>
    (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  const [middleX, middleY] = [
    middleOf(dark.map((at) => at % width)),
    middleOf(dark.map((at) => Math.floor(at / width))),
  ];
  const luminance = Buffer.alloc(frame.width * frame.height, light.desk);
  for (let at = 0; at < luminance.length; at += 1) {
    const [right, down] = [(at % frame.width) - frame.width / 2, Math.floor(at / frame.width) - frame.height / 2];
    const x = Math.round(middleX + (right * Math.cos(turn) + down * Math.sin(turn)) / zoom);
    const y = Math.round(middleY + (down * Math.cos(turn) - right * Math.sin(turn)) / zoom);
    if (x >= 0 && y >= 0 && x < width && y < height) luminance[at] = isInk(x, y) ? light.ink : light.paper;
  }
  const picture = [Buffer.from('FRAME\n'), luminance, Buffer.alloc(luminance.length / 2, 128)];
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${frame.width} H${frame.height} F10:1 Ip A1:1 C420jpeg\n`),
    ...picture,
    ...picture,
  ]);
}
