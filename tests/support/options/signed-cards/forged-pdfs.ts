import { degrees, PDFDocument, PDFName, PDFString, rgb, StandardFonts } from 'pdf-lib';
import { paintModules } from './painted-card.ts';

/**
 * The PDF of a card with a white box over the figure at a place, in points from below, and another figure on the box.
 */
export async function withWhiteBox(pdf: Uint8Array, { x = 60, y = 560, text = '98.6 %' } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  const [page] = document.getPages();
  page?.drawRectangle({ x, y, width: 120, height: 24, color: rgb(1, 1, 1) });
  page?.drawText(text, { x: x + 4, y: y + 6, size: 14, font: await document.embedFont(StandardFonts.Helvetica) });
  return document.save();
}

/** The PDF of a card behind a page that somebody has made in front of it. */
export async function withFalseFirstPage(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  const page = document.insertPage(0, [595, 842]);
  page.drawText('Average 98.6 %', { x: 60, y: 700, size: 20, rotate: degrees(0) });
  return document.save();
}

/** The PDF of a card with a note, drawn by the reader, that covers a figure. */
export async function withAnnotation(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  const note = document.context.register(
    document.context.obj({
      Type: 'Annot',
      Subtype: 'FreeText',
      Rect: [60, 560, 180, 584],
      F: 4,
      Contents: PDFString.of('98.6 %'),
      DA: PDFString.of('/Helv 14 Tf 0 g'),
      C: [1, 1, 1],
    }),
  );
  document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([note]));
  return document.save();
}

/**
 * The first page of a card as a scanner makes it: one grey picture, here one byte a pixel or one bit, and no text; of
 * one bit also as a mask, in which 0 is ink, or with `isInverse` 1.
 */
export async function asScan(
  pdf: Uint8Array,
  { bits, isMask = false, isInverse = false }: { bits: 1 | 8; isMask?: boolean; isInverse?: boolean },
): Promise<Uint8Array> {
  const { data, width, height } = paintModules(pdf);
  const bytesOfLine = bits === 1 ? (width + 7) >> 3 : width;
  const pixels = new Uint8Array(bytesOfLine * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isLight = (data[(y * width + x) * 4] ?? 0) > 127;
      if (bits === 8) pixels[y * bytesOfLine + x] = isLight ? 235 : 40;
      else if (isLight !== isInverse)
        pixels[y * bytesOfLine + (x >> 3)] = (pixels[y * bytesOfLine + (x >> 3)] ?? 0) | (128 >> (x & 7));
    }
  }
  const document = await PDFDocument.create();
  const picture = document.context.register(
    document.context.flateStream(pixels, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ...(isMask ? { ImageMask: true, Decode: isInverse ? [1, 0] : [0, 1] } : { ColorSpace: 'DeviceGray' }),
      BitsPerComponent: bits,
    }),
  );
  const page = document.addPage([595, 842]);
  page.node.setXObject(PDFName.of('Scan'), picture);
  page.node.set(
    PDFName.of('Contents'),
    document.context.register(document.context.flateStream('q 595 0 0 842 0 0 cm /Scan Do Q')),
  );
  return document.save();
}
