import { describe, expect, it } from 'vitest';
import { sizeOf } from '#shared/students/files/image-size.ts';
import { jpeg, pngOf } from '../../support/files/sample-files.ts';

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the pixels of an image', () => {
  it.each([
    ['JPEG', jpeg({ width: 4000, height: 3000, orientation: 6 }), { width: 4000, height: 3000 }],
    ['PNG', pngOf({ width: 30_000, height: 20_000 }), { width: 30_000, height: 20_000 }],
    ['GIF', latin('GIF89a\x10\x27\x20\x4e'), { width: 10_000, height: 20_000 }],
    ['WebP', latin('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\x27\0\x1f\x4e\0'), { width: 10_000, height: 20_000 }],
    [
      'HEIC',
      latin(`\0\0\0\x18ftypheic${'\0'.repeat(16)}ispe\0\0\0\0\0\0\x27\x10\0\0\x4e\x20${'\0'.repeat(20)}`),
      { width: 10_000, height: 20_000 },
    ],
    ['SVG', latin('<svg width="1" height="1"/>'), undefined],
    ['half of a PNG', pngOf().subarray(0, 14), undefined],
    ['half of a JPEG', jpeg().subarray(0, 12), undefined],
  ])('are read of the header alone: %s', (_kind, bytes, size) => {
    expect(sizeOf(new Uint8Array(bytes))).toEqual(size);
  });
});
