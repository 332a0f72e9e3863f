import { PdfDocument } from '#functions/platform/pdf/document.ts';
import { type Block, decorated, padded, space } from '#functions/platform/pdf/layout/block.ts';
import { columns } from '#functions/platform/pdf/layout/columns.ts';
import { contentWidth, flowSection, type Sheet } from '#functions/platform/pdf/layout/flow.ts';
import { paragraph } from '#functions/platform/pdf/layout/paragraph.ts';
import { stack } from '#functions/platform/pdf/layout/stack.ts';
import type { SchoolHead } from '../report-card.ts';
import { colour } from './report-card-style.ts';
import { drawFooter, letterhead, printedOn, room } from './school-paper.ts';
import { type SheetStyle, sheetStyle } from './sheet-style.ts';

export interface SchoolSheet {
  school: SchoolHead;
  printedAt: Date;
  /** "Mark sheet, 1A", on the left under the letterhead. */
  title: string;
  /** "Term 1, 2025-2026", on the right. */
  about: string;
  sheet: Sheet;
  parts: readonly SheetPart[];
}

/** One section of a sheet, with what it says beside the page number ("Subjects 1 to 12 of 20"). */
export interface SheetPart {
  bookmark: string;
  note: string | null;
  body: (style: SheetStyle, width: number) => Block;
}

/**
 * Prints a sheet of the school: letterhead and title, then each part from a fresh page on. Its pages are numbered through all parts: where
 * there are several, they are laid out once before, to be counted.
 */
export function printSchoolSheet(sheet: SchoolSheet): Uint8Array {
  const total = sheet.parts.length > 1 ? layOut(sheet, null).pages : null;
  return layOut(sheet, total).document.finish();
}

/** @param total of all pages; null: what the only part has */
function layOut(
  { school, printedAt, title, about, sheet, parts }: SchoolSheet,
  total: number | null,
): { document: PdfDocument; pages: number } {
  const whole = [title, about].filter((text) => text !== '').join(', ');
  const document = new PdfDocument({ title: whole, author: school.name, language: 'en', createdAt: printedAt });
  const style = sheetStyle(document);
  const width = contentWidth(sheet);
  let before = 0;
  for (const { bookmark, note, body } of parts) {
    const half = width / 2;
    const head = columns([
      { x: 0, block: paragraph({ text: title, style: style.title, width: half, type: 'H1' }) },
      { x: half, block: paragraph({ text: about, style: style.period, width: half, type: 'P' }) },
    ]);
    let ofPart = 0;
    flowSection({
      document,
      sheet,
      title: bookmark,
      block: stack([
        { block: letterhead(school, { style, width }) },
        { block: space(6) },
        { block: head },
        { block: space(4) },
        { block: body(style, width) },
      ]),
      again: runningHead(`${whole}, continued`, { style, width }),
      drawFrame: (page, { number, pages }) => {
        ofPart = pages;
        drawFooter(page, {
          sheet,
          left: `Printed ${printedOn(printedAt, school.timeZone)}`,
          right: [note, `Page ${before + number} of ${total ?? pages}`].filter((text) => text !== null).join('   ·   '),
          style: style.footer,
        });
      },
    });
    before += ofPart;
  }
  return { document, pages: before };
}

function runningHead(text: string, { style, width }: { style: SheetStyle; width: number }): Block {
  const head = padded(paragraph({ text, style: style.running, width }), room(0, 4));
  const ruled = decorated(head, ({ page, x, top }, height) =>
    page.fill({ x, y: top + height - 0.6, width, height: 0.6, colour: colour.accent }),
  );
  return padded(ruled, room(0, 6));
}
