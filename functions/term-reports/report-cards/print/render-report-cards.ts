import { PdfDocument } from '#functions/platform/pdf/document.ts';
import { contentWidth, flowSection } from '#functions/platform/pdf/layout/flow.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { cardProof, type ProofOfCopy } from '../card-proofs.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import { createPictureDrawer, fittedCard, scaledStyles } from './fit-card.ts';
import { type LayoutPictures, readLayoutPictures } from './layout-pictures.ts';
import { cardRunningHead, titleOfCardPeriod } from './report-card-parts.ts';
import { drawDraftWatermark, drawFooter, printingDate } from './school-paper.ts';
import { cardSheets } from './styles.ts';

/**
 * A card to print in its layout. A posted one brings the school head and the time of its posting, which are printed in
 * place of today's, and its layout is that of the posting.
 */
export interface PrintableCard {
  card: ReportCard;
  layout: CardLayout;
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
  isOfLayout = false,
  pictures: given,
  ...now
}: {
  school: SchoolHead;
  cards: readonly PrintableCard[];
  printedAt: Date;
  isTwoSided?: boolean | undefined;
  /** The office looks at a layout: a draft has the pictures of signatures, too. */
  isOfLayout?: boolean | undefined;
  /** Those of the layouts; without them they are read. */
  pictures?: LayoutPictures | undefined;
}): Promise<Uint8Array> {
  const frozen = cards.flatMap(({ posted }) => posted ?? []);
  const [firstPosted] = frozen.length === cards.length ? frozen : [];
  const document = new PdfDocument({
    title: documentTitle(cards.map(({ card }) => card)),
    author: firstPosted?.school.name ?? now.school.name,
    language: 'en',
    createdAt: firstPosted?.postedAt ?? now.printedAt,
  });
  const pictureOf = createPictureDrawer(
    document,
    given ?? (await readLayoutPictures(cards.map(({ layout }) => layout))),
  );
  const styles = scaledStyles(document);
  const [first] = styles;
  for (const [index, { card, layout, posted }] of cards.entries()) {
    const school = posted?.school ?? now.school;
    const proof = posted?.proof ? await cardProof()?.print(posted.proof) : undefined;
    if (proof) document.attach(proof.attachment);
    const footer = posted
      ? [`Posted ${printingDate(posted.postedAt, school.timeZone)}`, ...(proof ? [proof.footer] : [])].join('   ·   ')
      : `DRAFT, not posted. Printed ${printingDate(now.printedAt, school.timeZone)}`;
    const sheet = cardSheets[layout.paper];
    flowSection({
      document,
      sheet,
      title: card.student.name,
      blocks: fittedCard(
        {
          school,
          card,
          layout,
          isDraft: !posted,
          isSigned: posted !== undefined || isOfLayout,
          beside: proof?.beside ?? null,
          pictureOf,
        },
        styles,
      ),
      endsOnBack: isTwoSided && index < cards.length - 1,
      runningHead: cardRunningHead(card, { style: first.style, width: contentWidth(sheet) }),
      drawFrame: (page, { number, pages }) => {
        if (!posted) drawDraftWatermark(page, first.style.draft);
        drawFooter(page, {
          sheet,
          left: footer,
          right: `Page ${number} of ${pages}`,
          style: first.style.footer,
        });
      },
    });
  }
  return document.finish();
}

function documentTitle(cards: readonly ReportCard[]): string {
  const [first, ...others] = cards;
  if (!first) return 'Term reports';
  if (others.length === 0) return `Term report, ${first.student.name}, ${titleOfCardPeriod(first)}`;
  const classes = [...new Set(cards.map(({ student }) => student.classId))];
  return `Term reports, ${classes.length === 1 ? `${classes[0]}, ` : ''}${titleOfCardPeriod(first)}`;
}
