import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import { PdfDocument } from '../../../platform/pdf/document.ts';
import { type Block, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { contentWidth, flowSection } from '../../../platform/pdf/layout/flow.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { placeSideBySide, type StackedBlock, stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import type { BesideSignatures, PrintedProof } from '../../../term-reports/report-cards/card-proofs.ts';
import {
  drawDraftWatermark,
  drawFooter,
  letterheadBlock,
  printingDate,
  runningHeadBlock,
} from '../../../term-reports/report-cards/print/school-paper.ts';
import { cardSheets } from '../../../term-reports/report-cards/print/styles.ts';
import type { DocumentContent } from '../document-content.ts';
import { certificateBlocks } from './certificate.ts';
import { type OfficialStyle, officialStyle } from './official-style.ts';
import { signatureBlock } from './signature.ts';
import { type CellTexts, createCellTexts, transcriptBlocks } from './transcript.ts';

/** A document to print. Without a number it is a draft. */
export interface OfficialPaper {
  content: DocumentContent;
  number: string | null;
  issuedAt: Date;
  /** How it proves itself; null of one that is not signed. */
  proof?: PrintedProof | null;
}

/**
 * Prints documents into one tagged PDF, each on a new page with a bookmark. The same documents give the same bytes
 * whenever they are printed. At least one.
 */
export function renderOfficialPapers(papers: readonly OfficialPaper[]): Uint8Array {
  const [first] = papers;
  if (!first) throw new Error('a file needs at least one document');
  const last = papers.reduce((latest, { issuedAt }) => (issuedAt > latest ? issuedAt : latest), first.issuedAt);
  const document = new PdfDocument({
    title: titleOf(papers),
    author: first.content.school.name,
    language: 'en',
    createdAt: last,
  });
  const style = officialStyle(document);
  const cells = createCellTexts();
  for (const paper of papers) printPaper(paper, { document, style, cells });
  return document.finish();
}

function titleOf(papers: readonly OfficialPaper[]): string {
  const [first] = papers;
  if (!first) return '';
  const title = documentTitles[first.content.kind];
  return papers.length === 1 ? `${title}, ${first.content.student.name}` : `${title}, ${papers.length} students`;
}

function printPaper(
  { content, number, issuedAt, proof = null }: OfficialPaper,
  { document, style, cells }: { document: PdfDocument; style: OfficialStyle; cells: CellTexts },
): void {
  const sheet = cardSheets[content.paper];
  const width = contentWidth(sheet);
  const title = documentTitles[content.kind];
  const day = printingDate(issuedAt, content.school.timeZone);
  const about = number === null ? 'Draft, not issued' : `No. ${number}`;
  if (proof) document.attach(proof.attachment);
  flowSection({
    document,
    sheet,
    title: content.student.name,
    blocks: [
      stackBlocks([
        ...headBlocks(content, { about, style, width }),
        ...bodyBlocks(content, { day, style, width, cells, beside: proof?.beside ?? null }),
      ]),
    ],
    runningHead: runningHeadBlock(
      paragraphBlock({
        text: `${title}, ${content.student.name} (${content.student.id}), continued`,
        style: style.running,
        width,
      }),
      { width, below: 8 },
    ),
    drawFrame: (page, { number: pageNumber, pages }) => {
      if (number === null) drawDraftWatermark(page, style.draft);
      drawFooter(page, {
        sheet,
        left:
          number === null
            ? `Draft, printed ${day}`
            : [`${title} No. ${number}`, `Issued ${day}`, ...(proof ? [proof.footer] : [])].join('   ·   '),
        right: `Page ${pageNumber} of ${pages}`,
        style: style.footer,
      });
    },
  });
}

function headBlocks(
  { kind, school, head }: DocumentContent,
  { about, style, width }: { about: string; style: OfficialStyle; width: number },
): StackedBlock[] {
  const half = width / 2;
  const line = placeSideBySide([
    { x: 0, block: paragraphBlock({ text: documentTitles[kind], style: style.title, width: half, type: 'H1' }) },
    { x: half, block: paragraphBlock({ text: about, style: style.about, width: half, type: 'P' }) },
  ]);
  return [
    { block: letterheadBlock(school, { style, width, head }) },
    { block: verticalSpace(6) },
    { block: line },
    { block: verticalSpace(8) },
  ];
}

interface BodySetting {
  day: string;
  style: OfficialStyle;
  width: number;
  cells: CellTexts;
  beside: BesideSignatures | null;
}

function bodyBlocks(content: DocumentContent, { day, style, width, cells, beside }: BodySetting): StackedBlock[] {
  const body: StackedBlock[] =
    content.kind === 'transcript'
      ? transcriptBlocks(content, { style, width, cells })
      : certificateBlocks(content, { style, width });
  const signature = (room: number): Block =>
    signatureBlock({ principal: content.principal, day }, { style, width: room });
  return [...body, { block: beside ? beside(signature, width) : signature(width) }];
}
