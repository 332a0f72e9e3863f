import { PdfDocument } from '#functions/platform/pdf/document.ts';
import type { PrintableImage } from '#functions/platform/pdf/image.ts';
import { type Block, decorateBlock, padBlock, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { contentWidth, flowSection, type PaperSheet } from '#functions/platform/pdf/layout/flow.ts';
import { type ParagraphStyle, paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { placeSideBySide, type StackedBlock, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { singleLine } from '#functions/platform/pdf/lines.ts';
import type { DrawableImage, Page } from '#functions/platform/pdf/pdf-page.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { SchoolHead } from '../report-card.ts';
import { createSheetAndListStyles, printColours, type SheetStyle } from './styles.ts';

type LetterheadStyle = Record<'school' | 'motto' | 'address', ParagraphStyle>;

/** How name and address are arranged (`CardLayout.head`). */
export type HeadArrangement = CardLayout['head'];

/**
 * The school's name, motto and address with a rule below: beside each other, or centred; the crest is before them.
 * `width` in points.
 */
export function letterheadBlock(
  school: SchoolHead,
  { style, width, head = 'beside', crest }: HeadSetting & { head?: HeadArrangement | undefined },
): Block {
  const contact = [school.telephone === null ? null : `Tel. ${school.telephone}`, school.email];
  const lines = [school.address.join(', '), ...contact.filter((line) => line !== null)].filter((line) => line !== '');
  const block =
    head === 'centred'
      ? centredHead(school, lines, { style, width, crest })
      : headBeside(school, lines, { style, width, crest });
  return decorateBlock(padBlock(block, spaceAround(0, 8)), ({ page, x, top }, height) =>
    page.fill({ x, y: top + height - 1.2, width, height: 1.2, colour: printColours.accent }),
  );
}

interface HeadSetting {
  style: LetterheadStyle;
  width: number;
  crest?: DrawableImage | undefined;
}

/** The box that a crest is scaled into, and the room beside it. Points. */
const crestBox = { width: 70, height: 46 };
const besideCrest = 12;

/** A crest is decoration: the school's name beside it says what it says. */
function crestBlock(crest: DrawableImage): { block: Block; width: number } {
  const scale = Math.min(crestBox.width / crest.width, crestBox.height / crest.height);
  const size = { width: crest.width * scale, height: crest.height * scale };
  const block: Block = {
    height: size.height,
    split: () => null,
    draw: ({ page, x, top }) => page.image(crest, { x, y: top, ...size }),
  };
  return { block, width: size.width };
}

function headBeside(school: SchoolHead, lines: readonly string[], { style, width, crest }: HeadSetting): Block {
  const picture = crest && crestBlock(crest);
  const side = picture ? 160 : 200;
  const before = picture ? picture.width + besideCrest : 0;
  const main = width - side - 16 - before;
  const name = stackBlocks([
    { block: paragraphBlock({ text: school.name, style: style.school, width: main, type: 'P' }) },
    ...blockUnlessMissing(school.motto, (text) => paragraphBlock({ text, style: style.motto, width: main, type: 'P' })),
  ]);
  const address = paragraphBlock({ text: lines.join('\n'), style: style.address, width: side, type: 'P' });
  return placeSideBySide([
    ...(picture ? [{ x: 0, block: picture.block }] : []),
    { x: before, block: name },
    { x: width - side, block: address },
  ]);
}

function centredHead(school: SchoolHead, lines: readonly string[], { style, width, crest }: HeadSetting): Block {
  const centred = (text: string, own: ParagraphStyle) =>
    paragraphBlock({ text, style: { ...own, align: 'centre' }, width, type: 'P' });
  const picture = crest && crestBlock(crest);
  return stackBlocks([
    ...(picture
      ? [
          { block: placeSideBySide([{ x: (width - picture.width) / 2, block: picture.block }]), keepWithNext: true },
          { block: verticalSpace(4), keepWithNext: true },
        ]
      : []),
    { block: centred(school.name, style.school) },
    ...blockUnlessMissing(school.motto, (text) => centred(text, style.motto)),
    { block: centred(lines.join('   ·   '), style.address) },
  ]);
}

/** Draws the footer: one line on the left, one on the right. */
export function drawFooter(
  page: Page,
  { sheet, left, right, style }: { sheet: PaperSheet; left: string; right: string; style: ParagraphStyle },
): void {
  const baseline = page.size.height - sheet.margin.bottom + 18;
  const measure = style.font.measureAt(style.size);
  page.text(singleLine(left, measure), { x: sheet.margin.left, baseline }, style);
  const end = singleLine(right, measure);
  page.text(end, { x: page.size.width - sheet.margin.right - end.width, baseline }, style);
}

/** Draws DRAFT behind the content, from the lower left to the upper right. */
export function drawDraftWatermark(page: Page, style: ParagraphStyle): void {
  const word = singleLine('DRAFT', style.font.measureAt(style.size));
  const angle = Math.PI / 3.6;
  // From the start of the baseline to the middle of the word, which is in the middle of the page.
  const half = { along: word.width / 2, up: style.size * 0.35 };
  page.text(
    word,
    {
      x: page.size.width / 2 - half.along * Math.cos(angle) + half.up * Math.sin(angle),
      baseline: page.size.height / 2 + half.along * Math.sin(angle) + half.up * Math.cos(angle),
      angle,
    },
    style,
  );
}

/** The date of a moment in the school's time zone, dd-MMM-yyyy. */
export function printingDate(moment: Date, timeZone: string): string {
  return displayDate(schoolMoment(moment, timeZone).date);
}

/** Room above and below a block, in points. */
export const spaceAround = (top: number, bottom: number) => ({ top, bottom, left: 0 });

/** A block of a text that may be missing. */
export function blockUnlessMissing(text: string | null | undefined, block: (text: string) => Block): StackedBlock[] {
  return text === null || text === undefined ? [] : [{ block: block(text) }];
}

export interface SchoolSheet {
  school: SchoolHead;
  printedAt: Date;
  /** "Mark sheet, 1A", on the left under the letterhead. */
  title: string;
  /** "Term 1, 2025-2026", on the right. */
  about: string;
  sheet: PaperSheet;
  head?: HeadArrangement | undefined;
  crest?: PrintableImage | undefined;
  parts: readonly SheetPart[];
}

/** One section of a sheet, with the note beside its page number ("Subjects 1 to 12 of 20"). */
export interface SheetPart {
  bookmark: string;
  note: string | null;
  body: (style: SheetStyle, width: number) => Block;
}

/**
 * Prints a sheet: letterhead and title, then each part on a new page. Page numbers run through all parts; where there
 * are several, the sheet is laid out once more beforehand to count its pages.
 */
export function renderSchoolSheet(sheet: SchoolSheet): Uint8Array {
  const total = sheet.parts.length > 1 ? layOut(sheet, null).pages : null;
  return layOut(sheet, total).document.finish();
}

/** @param total number of all pages; null for a sheet of one part */
function layOut(
  { school, printedAt, title, about, sheet, head: arrangement, crest: image, parts }: SchoolSheet,
  total: number | null,
): { document: PdfDocument; pages: number } {
  const whole = [title, about].filter((text) => text !== '').join(', ');
  const document = new PdfDocument({ title: whole, author: school.name, language: 'en', createdAt: printedAt });
  const style = createSheetAndListStyles(document);
  const crest = image && document.image(image);
  const width = contentWidth(sheet);
  let before = 0;
  for (const { bookmark, note, body } of parts) {
    const half = width / 2;
    const head = placeSideBySide([
      { x: 0, block: paragraphBlock({ text: title, style: style.title, width: half, type: 'H1' }) },
      { x: half, block: paragraphBlock({ text: about, style: style.period, width: half, type: 'P' }) },
    ]);
    let ofPart = 0;
    flowSection({
      document,
      sheet,
      title: bookmark,
      blocks: [
        stackBlocks([
          { block: letterheadBlock(school, { style, width, head: arrangement, crest }) },
          { block: verticalSpace(6) },
          { block: head },
          { block: verticalSpace(4) },
          { block: body(style, width) },
        ]),
      ],
      runningHead: runningHeadBlock(paragraphBlock({ text: `${whole}, continued`, style: style.running, width }), {
        width,
        below: 6,
      }),
      drawFrame: (page, { number, pages }) => {
        ofPart = pages;
        drawFooter(page, {
          sheet,
          left: `Printed ${printingDate(printedAt, school.timeZone)}`,
          right: [note, `Page ${before + number} of ${total ?? pages}`].filter((text) => text !== null).join('   ·   '),
          style: style.footer,
        });
      },
    });
    before += ofPart;
  }
  return { document, pages: before };
}

/** The head of a later page, with a rule under it; `below`: room under the rule, in points. */
export function runningHeadBlock(line: Block, { width, below }: { width: number; below: number }): Block {
  const ruled = decorateBlock(padBlock(line, spaceAround(0, 4)), ({ page, x, top }, height) =>
    page.fill({ x, y: top + height - 0.6, width, height: 0.6, colour: printColours.accent }),
  );
  return padBlock(ruled, spaceAround(0, below));
}
