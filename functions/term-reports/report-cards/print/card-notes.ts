import { type Block, decorateBlock, keepTogether, padBlock, tagBlock } from '#functions/platform/pdf/layout/block.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { placeSideBySide, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import type { DrawableImage, Page } from '#functions/platform/pdf/pdf-page.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { BlockOf, CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { signatoryTitles } from '#shared/term-reports/layouts/wordings.ts';
import { termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import type { ReportCard, ReportCardMusic } from '../report-card.ts';
import { gradeText } from './grade-text.ts';
import { type CardSetting, factsOf } from './report-card-parts.ts';
import { blockUnlessMissing, spaceAround } from './school-paper.ts';
import { printColours } from './styles.ts';
import { MISSING_MARK } from './subject-table.ts';

export function coCurricularBlock(
  activities: readonly string[],
  { style, width, heading }: CardSetting & { heading?: string | undefined },
): Block {
  return headed(
    heading ?? 'Co-curricular activities',
    [paragraphBlock({ text: activities.join(', '), style: style.remark, width, type: 'P' })],
    { style, width },
  );
}

export function musicBlock(
  music: ReportCardMusic,
  { style, width, grades }: CardSetting & Pick<CardLayout, 'grades'>,
): Block {
  const facts = factsOf('music', music)
    .filter(({ kind }) => kind !== 'remark')
    .map(({ label, value }) => `${label} ${gradeText(value, grades) ?? MISSING_MARK}`.replaceAll(' ', '\u00a0'));
  const blocks = [paragraphBlock({ text: facts.join('   ·   '), style: style.remark, width, type: 'P' })];
  if (music.comment) blocks.push(paragraphBlock({ text: music.comment, style: style.remark, width, type: 'P' }));
  return headed('Music', blocks, { style, width });
}

/** On which day the next term begins. */
export const reopeningBlock = (newTermBeginning: string, { style, width }: CardSetting): Block =>
  paragraphBlock({
    text: `${termReportScreenWordings.newTermBegins} on ${displayDate(newTermBeginning)}.`,
    style: style.remark,
    width,
    type: 'P',
  });

/** Words of the school's own. */
export const wordsBlock = (text: string, { style, width }: CardSetting): Block =>
  paragraphBlock({ text, style: style.remark, width, type: 'P' });

export function remarkBlock(title: string, text: string, { style, width }: CardSetting): Block {
  return headed(title, [paragraphBlock({ text, style: style.remark, width, type: 'P' })], { style, width });
}

function headed(title: string, blocks: readonly Block[], { style, width }: CardSetting): Block {
  return stackBlocks([
    { block: paragraphBlock({ text: title, style: style.heading, width, type: 'H3' }), keepWithNext: true },
    ...blocks.map((block) => ({ block })),
  ]);
}

/** Somebody who signs, with a picture of the signature where the card has it. */
type Signatory = Omit<BlockOf<'signatures'>['of'][number], 'picture'> & { signature: DrawableImage | undefined };

/** Points above a line to sign on. */
const signingRoom = 32;

/** A picture of a signature in the room above its line, in the middle. It says what the name below it says. */
function drawSignature(
  image: DrawableImage,
  { page, x, top, width }: { page: Page; x: number; top: number; width: number },
) {
  const scale = Math.min(width / image.width, (signingRoom - 2) / image.height);
  const size = { width: image.width * scale, height: image.height * scale };
  page.image(image, { x: x + (width - size.width) / 2, y: top - 1 - size.height, ...size });
}

/** Lines to sign on, with the name where the post is filled. */
export function signatureLinesBlock(
  { signatories }: ReportCard,
  { style, width, of }: CardSetting & { of: readonly Signatory[] },
): Block {
  const entries = of.map(({ post, heading, signature }) => ({
    signature,
    post: heading ?? signatoryTitles[post],
    name: post === 'guardian' ? null : signatories[post],
  }));
  const gap = 18;
  const step = (width + gap) / entries.length;
  const lines = entries.map(({ post, name, signature }, i) => {
    const inner = step - gap;
    const below = stackBlocks([
      ...blockUnlessMissing(name, (text) => paragraphBlock({ text, style: style.signatory, width: inner })),
      { block: paragraphBlock({ text: post, style: style.label, width: inner }) },
    ]);
    const signed = decorateBlock(padBlock(tagBlock('P', below), spaceAround(3, 0)), ({ page, x, top }) => {
      page.fill({ x, y: top, width: inner, height: 0.6, colour: printColours.ink });
      if (signature) drawSignature(signature, { page, x, top, width: inner });
    });
    return { x: i * step, block: signed };
  });
  return keepTogether(padBlock(placeSideBySide(lines), spaceAround(signingRoom, 0)));
}
