import { PdfDocument } from '#functions/platform/pdf/document.ts';
import { type Block, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { contentHeight, contentWidth, flowSection } from '#functions/platform/pdf/layout/flow.ts';
import { type StackedBlock, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { type BesideSignatures, cardProof, type ProofOfCopy } from '../card-proofs.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import {
  cardRunningHead,
  coCurricularBlock,
  gradeKeyBlock,
  musicBlock,
  remarkBlock,
  signatureLinesBlock,
  studentDetailsBlock,
  summaryBandBlock,
  titleLineBlock,
  titleOfCardPeriod,
} from './report-card-parts.ts';
import { drawDraftWatermark, drawFooter, letterheadBlock, printingDate } from './school-paper.ts';
import { portraitSheet, type ReportCardStyle, reportCardStyle } from './styles.ts';
import { subjectTableBlock } from './subject-table.ts';

/** The smallest scale of letters, and the factor for gaps where a card is still a few lines too long at that scale. */
const SMALLEST = 0.86;
const TIGHT = 0.5;

/** Tried in this order to fit a card on one page; where none does, the card is set at full size over several. */
const SETTINGS = [
  ...[1, 0.95, 0.9, SMALLEST].map((scale) => ({ scale, gap: 1 })),
  { scale: SMALLEST, gap: TIGHT },
] as const;

const WIDTH = contentWidth(portraitSheet);

/**
 * A card to print. A posted one brings the school head and the time of its posting, which are printed in place of
 * today's.
 */
export interface PrintableCard {
  card: ReportCard;
  posted?: { school: SchoolHead; postedAt: Date; proof: ProofOfCopy | null } | undefined;
}

/**
 * Prints the cards into one PDF in the order given. Each has a bookmark and starts on a new page, or for two-sided
 * printing on the front of a new sheet. Where all cards are posted, the same cards give the same bytes whenever they
 * are printed.
 */
export async function renderReportCards({
  cards,
  isTwoSided = false,
  ...now
}: {
  school: SchoolHead;
  cards: readonly PrintableCard[];
  printedAt: Date;
  isTwoSided?: boolean | undefined;
}): Promise<Uint8Array> {
  const frozen = cards.flatMap(({ posted }) => posted ?? []);
  const [firstPosted] = frozen.length === cards.length ? frozen : [];
  const document = new PdfDocument({
    title: documentTitle(cards.map(({ card }) => card)),
    author: firstPosted?.school.name ?? now.school.name,
    language: 'en',
    createdAt: firstPosted?.postedAt ?? now.printedAt,
  });
  const styles = SETTINGS.map((setting) => ({ ...setting, style: reportCardStyle(document, setting.scale) }));
  const [first] = styles;
  if (!first) throw new Error('there is no scale to print at');
  for (const [index, { card, posted }] of cards.entries()) {
    const school = posted?.school ?? now.school;
    const proof = posted?.proof ? await cardProof()?.print(posted.proof) : undefined;
    if (proof) document.attach(proof.attachment);
    const footer = posted
      ? [`Posted ${printingDate(posted.postedAt, school.timeZone)}`, ...(proof ? [proof.footer] : [])].join('   ·   ')
      : `DRAFT, not posted. Printed ${printingDate(now.printedAt, school.timeZone)}`;
    flowSection({
      document,
      sheet: portraitSheet,
      title: card.student.name,
      block: fittedCard({ school, card, styles, isDraft: !posted, beside: proof?.beside ?? null }),
      endsOnBack: isTwoSided && index < cards.length - 1,
      runningHead: cardRunningHead(card, { style: first.style, width: WIDTH }),
      drawFrame: (page, { number, pages }) => {
        if (!posted) drawDraftWatermark(page, first.style.draft);
        drawFooter(page, {
          sheet: portraitSheet,
          left: footer,
          right: `Page ${number} of ${pages}`,
          style: first.style.footer,
        });
      },
    });
  }
  return document.finish();
}

interface Scaled {
  scale: number;
  /** Factor for the gaps between parts and rows: 1, or less. */
  gap: number;
  style: ReportCardStyle;
}

interface Setting {
  school: SchoolHead;
  card: ReportCard;
  /** Prints DRAFT on a card that is not posted. */
  isDraft: boolean;
  /** Sets its proof beside the signature lines, or the room of one; null for a card without. */
  beside: BesideSignatures | null;
}

function fittedCard(options: Setting & { styles: readonly Scaled[] }): Block {
  let fullSize: Block | undefined;
  for (const scaled of options.styles) {
    const { parts, end, left } = layOutCard({ ...options, ...scaled });
    // On a single page the signatures are at the foot.
    if (left >= 0) return stackBlocks([...parts, { block: verticalSpace(left) }, { block: end }]);
    fullSize ??= stackBlocks([...parts, { block: end }]);
  }
  if (!fullSize) throw new Error('there is no scale to print at');
  return fullSize;
}

/**
 * Lays a card out at a scale. `left` is the height that its parts and signatures leave on a page: below 0 where they do
 * not fit.
 */
function layOutCard(options: Setting & Scaled) {
  const parts = cardParts(options);
  const { card, style, beside } = options;
  const signatures = (width: number) => signatureLinesBlock(card, { style, width });
  const end = beside ? beside(signatures, WIDTH) : signatures(WIDTH);
  const left = contentHeight(portraitSheet) - end.height - parts.reduce((sum, { block }) => sum + block.height, 0);
  return { parts, end, left };
}

/** How a card fits on one page: at some scale, only with smaller gaps as well, or not at all. */
export type PageFit = 'fits' | 'tight' | 'over';

/**
 * Tells how a card fits on a page: laid out as in printing, but not written.
 * @param beside leaves the room of the proof that each card will have (`CardProofs.room`)
 */
export function createPageFitMeasurer(
  school: SchoolHead,
  beside?: BesideSignatures | null,
): (card: ReportCard) => PageFit {
  const document = new PdfDocument({ title: '', author: '', language: 'en', createdAt: new Date(0) });
  const style = reportCardStyle(document, SMALLEST);
  return (card) => {
    const isOn = (gap: number) =>
      layOutCard({ school, card, scale: SMALLEST, gap, style, isDraft: true, beside: beside ?? null }).left >= 0;
    return isOn(1) ? 'fits' : isOn(TIGHT) ? 'tight' : 'over';
  };
}

function cardParts(options: Setting & Scaled): StackedBlock[] {
  const { school, card, scale, gap, style, isDraft } = options;
  const setting = { style, width: WIDTH };
  const parts: StackedBlock[] = [
    { block: letterheadBlock(school, setting) },
    { block: verticalSpace(7 * gap) },
    { block: titleLineBlock(card, { ...setting, isDraft }) },
    { block: verticalSpace(3 * gap) },
    { block: studentDetailsBlock(card, setting) },
    { block: verticalSpace(8 * gap) },
    { block: summaryBandBlock(card, setting) },
    { block: verticalSpace(6 * gap) },
    { block: subjectTableBlock(card, { ...setting, scale, gap }) },
    { block: verticalSpace(5 * gap) },
    { block: gradeKeyBlock(card, setting) },
  ];
  const { remarks } = card;
  const notes: Block[] = [];
  if (card.music) notes.push(musicBlock(card.music, setting));
  if (card.coCurricular.length > 0) notes.push(coCurricularBlock(card.coCurricular, setting));
  if (remarks.formTeacher !== null) notes.push(remarkBlock(remarkTitles.formTeacher, remarks.formTeacher, setting));
  if (remarks.dean !== null) notes.push(remarkBlock(remarkTitles.dean, remarks.dean, setting));
  for (const [i, block] of notes.entries()) {
    // The last note stays with the signatures, which are never alone on a page.
    parts.push(
      { block: verticalSpace(7 * scale * gap), keepWithNext: true },
      { block, keepWithNext: i === notes.length - 1 },
    );
  }
  return parts;
}

function documentTitle(cards: readonly ReportCard[]): string {
  const [first, ...others] = cards;
  if (!first) return 'Term reports';
  if (others.length === 0) return `Term report, ${first.student.name}, ${titleOfCardPeriod(first)}`;
  const classes = [...new Set(cards.map(({ student }) => student.classId))];
  return `Term reports, ${classes.length === 1 ? `${classes[0]}, ` : ''}${titleOfCardPeriod(first)}`;
}
