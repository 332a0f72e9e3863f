import type { PdfDocument } from '../document.ts';
import { A4_PORTRAIT, type Page, type PageSize } from '../pdf-page.ts';
import type { Block } from './block.ts';
import { ROUNDING_TOLERANCE } from './stack.ts';

export interface PaperSheet {
  size: PageSize;
  /** Margins in points; header and footer are in them. */
  margin: { top: number; right: number; bottom: number; left: number };
}

export const contentWidth = ({ size, margin }: PaperSheet): number => size.width - margin.left - margin.right;
export const contentHeight = ({ size, margin }: PaperSheet): number => size.height - margin.top - margin.bottom;

export const a4Sheet = (margin: PaperSheet['margin']): PaperSheet => ({ size: A4_PORTRAIT, margin });

/** Header and footer facts. Drawn as decoration once the number of pages is known. */
export interface PageNumbering {
  /** Numbered from 1 within the section. */
  number: number;
  pages: number;
}

/**
 * Lays blocks out as one section of a document: each starts on a new page and takes as many pages as it needs.
 * Pages after the first begin with `runningHead`, which is decoration.
 */
export function flowSection(options: {
  document: PdfDocument;
  sheet: PaperSheet;
  title: string;
  blocks: readonly Block[];
  runningHead: Block;
  drawFrame: (page: Page, frame: PageNumbering) => void;
  /** For two-sided printing: adds a blank page where the section would end on a front. */
  endsOnBack?: boolean;
}): void {
  const { document, sheet, title, runningHead, drawFrame } = options;
  const section = document.openSection(title);
  const pages: Page[] = [];
  for (const block of options.blocks) {
    for (let rest: Block | null = block; rest; ) {
      const page = document.addPage(sheet.size);
      const place = { page, x: sheet.margin.left, top: sheet.margin.top };
      const taken = pages.push(page) > 1 ? runningHead.height : 0;
      if (taken > 0) runningHead.draw({ ...place, parent: null });
      const available = contentHeight(sheet) - taken;
      const parts: [Block, Block] | null =
        rest.height > available + ROUNDING_TOLERANCE ? rest.split(available, true) : null;
      (parts?.[0] ?? rest).draw({ ...place, top: place.top + taken, parent: section });
      rest = parts?.[1] ?? null;
    }
  }
  for (const [i, page] of pages.entries()) {
    drawFrame(page, { number: i + 1, pages: pages.length });
  }
  if (options.endsOnBack && pages.length % 2 === 1) document.addPage(sheet.size);
  document.closeSection();
}
