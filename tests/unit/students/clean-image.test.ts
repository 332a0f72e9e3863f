import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseImage } from '#functions/platform/pdf/image.ts';
import { cleanImage, parseExifOrientation } from '#shared/students/files/clean-image.ts';
import { parseImageSize } from '#shared/students/files/image-size.ts';
import { makeExif, makeJpeg, makePng, makePngChunk } from '../../support/files/sample-files.ts';

const latin = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');

describe('a photograph', () => {
  it('loses location, device, comments and bytes after its end', () => {
    const taken = makeJpeg({ orientation: 1, comment: 'at home', after: 'a film with GPS 10.2799N' });
    expect(latin(taken)).toContain('GPS');
    const clean = cleanImage(taken, 'image/jpeg');
    for (const told of ['GPS', 'Exif', 'Cam', 'at home', 'film']) expect(latin(clean?.bytes)).not.toContain(told);
    // What is left is the same picture as one that never had any of it.
    expect(Buffer.from(clean?.bytes ?? []).equals(makeJpeg())).toBe(true);
  });

  it('keeps the orientation and no other Exif data', () => {
    const clean = cleanImage(makeJpeg({ orientation: 6 }), 'image/jpeg')?.bytes ?? new Uint8Array();
    const begins = clean.subarray(2, 2 + 36);
    expect(parseExifOrientation(begins)).toBe(6);
    expect(latin(clean)).not.toContain('GPS');
    expect(Buffer.from(clean.subarray(2 + 36)).equals(makeJpeg().subarray(2))).toBe(true);
  });

  it('has the size of its header', () => {
    expect(cleanImage(makeJpeg({ width: 4000, height: 3000 }), 'image/jpeg')).toMatchObject({
      width: 4000,
      height: 3000,
    });
  });

  it('that is cut off anywhere is damaged, and never throws', () => {
    const whole = makeJpeg({ orientation: 3, comment: 'x' });
    for (let length = 0; length < whole.length; length += 1) {
      expect(cleanImage(whole.subarray(0, length), 'image/jpeg')).toBeUndefined();
    }
  });

  it('of any bytes terminates', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const head of [makeJpeg().subarray(0, 30), makePng().subarray(0, 40)]) {
          const broken = Buffer.concat([head, bytes]);
          cleanImage(broken, head[0] === 0xff ? 'image/jpeg' : 'image/png');
        }
      }),
    );
  });

  it('with an invalid Exif has no orientation', () => {
    const exif = makeExif(6);
    for (let length = 4; length < exif.length; length += 1) parseExifOrientation(exif.subarray(0, length));
    expect(parseExifOrientation(makeExif(9))).toBeUndefined();
    expect(parseExifOrientation(Buffer.from('ffe10008 4578696600 00', 'hex'))).toBeUndefined();
  });
});

describe('a PNG', () => {
  it('loses texts, times, Exif and bytes after its end', () => {
    const extra = [
      makePngChunk('tEXt', Buffer.from('Author\0Somebody')),
      makePngChunk('eXIf', Buffer.from('GPS 10.2799N')),
      makePngChunk('iTXt', Buffer.from('XML:com.adobe.xmp')),
      makePngChunk('tIME', Buffer.alloc(7)),
    ];
    const drawn = Buffer.concat([makePng({ extra }), Buffer.from('<script>')]);
    const clean = cleanImage(drawn, 'image/png');
    expect(Buffer.from(clean?.bytes ?? []).equals(makePng())).toBe(true);
  });

  it('keeps its colours', () => {
    const coloured = makePng({ extra: [makePngChunk('gAMA', Buffer.alloc(4)), makePngChunk('tRNS', Buffer.alloc(6))] });
    expect(Buffer.from(cleanImage(coloured, 'image/png')?.bytes ?? []).equals(coloured)).toBe(true);
  });

  it('that is cut off anywhere is damaged', () => {
    const whole = makePng();
    for (let length = 0; length < whole.length; length += 1) {
      expect(cleanImage(whole.subarray(0, length), 'image/png')).toBeUndefined();
    }
  });
});

describe('an image for documents', () => {
  const ofFiveColours = makeJpeg();
  ofFiveColours[ofFiveColours.indexOf(Buffer.from([0xff, 0xc0])) + 9] = 5;
  it.each([
    ['a JPEG', makeJpeg(), true],
    ['a JPEG on its side', makeJpeg({ orientation: 6 }), true],
    ['a JPEG of five colours', ofFiveColours, false],
    ['a PNG', makePng(), true],
    ['a grey PNG of 16 bits', makePng({ colourType: 0, depth: 16 }), true],
    ['a PNG with transparency', makePng({ colourType: 6 }), true],
    ['a PNG with transparency, of 16 bits', makePng({ colourType: 6, depth: 16 }), false],
    ['a PNG with transparency, of 16 million pixels', makePng({ colourType: 4, width: 4000, height: 4000 }), false],
    ['a PNG that is sent in passes', makePng({ isInterlaced: true }), false],
  ])('is printable where documents can include it: %s', (_, bytes, isPrintable) => {
    const type = bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
    expect(cleanImage(bytes, type)?.isPrintable).toBe(isPrintable);
    expect(parseImage(bytes) !== undefined).toBe(isPrintable);
  });
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the pixels of an image', () => {
  it.each([
    ['JPEG', makeJpeg({ width: 4000, height: 3000, orientation: 6 }), { width: 4000, height: 3000 }],
    ['PNG', makePng({ width: 30_000, height: 20_000 }), { width: 30_000, height: 20_000 }],
    ['GIF', bytesOf('GIF89a\x10\x27\x20\x4e'), { width: 10_000, height: 20_000 }],
    ['WebP', bytesOf('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\x27\0\x1f\x4e\0'), { width: 10_000, height: 20_000 }],
    [
      'HEIC',
      bytesOf(`\0\0\0\x18ftypheic${'\0'.repeat(16)}ispe\0\0\0\0\0\0\x27\x10\0\0\x4e\x20${'\0'.repeat(20)}`),
      { width: 10_000, height: 20_000 },
    ],
    ['SVG', bytesOf('<svg width="1" height="1"/>'), undefined],
    ['half of a PNG', makePng().subarray(0, 14), undefined],
    ['half of a JPEG', makeJpeg().subarray(0, 12), undefined],
  ])('are read from the header alone: %s', (_kind, bytes, size) => {
    expect(parseImageSize(new Uint8Array(bytes))).toEqual(size);
  });
});
