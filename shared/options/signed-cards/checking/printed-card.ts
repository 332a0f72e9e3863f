import { parseCode } from '../signed-card.ts';
import { type PageWithPictures, type PaintOperators, picturesOfPage } from './pictures-of-page.ts';

/** What is used of a document as PDF.js opens it. */
export interface PdfToRead {
  numPages: number;
  getPage(number: number): Promise<
    PageWithPictures & {
      getTextContent(options: { disableNormalization: true }): Promise<{ items: unknown[] }>;
      cleanup(): unknown;
    }
  >;
  getAttachments(): Promise<unknown>;
  getAttachmentContent(id: string): Promise<unknown>;
}

/**
 * What a PDF says that it has a card of: nothing of it is proved. Its texts are not read for figures, because what a
 * page shows may be another thing: a box over a figure, a page in front, a note.
 */
export type CardOfPdf =
  | {
      code: string;
      /** JSON of the attached credential; null where there is none with the card's code. */
      credential: string | null;
    }
  /** What a QR code in a picture says: of a page that was scanned. */
  | { scanned: string };

/** Pages of a PDF that are read: those of a class on both sides, and more. */
export const maxPagesOfPdf = 150;

/** The PDF has more pages than are read, or reading has taken too long. */
export class PdfLimitError extends Error {}

/** Finds the text of a QR code in a picture of four bytes a pixel; null where there is none. */
export type DecodeQrCode = (picture: { data: Uint8ClampedArray; width: number; height: number }) => string | null;

/**
 * Finds the cards of a PDF in the order of their pages: by the code at their foot, or by the QR code in a picture.
 * @param milliseconds that it may take, within a page too: the caller destroys the document, which then stops working
 * @throws PdfLimitError
 */
export async function findCardsOfPdf(
  document: PdfToRead,
  {
    decode,
    operators,
    milliseconds = 15_000,
  }: { decode: DecodeQrCode; operators: PaintOperators; milliseconds?: number },
): Promise<CardOfPdf[]> {
  if (document.numPages > maxPagesOfPdf) throw new PdfLimitError('Too many pages');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PdfLimitError('Too slow')), milliseconds);
  });
  try {
    return await Promise.race([readCards(document, { decode, operators, end: Date.now() + milliseconds }), tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param end when reading stops between pages, in milliseconds since 1970 */
async function readCards(
  document: PdfToRead,
  { decode, operators, end }: { decode: DecodeQrCode; operators: PaintOperators; end: number },
): Promise<CardOfPdf[]> {
  const attached = ((await document.getAttachments()) ?? new Map()) as ReadonlyMap<string, { filename: string }>;
  const credentialOf = async (code: string) => {
    const names = [`report-card-${code}.json`, `document-${code}.json`];
    const [id] = [...attached].find(([, { filename }]) => names.includes(filename)) ?? [];
    const content = id === undefined ? undefined : await document.getAttachmentContent(id);
    return content instanceof Uint8Array ? new TextDecoder().decode(content) : null;
  };
  const cards = new Map<string, CardOfPdf>();
  for (let number = 1; number <= document.numPages; number += 1) {
    if (Date.now() > end) throw new PdfLimitError('Too slow');
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const codes = codesOf((items as { str?: string }[]).map(({ str = '' }) => str));
    for (const code of codes) if (!cards.has(code)) cards.set(code, { code, credential: await credentialOf(code) });
    if (codes.length === 0) {
      for (const picture of await picturesOfPage(page, operators)) {
        const scanned = decode(picture);
        if (scanned !== null) cards.set(scanned, { scanned });
      }
    }
    page.cleanup();
  }
  return [...cards.values()];
}

/** Codes in the texts of a page, which may be cut into pieces anywhere. */
function codesOf(texts: readonly string[]): string[] {
  const found = [texts.join(''), ...texts].flatMap((text) =>
    [...text.matchAll(/\bCode ([0-9A-Z]{5}-[0-9A-Z]{5})\b/g)].map(([, code = '']) => parseCode(code)),
  );
  return [...new Set(found)].filter((code) => code !== null);
}
