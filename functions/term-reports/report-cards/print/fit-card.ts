import { PdfDocument } from '#functions/platform/pdf/document.ts';
import { type Block, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { contentHeight, contentWidth } from '#functions/platform/pdf/layout/flow.ts';
import { type StackedBlock, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import type { DrawableImage } from '#functions/platform/pdf/pdf-page.ts';
import type { CardLayout, LayoutPage } from '#shared/term-reports/layouts/card-layout.ts';
import type { BesideSignatures } from '../card-proofs.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import { signatureLinesBlock } from './card-notes.ts';
import { cardRows, type RowSetting } from './card-rows.ts';
import type { LayoutPictures } from './layout-pictures.ts';
import { cardRunningHead, titleLineBlock } from './report-card-parts.ts';
import { letterheadBlock } from './school-paper.ts';
import { cardSheets, type ReportCardStyle, reportCardStyle } from './styles.ts';

/** The smallest scale of letters, and the factor for gaps where a card is still a few lines too long at that scale. */
const SMALLEST = 0.86;
const TIGHT = 0.5;

interface Scaled {
  scale: number;
  /** Factor for the gaps between parts and rows: 1, or less. */
  gap: number;
  style: ReportCardStyle;
}

/**
 * Styles tried in this order to fit a card on the pages of its layout; where none does, the card is set at full size
 * over several.
 */
export function scaledStyles(document: PdfDocument): [Scaled, ...Scaled[]] {
  const at = (scale: number, gap: number): Scaled => ({ scale, gap, style: reportCardStyle(document, scale) });
  return [at(1, 1), at(0.95, 1), at(0.9, 1), at(SMALLEST, 1), at(SMALLEST, TIGHT)];
}

interface CardToFit {
  school: SchoolHead;
  card: ReportCard;
  layout: CardLayout;
  /** Prints DRAFT on a card that is not posted. */
  isDraft: boolean;
  pictureOf: PictureOfLayout;
  /** Sets pictures of signatures over the lines: of a posted card, and where the office looks at a layout. */
  isSigned: boolean;
  /** Sets its proof beside the signature lines, or the room of one; null for a card without. */
  beside: BesideSignatures | null;
}

/** A picture that a layout names, in the document; undefined where it names none. */
type PictureOfLayout = (hash: string | undefined) => DrawableImage | undefined;

/** Writes each picture into a document once, where a card has it. */
export function createPictureDrawer(document: PdfDocument, pictures: LayoutPictures): PictureOfLayout {
  const drawn = new Map<string, DrawableImage>();
  return (hash) => {
    if (hash === undefined) return undefined;
    const image = pictures.get(hash);
    if (!image) throw new Error(`The picture ${hash} was not read`);
    const own = drawn.get(hash) ?? document.image(image);
    drawn.set(hash, own);
    return own;
  };
}

/** The front of a card, and its back where its layout has one, each as a block that starts on a page of its own. */
export function fittedCard(options: CardToFit, styles: readonly [Scaled, ...Scaled[]]): Block[] {
  for (const scaled of styles) {
    const sides = layOutCard({ ...options, ...scaled });
    if (sides.every(({ left }) => left >= 0)) {
      // On a single page the signatures are at the foot.
      return sides.map(({ parts, end, left }) =>
        end ? stackBlocks([...parts, { block: verticalSpace(left) }, { block: end }]) : stackBlocks(parts),
      );
    }
  }
  return layOutCard({ ...options, ...styles[0] }).map(({ parts, end }) =>
    stackBlocks(end ? [...parts, { block: end }] : parts),
  );
}

interface CardSide {
  parts: StackedBlock[];
  /** The signatures, and words below them; null on the side without. */
  end: Block | null;
  /** Height that parts and end leave on the page: below 0 where they do not fit. */
  left: number;
}

function layOutCard(options: CardToFit & Scaled): CardSide[] {
  const { card, layout, style } = options;
  const sheet = cardSheets[layout.paper];
  const width = contentWidth(sheet);
  const side = (rows: LayoutPage, head: StackedBlock[], taken: number): CardSide => {
    const signed = rows.findIndex((row) => row.some(({ block }) => block === 'signatures'));
    const above = signed < 0 ? rows : rows.slice(0, signed);
    const setting = { ...options, width, isFirst: head.length === 0 };
    const parts = [...head, ...cardRows(options.card, layout, { ...setting, rows: above })];
    const end = signed < 0 ? null : signaturesBlock(options, { ...setting, rows: rows.slice(signed) });
    const used = parts.reduce((sum, { block }) => sum + block.height, 0);
    return { parts, end, left: contentHeight(sheet) - taken - (end?.height ?? 0) - used };
  };
  return [
    side(layout.front, cardHead(options, width), 0),
    ...(layout.back ? [side(layout.back, [], cardRunningHead(card, { style, width }).height)] : []),
  ];
}

function cardHead(
  { school, card, layout, style, gap, isDraft, pictureOf }: CardToFit & Scaled,
  width: number,
): StackedBlock[] {
  const { head, title } = layout;
  return [
    { block: letterheadBlock(school, { style, width, head, crest: pictureOf(layout.crest) }) },
    { block: verticalSpace(7 * gap) },
    { block: titleLineBlock(card, { style, width, title, isDraft }) },
  ];
}

/** The signatures with their proof, and the words of the school below them. */
function signaturesBlock(
  { card, layout, beside, isSigned, pictureOf }: CardToFit,
  { rows: [signed, ...below], ...setting }: RowSetting & { rows: LayoutPage },
): Block {
  const of = signed?.flatMap((block) => (block.block === 'signatures' ? block.of : [])) ?? [];
  const { style, width } = setting;
  const drawn = of.map(({ picture, ...one }) => ({ ...one, signature: isSigned ? pictureOf(picture) : undefined }));
  const signatures = (own: number) => signatureLinesBlock(card, { style, width: own, of: drawn });
  const block = beside ? beside(signatures, width) : signatures(width);
  if (below.length === 0) return block;
  return stackBlocks([
    { block, keepWithNext: true },
    ...cardRows(card, layout, { ...setting, rows: below, isFirst: false }),
  ]);
}

/** How a card fits on the pages of its layout: at some scale, only with smaller gaps as well, or not at all. */
export type PageFit = 'fits' | 'tight' | 'over';

/** The sides of a layout. */
export type SideOfLayout = 'front' | 'back';

/** What is measured with each card. */
interface MeasuredWith {
  /** Leaves the room of the proof that each card will have (`CardProofs.room`). */
  beside?: BesideSignatures | null | undefined;
  /** Those of the layouts. */
  pictures?: LayoutPictures;
}

/**
 * Measures how cards fit on the pages of their layouts: laid out as in printing, but not written.
 */
function createSideMeasurer(school: SchoolHead, { beside, pictures = new Map() }: MeasuredWith) {
  const document = new PdfDocument({ title: '', author: '', language: 'en', createdAt: new Date(0) });
  const style = reportCardStyle(document, SMALLEST);
  const pictureOf = createPictureDrawer(document, pictures);
  /** The sides that do not fit at the smallest letters with this factor for the gaps. */
  return (card: ReportCard, layout: CardLayout, gap: number): SideOfLayout[] => {
    const measured = { school, card, layout, isDraft: true, isSigned: false, beside: beside ?? null, pictureOf };
    return layOutCard({ ...measured, scale: SMALLEST, gap, style }).flatMap(({ left }, side) =>
      left >= 0 ? [] : [side === 0 ? 'front' : 'back'],
    );
  };
}

/** Tells how a card fits on the pages of a layout. */
export function createPageFitMeasurer(
  school: SchoolHead,
  measuredWith: MeasuredWith = {},
): (card: ReportCard, layout: CardLayout) => PageFit {
  const sidesOver = createSideMeasurer(school, measuredWith);
  return (card, layout) =>
    sidesOver(card, layout, 1).length === 0 ? 'fits' : sidesOver(card, layout, TIGHT).length === 0 ? 'tight' : 'over';
}

/** Tells which sides of a card go on to another page. */
export function createOverflowFinder(
  school: SchoolHead,
  measuredWith: MeasuredWith = {},
): (card: ReportCard, layout: CardLayout) => SideOfLayout[] {
  const sidesOver = createSideMeasurer(school, measuredWith);
  return (card, layout) => sidesOver(card, layout, TIGHT);
}
